//! Webhooks: events are given their places in the feed, and deliveries are made.

mod deliverer;
mod sequencer;

pub use deliverer::deliver;
pub use sequencer::sequence;
