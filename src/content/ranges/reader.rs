//! A deserializer around another one, which checks each number and each text that passes.
//!
//! It follows the names that `serde` gives to types, variants and fields, so that a value is known
//! by its place: `MonsterDef.hit_points`. The format below is any, content and saves alike.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

use super::{Spot, admit, admit_text, most_entries};

/// Names that a type declares: its fields or its variants.
type Names = &'static [&'static str];

/// Seed that reads a `T` with checked numbers, for `ron::Options::from_str_seed`.
#[derive(Debug)]
pub struct Checked<T>(PhantomData<T>);

impl<T> Default for Checked<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Checked<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<T, D::Error> {
        read(inner)
    }
}

/// Reads a value with checked numbers; for `#[serde(deserialize_with)]`.
///
/// # Errors
/// When the value cannot be read, or a number in it is out of its range.
pub fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(inner: D) -> Result<T, D::Error> {
    T::deserialize(Watched {
        inner,
        watch: Watch::default(),
    })
}

/// Place of a value, and the names that are read in it.
#[derive(Clone, Copy, Default)]
struct Watch<'a> {
    at: Spot,
    /// Fields of the struct, or variants of the enum, that comes next.
    names: Names,
    /// Items are told apart by their numbers.
    numbered: bool,
    /// Takes the name that is read here.
    heard: Option<&'a Cell<&'static str>>,
}

impl Watch<'_> {
    /// This place, without names.
    fn plain(self) -> Watch<'static> {
        Watch {
            at: self.at,
            ..Watch::default()
        }
    }

    /// A type of its own.
    fn of(owner: &'static str, names: Names) -> Watch<'static> {
        Watch {
            at: Spot {
                owner,
                ..Spot::default()
            },
            names,
            ..Watch::default()
        }
    }

    fn hear(self, name: &str) {
        if let Some(heard) = self.heard {
            let known = self.names.iter().find(|known| **known == name);
            heard.set(known.copied().unwrap_or_default());
        }
    }
}

/// Something of `serde`, watched.
struct Watched<'a, I> {
    inner: I,
    watch: Watch<'a>,
}

/// Hands on a question for any type that is no number and has no names.
macro_rules! ask {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, inner: V) -> Result<V::Value, D::Error> {
            let watch = self.watch;
            self.inner.$name(Watched { inner, watch })
        }
    )*};
}

