//! Workers: they take jobs from the durable queue and see them through.

mod housework;
mod pace;
mod webhooks;
mod worker;
mod workers;

pub use pace::Pace;
use worker::{Stop, work};
pub use workers::Workers;
