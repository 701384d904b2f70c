//! Metrics that are read from the database: dead jobs, sends that need an operator, events that wait for their
//! sequence.

use crate::{gauges::Gauges, metrics::write, wiring::App};
use jobs::{JobQueue, OldestDue, QueueCount};
use peppol_connector::{identifiers::Network, ports::SubmissionLists};
use persistence::StoreError;
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tax_reports::{RUNNING_OUT, TaxReportStore};
use time::OffsetDateTime;
use tokio::time::timeout;
use use_cases::{
    people::oauth::{UnauthenticatedRows, count_unauthenticated},
    reporting::provider_reports::{late_provider_reports, missed_provider_reports},
};
use webhooks::ports::{Backlog, FeedStore};

/// How long to wait for the database.
const PATIENCE: Duration = Duration::from_secs(2);

impl Gauges {
    /// The metrics as Prometheus text. When the database does not answer, only that fact.
    pub async fn render(&self, app: &App) -> Arc<str> {
        self.kept_or(read(app)).await
    }
}

async fn read(app: &App) -> Arc<str> {
    match timeout(PATIENCE, DatabaseMetrics::read(app)).await {
        Ok(Ok(metrics)) => metrics.text(app.clock.now()).into(),
        Ok(Err(error)) => {
            tracing::warn!(%error, "database metrics cannot be read");
            unread().into()
        }
        Err(_) => unread().into(),
    }
}

fn unread() -> String {
    let mut text = String::new();
    write(&mut text, "billhook_database_up", "gauge", &[(&[], 0.0)]);
    text
}

/// The values of one read.
struct DatabaseMetrics {
    dead: Vec<QueueCount>,
    /// The oldest job of each kind in the queue.
    oldest: Vec<OldestDue>,
    need_operator: u64,
    backlog: Vec<Backlog>,
    /// Tax reports near their deadline.
    late_tax_reports: u64,
    /// The number of monthly reports that the network does not have yet, by network.
    late_reports: Vec<(Network, usize)>,
    /// The number of monthly reports that the network never got, by network.
    missed_reports: Vec<(Network, usize)>,
    /// Requests of unregistered callers that wait for a decision, and clients registered today.
    unauthenticated: UnauthenticatedRows,
}

impl DatabaseMetrics {
    async fn read(app: &App) -> Result<Self, StoreError> {
        let near = app.clock.now().saturating_add(RUNNING_OUT);
        let (mut late_reports, mut missed_reports) = (Vec::new(), Vec::new());
        for network in [Network::Live, Network::Test] {
            late_reports.push((network, late_provider_reports(app, network).await?));
            missed_reports.push((network, missed_provider_reports(app, network).await?));
        }
        Ok(Self {
            late_reports,
            missed_reports,
            late_tax_reports: app.store.reports_due_by(near).await?,
            dead: app.store.dead_jobs().await?,
            oldest: app.store.oldest_due().await?,
            need_operator: app.store.needing_operator().await?,
            backlog: app.store.backlog().await?,
            unauthenticated: count_unauthenticated(app).await?,
        })
    }

    fn text(&self, now: OffsetDateTime) -> String {
        let mut text = String::new();
        let mut gauge = |name: &str, values: &[(&[(&str, &str)], f64)]| {
            write(&mut text, name, "gauge", values);
        };
        gauge("billhook_database_up", &[(&[], 1.0)]);
        by_kind(&mut gauge, "billhook_jobs_dead", &self.dead_by_kind());
        by_kind(&mut gauge, "billhook_jobs_oldest_due_seconds", &self.oldest_by_kind(now));
        gauge("billhook_sends_needing_operator", &[(&[], self.need_operator as f64)]);
        gauge("billhook_tax_reports_running_out", &[(&[], self.late_tax_reports as f64)]);
        for (name, counts) in [
            ("billhook_provider_reports_late", &self.late_reports),
            ("billhook_provider_reports_missed", &self.missed_reports),
        ] {
            let labels: Vec<_> = counts.iter().map(|(of, _)| [("network", of.name())]).collect();
            let values = labels.iter().zip(counts);
            let values = values.map(|(network, (_, count))| (&network[..], *count as f64));
            gauge(name, &values.collect::<Vec<_>>());
        }
        let UnauthenticatedRows { grants, clients } = self.unauthenticated;
        let left: [(&[_], _); 2] =
            [(&[("kind", "grants")], grants as f64), (&[("kind", "clients")], clients as f64)];
        gauge("billhook_oauth_unfinished", &left);
        let count = |known| {
            let of_these = self.backlog.iter().filter(|of| of.is_known() == known);
            of_these.map(|of| of.count).sum::<u64>() as f64
        };
        let unplaced: [(&[_], _); 2] =
            [(&[("known", "true")], count(true)), (&[("known", "false")], count(false))];
        gauge("billhook_events_unplaced", &unplaced);
        let oldest = self.backlog.iter().filter(|of| of.is_known()).map(|of| of.since).min();
        let lag = oldest.map_or(0.0, |since| (now - since).as_seconds_f64().max(0.0));
        gauge("billhook_feed_lag_seconds", &[(&[], lag)]);
        text
    }

