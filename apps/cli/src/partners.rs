//! `billhook partners`: firms that manage many organizations, for those who run the service.

use super::result::{CommandResult, say_if_none};
use access::{OrganizationId, PartnerId};
use clap::Subcommand;
use organizations::OperatorStore;
use runtime::{clock::Clock, config::Config, wiring};
use serde_json::json;
use use_cases::people::operator;
use uuid::Uuid;

/// Partners on a page.
const PAGE: u16 = 100;

/// What to do with partners.
#[derive(Debug, Subcommand)]
pub enum PartnersCommand {
    /// Make a partner and print its id; `keys create --partner` makes its keys
    Create {
        /// Its name, which claims show
        name: String,
    },
    /// List partners, the newest first
    List {
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Let a partner manage an organization
    Add {
        /// The partner's id
        partner: Uuid,
        /// The organization's id
        organization: Uuid,
    },
    /// Stop a partner from managing an organization
    Remove {
        /// The partner's id
        partner: Uuid,
        /// The organization's id
        organization: Uuid,
    },
}

/// Runs the command.
pub async fn run(config: Config, command: PartnersCommand) -> CommandResult {
    let store = wiring::open_store(&config, false).await?;
    match command {
        PartnersCommand::Create { name } => {
            let (id, now) = (PartnerId(Uuid::now_v7()), Clock::system().now());
            operator::make_partner(&store, id, &name, now).await?;
            println!("{id}");
        }
        PartnersCommand::List { json } => list(&store, json).await?,
        PartnersCommand::Add { partner, organization } => {
            let (organization, partner) = (OrganizationId(organization), PartnerId(partner));
            operator::add_to_partner(&store, organization, partner).await?;
            println!("managed");
        }
        PartnersCommand::Remove { partner, organization } => {
            let (organization, partner) = (OrganizationId(organization), PartnerId(partner));
            operator::remove_from_partner(&store, organization, partner).await?;
            println!("not managed");
        }
    }
    Ok(())
}

async fn list(store: &store::Store, json: bool) -> CommandResult {
    let mut after = None;
    loop {
        let page = store.partners(after, PAGE).await?;
        if after.is_none() {
            say_if_none(page.rows.len());
        }
        for partner in &page.rows {
            let (id, name, count) = (partner.id, &partner.name, partner.organizations);
            if json {
                println!("{}", json!({"id": id, "name": name, "organizations": count}));
            } else {
                println!("{id}  {name}  organizations {count}");
            }
        }
        after = page.next();
        if after.is_none() {
            return Ok(());
        }
    }
}
