//! Documents on their way out.

pub(super) mod sends;
