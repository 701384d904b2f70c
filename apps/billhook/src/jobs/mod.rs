//! Workers: they take jobs from the durable queue and see them through.

mod housework;
mod pace;
mod worker;

pub use pace::Pace;
pub use worker::{Stop, work};
