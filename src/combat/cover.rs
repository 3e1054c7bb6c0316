//! Chapter to be written.
