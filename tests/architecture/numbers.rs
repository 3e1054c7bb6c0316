//! Numeric fields of everything that is read from files, found in the sources.

use std::collections::{BTreeMap, BTreeSet};

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Fields, GenericArgument, Item, Lit, Meta, PathArguments, Token, Type};

/// Types that files are read as: content, scenarios, and what a saved battle is played again from.
const ROOTS: [&str; 20] = [
    "WeaponDef",
    "ArmourDef",
    "HelmetDef",
    "ShieldDef",
    "TerrainDef",
    "BorderDef",
    "MonsterDef",
    "LevelDef",
    "JourneyDef",
    "SubjectDef",
    "Policies",
    "CostDef",
    "SkillDef",
    "ActionDef",
    "AbilityDef",
    "ConditionDef",
    "PoolDef",
    "TraitDef",
    "Scenario",
    "Recording",
];

/// Types without numbers of their own: `std`'s, parameters of types, and words that a macro declares.
const PLAIN: [&str; 12] = [
    "bool", "char", "String", "Option", "Vec", "BTreeMap", "BTreeSet", "Box", "SmallVec", "P",
    "Stat", "Topic",
];

/// Whole numbers.
const NUMBERS: [&str; 15] = [
    "u8",
    "u16",
    "u32",
    "u64",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "isize",
    "NonZeroU8",
    "NonZeroU16",
    "NonZeroU32",
    "f32",
    "f64",
];

/// What `serde` is told about a type or a field.
#[derive(Default)]
struct Told {
    rename: Option<String>,
    rename_all: bool,
    from: Option<Type>,
    skipped: bool,
    transparent: bool,
}

impl Told {
    fn of(attributes: &[Attribute]) -> Self {
        let mut told = Self::default();
        for attribute in attributes.iter().filter(|a| a.path().is_ident("serde")) {
            let metas = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            for meta in metas.expect("attributes of serde") {
                let name = meta.path().get_ident().map(ToString::to_string);
                let text = match &meta {
                    Meta::NameValue(pair) => match &pair.value {
                        Expr::Lit(literal) => match &literal.lit {
                            Lit::Str(text) => text.value(),
                            _ => String::new(),
                        },
                        _ => String::new(),
                    },
                    _ => String::new(),
                };
                match name.as_deref() {
                    Some("rename") => told.rename = Some(text),
                    Some("rename_all") => {
                        assert_eq!(text, "snake_case", "the test knows no other case");
                        told.rename_all = true;
                    }
                    Some("from" | "try_from") => {
                        told.from = Some(syn::parse_str(&text).expect("a type"));
                    }
                    Some("transparent") => told.transparent = true,
                    Some("skip" | "skip_deserializing") => told.skipped = true,
                    _ => {}
                }
            }
        }
        told
    }
}

/// Whether a type derives `Deserialize`.
fn is_read(attributes: &[Attribute]) -> bool {
    let derives = attributes.iter().filter(|a| a.path().is_ident("derive"));
    derives.into_iter().any(|attribute| {
        let list = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
        list.is_ok_and(|list| list.iter().any(|path| path.is_ident("Deserialize")))
    })
}

/// Adds every type that is declared among these items.
fn collect(items: Vec<Item>, known: &mut BTreeMap<String, Vec<Item>>) {
    for item in items {
        let name = match &item {
            Item::Struct(def) if is_read(&def.attrs) => def.ident.to_string(),
            Item::Enum(def) if is_read(&def.attrs) => def.ident.to_string(),
            Item::Type(def) => def.ident.to_string(),
            Item::Impl(def) => {
                let read = def.trait_.iter().any(|(_, path, _)| {
                    path.segments
                        .last()
                        .is_some_and(|last| last.ident == "Deserialize")
                });
                let Some(name) = last_name(&def.self_ty).filter(|_| read) else {
                    continue;
                };
                name
            }
            Item::Mod(def) => {
                let inner = def
                    .content
                    .clone()
                    .map_or_else(Vec::new, |(_, items)| items);
                if def.ident != "tests" {
                    collect(inner, known);
                }
                continue;
            }
            _ => continue,
        };
        known.entry(name).or_default().push(item);
    }
}

fn last_name(of: &Type) -> Option<String> {
    let Type::Path(path) = of else { return None };
    Some(path.path.segments.last()?.ident.to_string())
}

