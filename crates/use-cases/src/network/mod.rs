//! The installation's place in the Peppol network: organizations, their registrations, and the data that its SMP
//! publishes.

pub mod organizations;
pub mod publishing;
pub mod state_notice;