    /// The number of dead jobs of each kind; 0 for a kind that is in the queue and has none.
    fn dead_by_kind(&self) -> BTreeMap<&str, f64> {
        let none = self.oldest.iter().map(|of| (of.kind.as_str(), 0.0));
        none.chain(self.dead.iter().map(|of| (of.kind.as_str(), of.count as f64))).collect()
    }

    /// Seconds that the oldest due job of each kind has waited.
    fn oldest_by_kind(&self, now: OffsetDateTime) -> BTreeMap<&str, f64> {
        let waits = |of: &OldestDue| (now - of.since).as_seconds_f64().max(0.0);
        self.oldest.iter().map(|of| (of.kind.as_str(), waits(of))).collect()
    }
}

fn by_kind(
    gauge: &mut impl FnMut(&str, &[(&[(&str, &str)], f64)]),
    name: &str,
    values: &BTreeMap<&str, f64>,
) {
    let labels: Vec<_> = values.keys().map(|kind| [("kind", *kind)]).collect();
    let values = labels.iter().zip(values.values()).map(|(kind, value)| (&kind[..], *value));
    gauge(name, &values.collect::<Vec<_>>());
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [&str; 15] = [
        "billhook_database_up 1",
        "billhook_jobs_dead{kind=\"mail.claim\"} 2",
        "billhook_jobs_dead{kind=\"peppol.send\"} 1",
        "billhook_jobs_dead{kind=\"mail.invoice\"} 0",
        "billhook_jobs_oldest_due_seconds{kind=\"mail.invoice\"} 0",
        "billhook_jobs_oldest_due_seconds{kind=\"peppol.send\"} 70",
        "billhook_sends_needing_operator 1",
        "billhook_tax_reports_running_out 3",
        "billhook_provider_reports_late{network=\"live\"} 2",
        "billhook_provider_reports_missed{network=\"live\"} 1",
        "billhook_oauth_unfinished{kind=\"grants\"} 4",
        "billhook_oauth_unfinished{kind=\"clients\"} 6",
        "billhook_events_unplaced{known=\"true\"} 7",
        "billhook_events_unplaced{known=\"false\"} 5",
        "billhook_feed_lag_seconds 90",
    ];

    #[test]
    fn what_stands_still_is_reported_with_its_age() {
        let now = OffsetDateTime::UNIX_EPOCH + time::Duration::hours(1);
        let waits = |name: &str, count, seconds| Backlog {
            name: name.to_owned(),
            count,
            since: now - time::Duration::seconds(seconds),
        };
        let count =
            |kind: &str, count| QueueCount { kind: kind.into(), state: "dead".into(), count };
        let oldest = |kind: &str, seconds| OldestDue {
            kind: kind.into(),
            since: now - time::Duration::seconds(seconds),
        };
        let metrics = DatabaseMetrics {
            dead: vec![count("mail.claim", 2), count("peppol.send", 1)],
            oldest: vec![oldest("mail.invoice", -5), oldest("peppol.send", 70)],
            need_operator: 1,
            late_tax_reports: 3,
            late_reports: vec![(Network::Live, 2), (Network::Test, 0)],
            missed_reports: vec![(Network::Live, 1)],
            unauthenticated: UnauthenticatedRows { grants: 4, clients: 6 },
            backlog: vec![
                waits("invoice.created", 3, 20),
                waits("invoice.paid", 4, 90),
                waits("invoice.sung", 5, 900),
            ],
        };
        let text = metrics.text(now);
        for line in LINES {
            assert!(text.lines().any(|it| it == line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn where_nothing_waits_nothing_lags() {
        let still = DatabaseMetrics {
            dead: Vec::new(),
            oldest: Vec::new(),
            need_operator: 0,
            backlog: Vec::new(),
            late_tax_reports: 0,
            late_reports: Vec::new(),
            missed_reports: Vec::new(),
            unauthenticated: UnauthenticatedRows::default(),
        };
        assert!(still.text(OffsetDateTime::UNIX_EPOCH).contains("billhook_feed_lag_seconds 0\n"));
    }
}
