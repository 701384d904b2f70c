//! `billhook plans`: what organizations have bought, for those who run the service.

use super::result::CommandResult;
use access::{MonthlyLimit, OrganizationId, Plan};
use clap::Subcommand;
use runtime::{config::Config, wiring};
use use_cases::people::operator;
use uuid::Uuid;

/// What to do with plans.
#[derive(Debug, Subcommand)]
pub enum PlansCommand {
    /// What each plan has
    List,
    /// Set the plan of an organization
    Set {
        /// The organization's id
        organization: Uuid,
        /// free, basic, pro or enterprise
        #[arg(value_parser = plan)]
        plan: Plan,
    },
}

pub(super) fn plan(name: &str) -> Result<Plan, String> {
    name.parse().map_err(|_| format!("must be one of {}", Plan::ALL.map(Plan::name).join(", ")))
}

fn invoices(limit: MonthlyLimit) -> String {
    let included =
        limit.included.map_or("any number of".to_owned(), |included| included.to_string());
    let at_most = limit.at_most.map_or_else(String::new, |at_most| format!(" (at most {at_most})"));
    format!("{included} invoices a month{at_most}")
}

/// Runs the command.
pub async fn run(config: Config, command: PlansCommand) -> CommandResult {
    match command {
        PlansCommand::List => {
            for plan in Plan::ALL {
                let calls = config.key_rate_per_minute.saturating_mul(plan.request_factor());
                let webhooks = if plan.has_webhooks() { "webhooks" } else { "no webhooks" };
                let keys = plan.max_keys();
                let invoices = invoices(plan.monthly_invoices());
                let mails = plan.mails_a_day();
                let received = plan.received_bytes_a_day() >> 30;
                println!(
                    "{plan:10}  {calls} calls a minute with a key, {keys} keys, {invoices}, {mails} mails a day, {received} GiB received a day, {webhooks}"
                );
            }
        }
        PlansCommand::Set { organization, plan } => {
            let store = wiring::open_store(&config, false).await?;
            operator::set_plan(&store, OrganizationId(organization), plan).await?;
            println!("{plan}");
        }
    }
    Ok(())
}
