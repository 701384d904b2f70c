//! `billhook jobs`: the queue, for those who run the service.

use super::result::CommandResult;
use clap::{Subcommand, ValueEnum};
use jobs::{Job, JobFilter, JobId, JobQueue, JobState};
use peppol_connector::{
    Actor, AttemptOutcome, Jitter, Move, SEND_JOB, SubmissionId, SubmissionLists, SubmissionStore,
};
use persistence::StoreError;
use runtime::{config::Config, wiring, wiring::App};
use store::NotReady;
use use_cases::SubmissionSender;
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
        /// Of this kind only, peppol.send say
        #[arg(long)]
        kind: Option<String>,
        /// How many
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=1000))]
        limit: u16,
        /// A JSON object a line
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
    /// Nobody tries it again by itself
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
            for row in app.store.job_counts().await? {
                println!("{:28} {:8} {}", row.kind, row.state, row.count);
            }
            Ok(())
        }
        JobsCommand::List { state, kind, limit, json } => {
            let filter = JobFilter { kind: kind.as_deref(), state: state.map(StateName::name) };
            let page = app.store.jobs(filter, None, limit).await?;
            for job in &page.rows {
                println!("{}", if json { serde_json::to_string(job)? } else { line(job) });
            }
            if page.has_more {
                eprintln!("there are more: --limit shows up to 1000");
            }
            Ok(())
        }
        JobsCommand::Retry { id } => retry(&app, JobId(id)).await,
        JobsCommand::Accept { id } => settle(&app, JobId(id), Move::Accepted).await,
        JobsCommand::GiveUp { id } => settle(&app, JobId(id), Move::GivenUp).await,
    }
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
        id(job.subject),
        job.last_error.as_deref().map(|error| format!("  {error}")).unwrap_or_default(),
    )
}

async fn retry(app: &App, id: JobId) -> CommandResult {
    let job = found(app, id).await?;
    if needs_operator(app, &job).await? {
        return settle(app, id, Move::Restarted).await;
    }
    if app.store.revive_job(id, app.clock.now()).await? {
        println!("the job runs again");
        return Ok(());
    }
    Err(not_dead(&job).into())
}

/// Whether a job is a send that nothing but a person's word takes further. Any other dead job, also
/// that of a send, needs no more than to run.
async fn needs_operator(app: &App, job: &Job) -> Result<bool, StoreError> {
    let (Some(organization), Some(subject), true) =
        (job.organization, job.subject, job.kind == SEND_JOB.0)
    else {
        return Ok(false);
    };
    match app.store.submission_record(organization, SubmissionId(subject)).await {
        Ok(record) => Ok(record.submission.progress.needs_operator),
        Err(StoreError::NotFound) => Ok(false),
        Err(error) => Err(error),
    }
}

async fn found(app: &App, id: JobId) -> Result<Job, Box<dyn std::error::Error + Send + Sync>> {
    Ok(app.store.job(id).await?.ok_or_else(|| format!("there is no job {id}"))?)
}

fn not_dead(job: &Job) -> String {
    match job.state {
        JobState::Waiting { run_at } => {
            format!("the job is not dead: it runs by itself at {run_at}")
        }
        JobState::Running { .. } => "the job is not dead: a worker has it".to_owned(),
        JobState::Dead { .. } => "the job was revived by somebody else".to_owned(),
    }
}

/// Moves a submission that needs an operator as an operator.
async fn settle(app: &App, id: JobId, moved: Move) -> CommandResult {
    let job = found(app, id).await?;
    let (Some(organization), Some(subject), true) =
        (job.organization, job.subject, job.kind == SEND_JOB.0)
    else {
        return Err(format!("the job {id} is no send").into());
    };
    let (submission, _) = app.store.submission(organization, SubmissionId(subject)).await?;
    if !submission.progress.needs_operator {
        return Err("the send is not in doubt: `billhook jobs retry` lets a dead job run".into());
    }
    let outcome = match moved {
        Move::GivenUp => AttemptOutcome::Error("given up by an operator"),
        _ => AttemptOutcome::None,
    };
    let kept = SubmissionSender(app)
        .keep(organization, &submission, Actor::Operator, moved, outcome, Jitter(0))
        .await?;
    match kept {
        Some(progress) => {
            println!("{} is {}", submission.number, progress.state.name());
            Ok(())
        }
        None => Err("the submission moved meanwhile: look at it again".into()),
    }
}
