//! `billhook plans`: what organizations have bought, for those who run the service.

use super::result::CommandResult;
use access::{OrganizationId, Plan};
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

fn bound(bound: Option<u64>) -> String {
    bound.map_or("any number of".to_owned(), |bound| bound.to_string())
}

/// Runs the command.
pub async fn run(config: Config, command: PlansCommand) -> CommandResult {
    match command {
        PlansCommand::List => {
            for plan in Plan::ALL {
                let calls = config.key_rate_per_minute.saturating_mul(plan.request_factor());
                let webhooks = if plan.has_webhooks() { "webhooks" } else { "no webhooks" };
                let keys = plan.max_keys();
                let invoices = bound(plan.monthly_invoices());
                let transactions = bound(plan.monthly_transactions());
                let seats =
                    plan.seats().map_or("any number of".to_owned(), |seats| seats.to_string());
                let mails = plan.mails_a_day();
                let received = plan.received_bytes_a_day() >> 30;
                println!(
                    "{plan:10}  {calls} calls a minute with a key, {keys} keys, {seats} people, {invoices} invoices and {transactions} transactions over Peppol a month, {mails} mails a day, {received} GiB received a day, {webhooks}"
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
