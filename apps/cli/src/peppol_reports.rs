//! `billhook peppol reports`: the monthly reports to the network.

use super::result::{CommandResult, Failure, say_if_none};
use clap::Subcommand;
use peppol_connector::identifiers::Network;
use peppol_statistics::{Month, ReportTiming};
use persistence::StoreError;
use provider_reports::{ProviderReport, ProviderReportStore, ReportKind};
use runtime::{clock::Clock, config::Config, peppol, wiring};
use std::{cmp::Reverse, io::Write};
use store::Store;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use use_cases::reporting::provider_reports::remake_provider_reports;

/// Reports that are listed at most: of five years.
const LISTED: u16 = 120;

/// What to do with the reports.
#[derive(Debug, Subcommand)]
pub enum ReportsCommand {
    /// List the reports, the newest month first, and how far they are
    List,
    /// Print the document of a report, or the receipt that it was taken with
    Show {
        /// Which of the two: tsr or eusr
        #[arg(value_parser = kind)]
        kind: ReportKind,
        /// Of which month: 2027-01
        month: Month,
        /// The receipt
        #[arg(long)]
        receipt: bool,
        /// The last one that was sent before another took its place
        #[arg(long)]
        replaced: bool,
    },
    /// Count a month again and have both reports sent; the network takes the last ones until the 15th
    Send {
        /// Which month: 2027-01
        month: Month,
    },
}

fn kind(name: &str) -> Result<ReportKind, String> {
    let kind = ReportKind::of_name(name);
    kind.ok_or_else(|| "tsr or eusr".to_owned())
}

/// Runs a command.
///
/// # Errors
/// What the user has to fix.
pub async fn run(config: Config, command: ReportsCommand, network: Network) -> CommandResult {
    let store = wiring::open_store(&config, false).await?;
    let clock = wiring::clock(&config, &store).await?;
    match command {
        ReportsCommand::List => list(&store, network, clock.now()).await,
        ReportsCommand::Show { kind, month, receipt, replaced } => {
            let reports = match replaced {
                true => sent_and_replaced(&store, network).await?,
                false => store.provider_reports(network, LISTED).await?,
            };
            show(&reports, (kind, month), receipt)
        }
        ReportsCommand::Send { month } => send(&config, (&store, &clock), network, month).await,
    }
}

async fn list(store: &Store, network: Network, now: OffsetDateTime) -> CommandResult {
    let mut reports = store.provider_reports(network, LISTED).await?;
    reports.extend(sent_and_replaced(store, network).await?);
    // the sort is stable: those that stand come before those that they replaced
    reports.sort_by_key(|report| Reverse(report.month));
    say_if_none(reports.len());
    for report in reports {
        println!("{}  {:<4}  {}", report.month, report.kind.name(), standing(&report, now)?);
    }
    Ok(())
}

/// The reports that the network has and that others took the place of, the last one first.
async fn sent_and_replaced(
    store: &Store,
    network: Network,
) -> Result<Vec<ProviderReport>, StoreError> {
    let mut reports = store.replaced_reports(network, LISTED).await?;
    reports.retain(|report| report.sent_at.is_some());
    Ok(reports)
}

/// How far a report is, for people.
fn standing(report: &ProviderReport, now: OffsetDateTime) -> Result<String, Failure> {
    if let Some(sent_at) = report.sent_at {
        let sent = format!("sent {}", sent_at.format(&Rfc3339)?);
        return Ok(match report.replaced_at {
            Some(at) => format!("{sent}, replaced {}", at.format(&Rfc3339)?),
            None => sent,
        });
    }
    let how = match report.month.standing(now) {
        ReportTiming::Running | ReportTiming::Due => "waiting",
        ReportTiming::Reminded => "late",
        ReportTiming::Late => "not sent, too late",
    };
    let error = report.error.as_deref().map(|error| format!(", {error}"));
    let (deadline, attempts) = (report.month.deadline(), report.attempts);
    Ok(format!("{how}, until {deadline}, attempts: {attempts}{}", error.unwrap_or_default()))
}

fn show(
    reports: &[ProviderReport],
    (kind, month): (ReportKind, Month),
    receipt: bool,
) -> CommandResult {
    let found = reports.iter().find(|report| report.kind == kind && report.month == month);
    let report = found.ok_or_else(|| format!("there is no such {} of {month}", kind.name()))?;
    let shown = match (receipt, &report.receipt) {
        (false, _) => report.document.as_bytes(),
        (true, Some(receipt)) => receipt,
        (true, None) => return Err(format!("the {} of {month} is not sent", kind.name()).into()),
    };
    std::io::stdout().write_all(shown)?;
    Ok(())
}

async fn send(
    config: &Config,
    (store, clock): (&Store, &Clock),
    network: Network,
    month: Month,
) -> CommandResult {
    let provider = peppol::provider(config, network)?;
    let provider = provider.ok_or("the access point's certificate names no seat id")?;
    if provider.reports_to.is_none() {
        let name = network.name().to_uppercase();
        return Err(format!("BILLHOOK_PEPPOL_{name}_REPORTS_TO must be set").into());
    }
    let own = (network, &provider);
    let made = remake_provider_reports(store, clock, own, month).await?;
    println!("{made} reports of {month} are made: the workers send them");
    Ok(())
}
