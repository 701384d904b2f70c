//! Notifies the loops of this process, so that they need not wait for their next poll.

use tokio::sync::{Notify, watch};

/// One notification for each loop, and one of jobs for each loop that subscribes. A notification that comes while its
/// loop works is kept until it waits again; several count as one. Other processes are not notified: their loops poll.
#[derive(Debug, Default)]
pub struct Notifier {
    jobs: watch::Sender<()>,
    events: Notify,
    deliveries: Notify,
}

impl Notifier {
    /// A job was put into the queue.
    pub fn jobs(&self) {
        self.jobs.send_replace(());
    }

    /// A change was stored that may have brought an event.
    pub fn events(&self) {
        self.events.notify_one();
    }

    /// A delivery may have become due: it was created or redelivered, or another one has ended.
    pub fn deliveries(&self) {
        self.deliveries.notify_one();
    }

    /// A subscription to [`Notifier::jobs`]. Its first notification comes at once.
    #[must_use]
    pub fn jobs_put(&self) -> JobsPut {
        let mut put = self.jobs.subscribe();
        put.mark_changed();
        JobsPut(put)
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

/// Notifications of jobs for one loop.
#[derive(Debug)]
pub struct JobsPut(watch::Receiver<()>);

impl JobsPut {
    /// Waits for the next notification. Waits for ever when the notifier is gone.
    pub async fn notified(&mut self) {
        if self.0.changed().await.is_err() {
            std::future::pending().await
        }
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
        let (mut one, mut other) = (notifier.jobs_put(), notifier.jobs_put());
        for put in [&mut one, &mut other] {
            assert!(timeout(briefly, put.notified()).await.is_ok(), "at first");
            assert!(timeout(briefly, put.notified()).await.is_err(), "events are no jobs");
        }
        notifier.jobs();
        notifier.jobs();
        for put in [&mut one, &mut other] {
            assert!(timeout(briefly, put.notified()).await.is_ok(), "each loop of jobs");
            assert!(timeout(briefly, put.notified()).await.is_err(), "twice is once");
        }
        assert!(timeout(briefly, notifier.events_notified()).await.is_ok(), "before it listened");
        assert!(timeout(briefly, notifier.events_notified()).await.is_err(), "twice is once");
    }
}
