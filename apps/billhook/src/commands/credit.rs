//! `billhook credit`: Peppol credit, for those who run the service.

use super::result::CommandResult;
use access::OrganizationId;
use agent_api::routes::views::LedgerLineBody;
use clap::{Subcommand, ValueEnum};
use peppol_connector::{
    credit::Credits,
    ports::{AccountStore, CreditStore},
};
use runtime::{config::Config, wiring};
use use_cases::people::operator;
use uuid::Uuid;

/// Most credit that is bought at once: more is a typing error.
const MOST: u64 = 10_000_000;

/// What to do with credit.
#[derive(Debug, Subcommand)]
pub enum CreditCommand {
    /// Show the balance and the newest lines of the ledger
    Show {
        /// The organization's id
        organization: Uuid,
    },
    /// Add credit that was bought, once for each key
    TopUp {
        /// The organization's id
        organization: Uuid,
        /// How many sends
        #[arg(value_parser = clap::value_parser!(u64).range(1..=MOST))]
        amount: u64,
        /// What was bought, for example an order's number. The same key again adds nothing
        #[arg(long)]
        key: String,
    },
    /// Set whether a prepayment is overdue: then no live send is accepted
    Prepayment {
        /// The organization's id
        organization: Uuid,
        /// Its state
        #[arg(value_enum)]
        state: PrepaymentState,
    },
}

/// How a prepayment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PrepaymentState {
    /// Nothing is owed
    Settled,
    /// Live sends are refused
    Overdue,
}

/// Runs the command.
pub async fn run(config: Config, command: CreditCommand) -> CommandResult {
    let store = wiring::open_store(&config, false).await?;
    let now = runtime::clock::Clock::system().now();
    match command {
        CreditCommand::Show { organization } => {
            let organization = OrganizationId(organization);
            let balance = store.balance(organization).await?;
            let account = store.account(organization).await?;
            println!("available {}, reserved {}", balance.available.0, balance.reserved.0);
            if account.prepayment_overdue {
                println!("a prepayment is overdue: live sends are refused");
            }
            for line in store.ledger(organization, None, 20).await?.rows {
                println!("{}", serde_json::to_string(&LedgerLineBody::of(line))?);
            }
            Ok(())
        }
        CreditCommand::TopUp { organization, amount, key } => {
            let organization = OrganizationId(organization);
            let added = operator::top_up(&store, organization, &key, Credits(amount), now);
            let balance = added.await?;
            println!("available {}, reserved {}", balance.available.0, balance.reserved.0);
            Ok(())
        }
        CreditCommand::Prepayment { organization, state } => {
            let overdue = state == PrepaymentState::Overdue;
            let organization = OrganizationId(organization);
            operator::set_prepayment_overdue(&store, organization, overdue).await?;
            println!("{}", if overdue { "overdue" } else { "settled" });
            Ok(())
        }
    }
}
