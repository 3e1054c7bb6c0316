//! What the tests of this room share.

pub(crate) mod draft;
pub(crate) mod elsewhere;
pub(crate) mod proving;
pub(crate) mod skirmish;
pub(crate) mod testing;
pub(crate) mod things;