/// `snake_case`, as `serde` makes it.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_uppercase() && at > 0 {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

struct Walk {
    known: BTreeMap<String, Vec<Item>>,
    seen: BTreeSet<String>,
    found: BTreeSet<String>,
}

impl Walk {
    /// Notes the numbers of a type that stands at this place.
    fn at(&mut self, place: &str, of: &Type) {
        match of {
            Type::Tuple(tuple) => {
                for one in &tuple.elems {
                    self.at(place, one);
                }
            }
            Type::Array(array) => self.at(place, &array.elem),
            Type::Path(path) => {
                let last = path.path.segments.last().expect("a name");
                let name = last.ident.to_string();
                if NUMBERS.contains(&name.as_str()) {
                    self.found.insert(place.to_owned());
                } else if let Some(inner) = self.transparent(&name) {
                    self.at(place, &inner);
                } else if !PLAIN.contains(&name.as_str()) {
                    self.of(&name);
                }
                if let PathArguments::AngleBracketed(arguments) = &last.arguments {
                    for argument in &arguments.args {
                        if let GenericArgument::Type(inner) = argument {
                            self.at(place, inner);
                        }
                    }
                }
            }
            _ => panic!("{place}: the test does not know this kind of type"),
        }
    }

    /// The only field of a type that is read as that field.
    fn transparent(&self, name: &str) -> Option<Type> {
        self.known.get(name)?.iter().find_map(|item| match item {
            Item::Struct(def) if Told::of(&def.attrs).transparent => {
                Some(def.fields.iter().next()?.ty.clone())
            }
            _ => None,
        })
    }

    /// Notes the numbers of a type of this name.
    fn of(&mut self, name: &str) {
        if !self.seen.insert(name.to_owned()) {
            return;
        }
        let Some(items) = self.known.get(name).cloned() else {
            // Made by a macro: an id, which is a number in saves.
            self.found.insert(name.to_owned());
            return;
        };
        // Another room may have an alias of the same name.
        let alone = items.iter().all(|item| matches!(item, Item::Type(_)));
        for item in items {
            match item {
                Item::Struct(def) => match Told::of(&def.attrs) {
                    Told {
                        from: Some(from), ..
                    } => self.at(name, &from),
                    told => {
                        let newtype =
                            matches!(&def.fields, Fields::Unnamed(all) if all.unnamed.len() == 1);
                        assert!(
                            newtype || !matches!(def.fields, Fields::Unnamed(_)),
                            "{name}"
                        );
                        self.fields(name, &def.fields, told.rename_all);
                    }
                },
                Item::Enum(def) => {
                    let told = Told::of(&def.attrs);
                    for variant in &def.variants {
                        let own = Told::of(&variant.attrs);
                        let plain = variant.ident.to_string();
                        let cased = if told.rename_all {
                            snake(&plain)
                        } else {
                            plain
                        };
                        let place = format!("{name}.{}", own.rename.unwrap_or(cased));
                        self.fields(&place, &variant.fields, own.rename_all);
                    }
                }
                Item::Type(def) if alone => self.at(name, &def.ty),
                _ => {}
            }
        }
    }

    fn fields(&mut self, place: &str, fields: &Fields, rename_all: bool) {
        assert!(!rename_all || matches!(fields, Fields::Unit | Fields::Named(_)));
        for field in fields {
            let told = Told::of(&field.attrs);
            if told.skipped {
                continue;
            }
            match &field.ident {
                Some(name) => {
                    let name = name.to_string();
                    let name = told
                        .rename
                        .unwrap_or_else(|| name.trim_start_matches("r#").to_owned());
                    self.at(&format!("{place}.{name}"), &field.ty);
                }
                None => self.at(place, &field.ty),
            }
        }
    }
}

/// Every numeric field of the types that files are read as, by the names that `serde` knows.
pub fn numeric_fields<'a>(sources: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    let mut known = BTreeMap::new();
    for source in sources {
        collect(syn::parse_file(source).expect("Rust").items, &mut known);
    }
    let mut walk = Walk {
        known,
        seen: BTreeSet::new(),
        found: BTreeSet::new(),
    };
    for root in ROOTS {
        assert!(walk.known.contains_key(root), "there is no type {root}");
        walk.of(root);
    }
    walk.found
}