/// Asks for every whole number as a wide one, so that one too large is refused with its range.
macro_rules! ask_wide {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, inner: V) -> Result<V::Value, D::Error> {
            let watch = self.watch;
            self.inner.deserialize_i64(Watched { inner, watch })
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Watched<'_, D> {
    type Error = D::Error;

    ask! {
        deserialize_any deserialize_bool deserialize_u64 deserialize_u128 deserialize_i128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
        deserialize_bytes deserialize_byte_buf deserialize_option deserialize_unit deserialize_seq
        deserialize_map deserialize_identifier deserialize_ignored_any
    }

    ask_wide! {
        deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        inner: V,
    ) -> Result<V::Value, D::Error> {
        let watch = Watch::of(name, &[]);
        self.inner
            .deserialize_unit_struct(name, Watched { inner, watch })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        inner: V,
    ) -> Result<V::Value, D::Error> {
        let watch = Watch::of(name, &[]);
        self.inner
            .deserialize_newtype_struct(name, Watched { inner, watch })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        count: usize,
        inner: V,
    ) -> Result<V::Value, D::Error> {
        let watch = Watch {
            numbered: true,
            ..self.watch
        };
        self.inner
            .deserialize_tuple(count, Watched { inner, watch })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        count: usize,
        inner: V,
    ) -> Result<V::Value, D::Error> {
        let watch = Watch {
            numbered: true,
            ..Watch::of(name, &[])
        };
        self.inner
            .deserialize_tuple_struct(name, count, Watched { inner, watch })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: Names,
        inner: V,
    ) -> Result<V::Value, D::Error> {
        let watch = Watch::of(name, fields);
        self.inner
            .deserialize_struct(name, fields, Watched { inner, watch })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: Names,
        inner: V,
    ) -> Result<V::Value, D::Error> {
        let watch = Watch::of(name, variants);
        self.inner
            .deserialize_enum(name, variants, Watched { inner, watch })
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

/// Hands on a value that is neither a number nor a text.
macro_rules! take {
    ($($name:ident: $type:ty)*) => {$(
        fn $name<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.inner.$name(value)
        }
    )*};
}

/// Hands on a number within its range.
macro_rules! take_number {
    ($($name:ident: $type:ty)*) => {$(
        fn $name<E: Error>(self, value: $type) -> Result<V::Value, E> {
            let admitted = admit(self.watch.at, i128::from(value))?;
            self.inner.$name(<$type>::try_from(admitted).unwrap_or(value))
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Watched<'_, V> {
    type Value = V::Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(out)
    }

    take_number! {
        visit_u8: u8 visit_u16: u16 visit_u32: u32 visit_u64: u64
        visit_i8: i8 visit_i16: i16 visit_i32: i32 visit_i64: i64 visit_i128: i128
    }

    take! {
        visit_bool: bool visit_u128: u128 visit_f32: f32 visit_f64: f64 visit_char: char
        visit_bytes: &[u8] visit_borrowed_bytes: &'de [u8] visit_byte_buf: Vec<u8>
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<V::Value, E> {
        admit_text(self.watch.at, value)?;
        self.watch.hear(value);
        self.inner.visit_str(value)
    }

    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<V::Value, E> {
        admit_text(self.watch.at, value)?;
        self.watch.hear(value);
        self.inner.visit_borrowed_str(value)
    }

    fn visit_string<E: Error>(self, value: String) -> Result<V::Value, E> {
        admit_text(self.watch.at, &value)?;
        self.watch.hear(&value);
        self.inner.visit_string(value)
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        let watch = self.watch;
        self.inner.visit_some(Watched { inner, watch })
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        let watch = self.watch;
        self.inner.visit_newtype_struct(Watched { inner, watch })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        self.inner.visit_seq(Items {
            inner,
            watch: self.watch,
            next: 0,
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(Entries {
            inner,
            watch: self.watch,
            key: Cell::new(""),
        })
    }

    fn visit_enum<A: EnumAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        let watch = self.watch;
        self.inner.visit_enum(Watched { inner, watch })
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Watched<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        let watch = self.watch;
        self.inner.deserialize(Watched { inner, watch })
    }
}

/// Items of a list, a tuple, or a struct without the names of its fields.
struct Items<'a, A> {
    inner: A,
    watch: Watch<'a>,
    next: usize,
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Items<'_, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        inner: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let mut watch = self.watch.plain();
        match self.watch.names.get(self.next) {
            Some(name) => watch.at.field = name,
            None if self.watch.numbered => watch.at.item = Some(self.next),
            None => {}
        }
        self.next += 1;
        let item = self.inner.next_element_seed(Watched { inner, watch })?;
        match most_entries(self.watch.at) {
            Some(most) if item.is_some() && self.next > most => Err(A::Error::custom(
                format_args!("this list has at most {most} entries"),
            )),
            _ => Ok(item),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

/// Entries of a table, or fields of a struct.
struct Entries<'a, A> {
    inner: A,
    watch: Watch<'a>,
    /// Field whose value comes next.
    key: Cell<&'static str>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Entries<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        inner: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let watch = Watch {
            names: self.watch.names,
            heard: (!self.watch.names.is_empty()).then_some(&self.key),
            ..self.watch.plain()
        };
        self.inner.next_key_seed(Watched { inner, watch })
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, inner: S) -> Result<S::Value, A::Error> {
        let mut watch = self.watch.plain();
        if !self.watch.names.is_empty() {
            watch.at.field = self.key.get();
        }
        self.inner.next_value_seed(Watched { inner, watch })
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'de, 'a, A: EnumAccess<'de>> EnumAccess<'de> for Watched<'a, A> {
    type Error = A::Error;
    type Variant = Watched<'static, A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        inner: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let name = Cell::new("");
        let watch = Watch {
            names: self.watch.names,
            heard: Some(&name),
            ..self.watch.plain()
        };
        let (value, inner) = self.inner.variant_seed(Watched { inner, watch })?;
        let mut watch = self.watch.plain();
        watch.at.variant = name.get();
        Ok((value, Watched { inner, watch }))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Watched<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, inner: S) -> Result<S::Value, A::Error> {
        let watch = self.watch;
        self.inner.newtype_variant_seed(Watched { inner, watch })
    }

    fn tuple_variant<V: Visitor<'de>>(self, count: usize, inner: V) -> Result<V::Value, A::Error> {
        let watch = Watch {
            numbered: true,
            ..self.watch
        };
        self.inner.tuple_variant(count, Watched { inner, watch })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: Names,
        inner: V,
    ) -> Result<V::Value, A::Error> {
        let watch = Watch {
            names: fields,
            ..self.watch
        };
        self.inner.struct_variant(fields, Watched { inner, watch })
    }
}
