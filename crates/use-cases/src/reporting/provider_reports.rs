//! The monthly reports of this provider to the network: made of the message log, kept, sent until the deadline.

use crate::{
    ports::{Ports, Runtime},
    reporting::tax_reports::Reported,
    sending::attempt::attempt_service_message,
};
use ::provider_reports::{
    Draft, EarlierReport, ExchangeLog, InvalidReport, Provider, ProviderReport, ProviderReportId,
    ProviderReportStore, ReportKind, closed_months, late, reported_month,
};
use jobs::JobId;
use peppol_connector::{
    identifiers::{InvalidIdentifier, Network, ParticipantId},
    submissions::{Jitter, Trace},
};
use peppol_statistics::{Counter, Month, Standing};
use persistence::{Page, StoreError};
use time::OffsetDateTime;

/// Exchanges that are in memory at a time.
const PAGE: u16 = 1_000;

/// How long a report waits that takes the place of one that was not sent: an attempt with that one may be under way, and
/// the network takes what comes last.
const AFTER_REPLACED: time::Duration = time::Duration::minutes(2);

/// Why no reports are made.
#[derive(Debug, thiserror::Error)]
pub enum MakeReportsError {
    /// The month has not settled yet.
    #[error("{0} is not over")]
    NotOver(Month),
    /// The network does not process them any more.
    #[error("reports of {0} are not processed any more")]
    TooLate(Month),
    /// What was written breaks the rules.
    #[error(transparent)]
    Invalid(#[from] InvalidReport),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why no attempt was made. It is tried again.
#[derive(Debug, thiserror::Error)]
pub enum SendReportError {
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The constants of the reports.
    #[error(transparent)]
    Identifier(#[from] InvalidIdentifier),
}

/// Makes both reports of the last month that is over for a network in which we report, unless they are there or it is
/// too late. Returns how many were made.
///
/// # Errors
/// [`MakeReportsError`].
pub async fn make_provider_reports<P: Ports>(
    ports: &P,
    network: Network,
) -> Result<usize, MakeReportsError> {
    let Some((provider, _)) = reporter(ports, network) else { return Ok(0) };
    let now = ports.runtime().now();
    let month = reported_month(now);
    if month.standing(now) == Standing::Late || unsent(ports, network, month).await?.missing == 0 {
        return Ok(0);
    }
    let own = (network, &provider);
    make(ports.database(), ports.runtime(), own, month, EarlierReport::Stays).await
}

/// Makes both reports of a month again, in place of those that are there, and has them sent: the network takes the last
/// one. Returns how many were made.
///
/// # Errors
/// [`MakeReportsError`].
pub async fn remake_provider_reports(
    store: &(impl ExchangeLog + ProviderReportStore),
    runtime: &impl Runtime,
    own: (Network, &Provider),
    month: Month,
) -> Result<usize, MakeReportsError> {
    let now = runtime.now();
    if month > reported_month(now) {
        return Err(MakeReportsError::NotOver(month));
    }
    if month.standing(now) == Standing::Late {
        return Err(MakeReportsError::TooLate(month));
    }
    make(store, runtime, own, month, EarlierReport::IsReplaced).await
}

async fn make(
    store: &(impl ExchangeLog + ProviderReportStore),
    runtime: &impl Runtime,
    (network, we): (Network, &Provider),
    month: Month,
    earlier: EarlierReport,
) -> Result<usize, MakeReportsError> {
    let counter = counted(store, network, month, we).await?;
    let now = runtime.now();
    let drafts = Draft::both(&we.seat, month, counter)?;
    let ids = || (ProviderReportId(runtime.new_id()), JobId(runtime.new_id()));
    let mut reports = drafts.map(|draft| draft.kept(network, ids(), now));
    let of_month = reports_of(store, network, month).await?;
    for (report, job) in &mut reports {
        let is_replaced = |old: &ProviderReport| old.kind == report.kind && old.sent_at.is_none();
        if of_month.iter().any(is_replaced) {
            job.run_at = now.saturating_add(AFTER_REPLACED);
        }
    }
    let kept = store.keep_provider_reports(&reports, earlier, now).await?;
    tracing::info!(network = network.name(), %month, kept, "monthly reports to the network made");
    Ok(kept)
}

/// A month of the message log, counted page by page.
async fn counted(
    store: &impl ExchangeLog,
    network: Network,
    month: Month,
    we: &Provider,
) -> Result<Counter, StoreError> {
    let mut counter = Counter::new(month);
    let (mut after, mut unlisted) = (None, 0_usize);
    loop {
        let page: Page<_> = store.exchanges(network, month, after, PAGE).await?;
        for exchange in &page.rows {
            if let Some(country) = exchange.unlisted_country() {
                unlisted += 1;
                tracing::debug!(message.id = %exchange.message, country, "exchange has an end user in a country that the reports do not take");
            }
            if let Err(why) = counter.add(&exchange.counted(we)) {
                tracing::debug!(message.id = %exchange.message, ?why, "exchange is not counted in the reports");
            }
        }
        after = page.next();
        if after.is_none() {
            break;
        }
    }
    if unlisted > 0 {
        let (network, country) = (network.name(), &we.country);
        tracing::warn!(
            network, %month, unlisted, country,
            "exchanges of end users in countries that the reports do not take are counted as of our country"
        );
    }
    Ok(counter)
}

/// Makes an attempt to send a report, with the same message id each time.
///
/// # Errors
/// [`SendReportError`].
pub async fn send_provider_report<P: Ports>(
    ports: &P,
    id: ProviderReportId,
    jitter: Jitter,
) -> Result<Reported, SendReportError> {
    let database = ports.database();
    let report = match database.provider_report(id).await {
        Ok(report) => report,
        Err(StoreError::NotFound) => return Ok(Reported::Settled),
        Err(error) => return Err(error.into()),
    };
    if report.is_settled() {
        return Ok(Reported::Settled);
    }
    let sent = attempt(ports, &report).await?;
    let (now, month, kind) = (ports.runtime().now(), report.month, report.kind.name());
    let network = report.network.name();
    match sent {
        Ok(receipt) => {
            database.provider_report_sent(id, &receipt, now).await?;
            tracing::info!(network, %month, kind, "monthly report to the network sent");
            Ok(Reported::Settled)
        }
        Err(error) => {
            database.provider_report_failed(id, &error).await?;
            tracing::warn!(network, %month, kind, error, "monthly report to the network not sent");
            Ok(match report.next_try(now, jitter) {
                Some(at) => Reported::Again { at, error },
                None => Reported::Failed(error),
            })
        }
    }
}

/// The receipt, or why there is none.
async fn attempt<P: Ports>(
    ports: &P,
    report: &ProviderReport,
) -> Result<Result<Vec<u8>, String>, SendReportError> {
    let Some((provider, receiver)) = reporter(ports, report.network) else {
        return Ok(Err("nobody is set who gets the reports of this network".to_owned()));
    };
    let message = report.message(&provider, &receiver)?;
    let (document, trace) = (report.document.as_bytes(), &mut Trace::default());
    let result = attempt_service_message(ports, &message, document, trace).await?;
    Ok(result.map(|receipt| receipt.evidence).map_err(|(_, error)| error))
}

/// How many reports of the last month are not with the network although it reminds of them by now. A month before our
/// first exchange is nobody's business.
///
/// # Errors
/// [`StoreError`].
pub async fn late_provider_reports<P: Ports>(
    ports: &P,
    network: Network,
) -> Result<usize, StoreError> {
    let now = ports.runtime().now();
    let month = reported_month(now);
    if reporter(ports, network).is_none() || !late(month, now) {
        return Ok(0);
    }
    let Unsent { missing, waiting } = unsent(ports, network, month).await?;
    if missing == 0 {
        return Ok(waiting);
    }
    let first = ports.database().first_exchange(network).await?;
    let is_owed = first.is_some_and(|first: OffsetDateTime| Month::of(first) <= month);
    Ok(if is_owed { missing + waiting } else { waiting })
}

/// How many reports of the months before the last one the network never got: it does not process them any more, and an
/// operator has to tell it. Those of a year are looked at, from the month of our first exchange on.
///
/// # Errors
/// [`StoreError`].
pub async fn missed_provider_reports<P: Ports>(
    ports: &P,
    network: Network,
) -> Result<usize, StoreError> {
    if reporter(ports, network).is_none() {
        return Ok(0);
    }
    let Some(first) = ports.database().first_exchange(network).await? else { return Ok(0) };
    let months = closed_months(Month::of(first), ports.runtime().now());
    // with those of the last month, which are not asked for here
    let looked_at = (months.len() + 1) * ReportKind::ALL.len();
    let newest = ports.database().provider_reports(network, looked_at as u16).await?;
    let sent = newest.iter().filter(|of| of.sent_at.is_some() && months.contains(&of.month));
    Ok(months.len() * ReportKind::ALL.len() - sent.count())
}

/// What of a month's two reports is not with the network.
struct Unsent {
    missing: usize,
    waiting: usize,
}

async fn unsent<P: Ports>(ports: &P, network: Network, month: Month) -> Result<Unsent, StoreError> {
    let of_month = reports_of(ports.database(), network, month).await?;
    Ok(Unsent {
        missing: ReportKind::ALL.len() - of_month.len(),
        waiting: of_month.iter().filter(|report| report.sent_at.is_none()).count(),
    })
}

/// The reports of the last month that was reported, if it is this one.
async fn reports_of(
    store: &impl ProviderReportStore,
    network: Network,
    month: Month,
) -> Result<Vec<ProviderReport>, StoreError> {
    let mut newest = store.provider_reports(network, ReportKind::ALL.len() as u16).await?;
    newest.retain(|report| report.month == month);
    Ok(newest)
}

/// We, and who gets our reports, where we report.
fn reporter<P: Ports>(ports: &P, network: Network) -> Option<(Provider, ParticipantId)> {
    let provider = ports.provider(network)?;
    let receiver = provider.reports_to.clone()?;
    Some((provider, receiver))
}
