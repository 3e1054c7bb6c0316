//! How the table of topics becomes a type.

/// Makes the type of topics from their names and labels.
macro_rules! topics {
    ($($(#[$doc:meta])* $name:ident => $label:literal),* $(,)?) => {
        /// A point at which the engine applies a rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Topic { $($(#[$doc])* $name),* }

        impl Topic {
            /// Every topic, in order.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// A short name for log lines and breakdowns.
            pub fn label(self) -> &'static str {
                match self { $(Self::$name => $label),* }
            }
        }
    };
}
