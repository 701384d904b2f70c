//! The portal as a whole: ways between its pages, and what they cost.

pub(super) mod company;
pub(super) mod page_bounds;
pub(super) mod portal_around;
pub(super) mod portal_changes;
pub(super) mod portal_left;
pub(super) mod portal_reading;
