//! Organizations, and their place in the network.

pub(super) mod audit;
pub(super) mod organizations;
