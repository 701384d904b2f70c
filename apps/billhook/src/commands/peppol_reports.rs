//! `billhook peppol reports`: the monthly reports to the network.

use super::result::{CommandResult, Failure};
use clap::Subcommand;
use peppol_connector::Network;
use peppol_reporting::{Month, Standing};
use provider_reports::{ProviderReport, ProviderReportStore, ReportKind};
use runtime::{clock::Clock, config::Config, peppol, wiring};
use std::io::Write;
use store::Store;
use time::format_description::well_known::Rfc3339;
use use_cases::remake_provider_reports;

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
    },
    /// Count a month again and have both reports sent; the network takes the last ones until the 15th
    Send {
        /// Which month: 2027-01
        month: Month,
    },
}

fn kind(name: &str) -> Result<ReportKind, String> {
    let kind = ReportKind::ALL.into_iter().find(|kind| kind.name() == name);
    kind.ok_or_else(|| "tsr or eusr".to_owned())
}

/// Runs a command.
///
/// # Errors
/// What the user has to fix.
pub async fn run(config: Config, command: ReportsCommand, network: Network) -> CommandResult {
    let store = wiring::open_store(&config, false).await?;
    match command {
        ReportsCommand::List => list(&store, network).await,
        ReportsCommand::Show { kind, month, receipt } => {
            show(&store, (network, kind, month), receipt).await
        }
        ReportsCommand::Send { month } => send(&config, &store, network, month).await,
    }
}

async fn list(store: &Store, network: Network) -> CommandResult {
    for report in store.provider_reports(network, LISTED).await? {
        println!("{}  {:<4}  {}", report.month, report.kind.name(), standing(&report)?);
    }
    Ok(())
}

/// How far a report is, for people.
fn standing(report: &ProviderReport) -> Result<String, Failure> {
    if let Some(sent_at) = report.sent_at {
        return Ok(format!("sent {}", sent_at.format(&Rfc3339)?));
    }
    let how = match report.month.standing(Clock::system().now()) {
        Standing::Running | Standing::Due => "waiting",
        Standing::Reminded => "late",
        Standing::Late => "not sent, too late",
    };
    let error = report.error.as_deref().map(|error| format!(", {error}"));
    let (deadline, attempts) = (report.month.deadline(), report.attempts);
    Ok(format!("{how}, until {deadline}, attempts: {attempts}{}", error.unwrap_or_default()))
}

async fn show(
    store: &Store,
    (network, kind, month): (Network, ReportKind, Month),
    receipt: bool,
) -> CommandResult {
    let all = store.provider_reports(network, LISTED).await?;
    let found = all.iter().find(|report| report.kind == kind && report.month == month);
    let missing = || format!("there is no {} of {month}", kind.name());
    let report = found.ok_or_else(missing)?;
    let shown = match (receipt, &report.receipt) {
        (false, _) => report.document.as_bytes(),
        (true, Some(receipt)) => receipt,
        (true, None) => return Err(format!("the {} of {month} is not sent", kind.name()).into()),
    };
    std::io::stdout().write_all(shown)?;
    Ok(())
}

async fn send(config: &Config, store: &Store, network: Network, month: Month) -> CommandResult {
    let provider = peppol::provider(config, network)?;
    let provider = provider.ok_or("the access point's certificate names no seat id")?;
    if provider.reports_to.is_none() {
        let name = network.name().to_uppercase();
        return Err(format!("BILLHOOK_PEPPOL_{name}_REPORTS_TO must be set").into());
    }
    let own = (network, &provider);
    let made = remake_provider_reports(store, &Clock::system(), own, month).await?;
    println!("{made} reports of {month} are made: the workers send them");
    Ok(())
}
