//! Organizations, and their place in the network.

pub(super) mod claims;
pub(super) mod enrollment;
pub(super) mod environments;
pub(super) mod moving;
pub(super) mod organizations;
pub(super) mod portal_network;
pub(super) mod rotation;
pub(super) mod settings;
pub(super) mod smp;
