//! Notifies the loops of this process, so that they need not wait until they look by themselves.

use tokio::sync::Notify;

/// One notification for each loop. One that comes while its loop is at work is kept until it listens;
/// any number of them is one. Other processes are not notified: their loops look by themselves too.
#[derive(Debug, Default)]
pub struct Notifier {
    jobs: Notify,
    events: Notify,
    deliveries: Notify,
}

impl Notifier {
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

    /// Waits for [`Notifier::jobs`]; one loop only.
    pub async fn jobs_notified(&self) {
        self.jobs.notified().await;
    }

    /// Waits for [`Notifier::events`]; one loop only.
    pub async fn events_notified(&self) {
        self.events.notified().await;
    }

    /// Waits for [`Notifier::deliveries`]; one loop only.
    pub async fn deliveries_notified(&self) {
        self.deliveries.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    #[tokio::test]
    async fn each_loop_is_notified_of_its_own_also_afterwards() {
        let notifier = Notifier::default();
        let briefly = Duration::from_millis(20);
        notifier.events();
        notifier.events();
        assert!(timeout(briefly, notifier.jobs_notified()).await.is_err());
        assert!(timeout(briefly, notifier.events_notified()).await.is_ok(), "before it listened");
        assert!(timeout(briefly, notifier.events_notified()).await.is_err(), "twice is once");
    }
}
