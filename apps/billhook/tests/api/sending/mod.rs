//! Documents on their way out.

pub(super) mod as4;
pub(super) mod connector;
pub(super) mod connector_input;
pub(super) mod credit;
pub(super) mod late_sends;
pub(super) mod native_sends;
pub(super) mod rules_of_the_day;
pub(super) mod sapi;
pub(super) mod volume;
