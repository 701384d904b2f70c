//! The state of the schema, and databases from before the first release.

pub(in super::super) mod old;
pub(in super::super) mod pending;
