//! Topics that are special cases of others.

use crate::rules::topic::Topic;

impl Topic {
    /// The topic of which this one is a special case: a ruleset that names no rule for the case cites
    /// those of the wider topic.
    pub fn wider(self) -> Option<Self> {
        Some(match self {
            Self::Unarmed => Self::OpportunityAct,
            Self::TooNear => Self::Reach,
            Self::ArmedBody | Self::OpportunityTooNear => Self::OpportunityMode,
            Self::OpportunityUnarmed => Self::ArmedBody,
            Self::ConstitutionLoss => Self::Dead,
            Self::LightOffHand | Self::DoubleWeapon | Self::TwoWeaponSkill | Self::OffHandSkill => {
                Self::TwoWeapons
            }
            Self::OnGuardFailed => Self::OnGuard,
            Self::Inhaled => Self::Hazard,
            Self::NeedsRanks => Self::NeedsTrait,
            Self::Strap => Self::ShieldHandling,
            Self::DrawHidden => Self::WeaponHandling,
            Self::Loading => Self::WeaponHandling,
            Self::Improvised => Self::Hurl,
            Self::UnarmedOffHand => Self::LightOffHand,
            Self::PartialCharge | Self::PartialRush | Self::OverrunRun => Self::Charge,
            Self::RunHeavy => Self::Run,
            Self::WholeTurn => Self::EndsTurn,
            Self::SurpriseAction => Self::Restricted,
            Self::BeyondSpeed => Self::Move,
            Self::ChargeSight => Self::LineOfSight,
            Self::ChargeUnseen => Self::ChargeSight,
            Self::JumpLimits => Self::Jump,
            Self::Load => Self::Carry,
            Self::ClimbFast | Self::WithdrawForm => Self::Climb,
            Self::Impassable => Self::Terrain,
            Self::NoStopping | Self::Fills => Self::Occupied,
            Self::Wriggling | Self::SqueezeAlong | Self::SqueezePast => Self::Squeeze,
            Self::MaximumRange => Self::RangeIncrement,
            Self::WeaponSize => Self::WeaponHandling,
            Self::SteadyLegs => Self::Trip,
            Self::OwedAction | Self::Declared | Self::SwiftAction => Self::Budget,
            Self::ImmediateAction => Self::SwiftAction,
            Self::StartBarred => Self::StartAction,
            Self::ReadySight => Self::Ready,
            Self::ReadiedForced => Self::ReadiedAction,
            Self::TradeAttack => Self::FullAttack,
            Self::BonusStep | Self::StepLimits | Self::StepRuledOut | Self::SeveredStep => {
                Self::FreeStep
            }
            Self::StepGround => Self::StepLimits,
            Self::ChargeStep | Self::RunStep | Self::WithdrawStep => Self::StepRuledOut,
            Self::ChargeGround | Self::ChargeFriend => Self::ChargeLane,
            Self::ThroughSolids => Self::Impassable,
            Self::FirstOfAll => Self::Budget,
            Self::SlipNet => Self::GetFree,
            Self::StrongBow => Self::RangedDamage,
            Self::WornShield => Self::WornArmour,
            Self::DisarmWeapons => Self::Disarm,
            Self::CreatureCover => Self::Cover,
            Self::CoverShaft => Self::CoverStruck,
            Self::StrengthPenalty | Self::OffHandDamage | Self::RangedDamage | Self::TwoHands => {
                Self::StrengthDamage
            }
            Self::OtherLethality | Self::UnarmedLethality => Self::Nonlethal,
            _ => return None,
        })
    }
}
