//! `billhook jobs`: the queue, for those who run the service.

use super::result::{CommandResult, say_if_none};
use clap::{Subcommand, ValueEnum};
use jobs::{Job, JobFilter, JobId, JobQueue};
use peppol_connector::submissions::Move;
use runtime::{config::Config, wiring};
use store::NotReady;
use use_cases::people::operator::{Taken, retry_job, settle_send};
use uuid::Uuid;

/// What to do with the queue.
#[derive(Debug, Subcommand)]
pub enum JobsCommand {
    /// How many jobs there are, by kind and state
    Count,
    /// List jobs, the newest first
    List {
        /// In this state only
        #[arg(long, value_enum)]
        state: Option<StateName>,
        /// Of this kind only, for example peppol.send
        #[arg(long)]
        kind: Option<String>,
        /// How many
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=1000))]
        limit: u16,
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Let a dead job run again, now; a send that needs an operator is tried again from the start
    Retry {
        /// Its id
        id: Uuid,
    },
    /// A send whose outcome was in doubt arrived: it counts as sent, and is charged
    Accept {
        /// The job's id
        id: Uuid,
    },
    /// A send whose outcome was in doubt never arrived: it failed, and its credit is given back
    GiveUp {
        /// The job's id
        id: Uuid,
    },
}

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StateName {
    /// For its time
    Waiting,
    /// A worker has it
    Running,
    /// It is not retried automatically
    Dead,
}

impl StateName {
    const fn name(self) -> &'static str {
        match self {
            StateName::Waiting => "waiting",
            StateName::Running => "running",
            StateName::Dead => "dead",
        }
    }
}

/// Runs the command.
pub async fn run(config: Config, command: JobsCommand) -> CommandResult {
    // looking at the queue changes no schema: servers of another version may be at work
    let app = wiring::wire(Config { migrate: false, ..config }).await?;
    if let Err(error @ NotReady::PendingMigrations(_)) = app.store.check_ready().await {
        eprintln!("billhook: {error}");
    }
    match command {
        JobsCommand::Count => {
            let counts = app.store.job_counts().await?;
            for row in &counts {
                println!("{:28} {:8} {}", row.kind, row.state, row.count);
            }
            say_if_none(counts.len());
            Ok(())
        }
        JobsCommand::List { state, kind, limit, json } => {
            let filter = JobFilter { kind: kind.as_deref(), state: state.map(StateName::name) };
            let page = app.store.jobs(filter, None, limit).await?;
            for job in &page.rows {
                println!("{}", if json { serde_json::to_string(job)? } else { line(job) });
            }
            say_if_none(page.rows.len());
            if page.has_more {
                eprintln!("there are more: --limit shows up to 1000");
            }
            Ok(())
        }
        JobsCommand::Retry { id } => print_revived(retry_job(&*app, JobId(id)).await?),
        JobsCommand::Accept { id } => {
            print_revived(settle_send(&*app, JobId(id), Move::Accepted).await?)
        }
        JobsCommand::GiveUp { id } => {
            print_revived(settle_send(&*app, JobId(id), Move::GivenUp).await?)
        }
    }
}

fn print_revived(taken: Taken) -> CommandResult {
    match taken {
        Taken::Revived => println!("the job runs again"),
        Taken::Sent(number, progress) => println!("{number} is {}", progress.state.name()),
    }
    Ok(())
}

fn line(job: &Job) -> String {
    let id = |id: Option<Uuid>| id.map_or_else(|| "-".to_owned(), |id| id.to_string());
    format!(
        "{}  {:24} {:8} {}  attempts {:3}  organization {}  subject {}{}",
        job.id,
        job.kind,
        job.state.name(),
        job.state.at(),
        job.attempts,
        id(job.organization.map(|organization| organization.0)),
        id(job.subject.map(|about| about.0)),
        job.last_error.as_deref().map(|error| format!("  {error}")).unwrap_or_default(),
    )
}
