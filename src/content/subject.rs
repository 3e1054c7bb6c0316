//! What rules are about.

use serde::{Deserialize, Serialize};

/// Something that several rule systems have rules about, such as the charge. Each system says in its own
/// `subjects.ron` which of its rules these are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubjectDef {
    pub name: String,
}
