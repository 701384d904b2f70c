//! Our place in the network: organizations, their registrations, and what our SMP publishes.

pub mod organizations;
pub mod publishing;
pub mod state_notice;
