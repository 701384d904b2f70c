//! Wakes the loops of this process, so that they need not wait for their next look.

use tokio::sync::Notify;

/// A bell for each loop. One that rings while its loop is at work is heard afterwards: nothing is
/// missed, and any number of rings is one. Other processes are not heard: loops look by themselves
/// too.
#[derive(Debug, Default)]
pub struct Wake {
    jobs: Notify,
    events: Notify,
    deliveries: Notify,
}

impl Wake {
    /// A job was put into the queue.
    pub fn jobs(&self) {
        self.jobs.notify_one();
    }

    /// Something was kept that may have brought an event.
    pub fn events(&self) {
        self.events.notify_one();
    }

    /// A delivery may be begun: it was made, or asked for again, or another one has ended.
    pub fn deliveries(&self) {
        self.deliveries.notify_one();
    }

    /// Waits for [`Wake::jobs`]; one loop only.
    pub async fn jobs_rung(&self) {
        self.jobs.notified().await;
    }

    /// Waits for [`Wake::events`]; one loop only.
    pub async fn events_rung(&self) {
        self.events.notified().await;
    }

    /// Waits for [`Wake::deliveries`]; one loop only.
    pub async fn deliveries_rung(&self) {
        self.deliveries.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    #[tokio::test]
    async fn each_loop_hears_its_own_bell_also_afterwards() {
        let wake = Wake::default();
        let briefly = Duration::from_millis(20);
        wake.events();
        wake.events();
        assert!(timeout(briefly, wake.jobs_rung()).await.is_err());
        assert!(timeout(briefly, wake.events_rung()).await.is_ok(), "rung before it listened");
        assert!(timeout(briefly, wake.events_rung()).await.is_err(), "twice is once");
    }
}
