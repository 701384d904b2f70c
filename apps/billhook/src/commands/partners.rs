//! `billhook partners`: firms that manage many organizations, for those who run the service.

use super::{keys::missing, result::CommandResult};
use access::{NewPartner, OrganizationId, PartnerId};
use clap::Subcommand;
use invoicing::{Provision, ProvisionStore};
use organizations::OperatorStore;
use runtime::{config::Config, wiring};
use serde_json::json;
use uuid::Uuid;

/// Partners on a page.
const PAGE: u16 = 100;

/// Longest name of a partner.
const MAX_NAME: usize = 300;

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
        /// A JSON object a line
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
    /// Let a partner manage an organization no longer
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
    let (partner, organization, managed) = match command {
        PartnersCommand::Create { name } => {
            let name = name.trim().to_owned();
            if name.is_empty() || name.chars().count() > MAX_NAME || name.contains(char::is_control)
            {
                return Err(
                    format!("the name must have 1 to {MAX_NAME} printable characters").into()
                );
            }
            let id = PartnerId(Uuid::now_v7());
            let partners = vec![NewPartner { id, name, organizations: Vec::new() }];
            let provision = Provision { partners, ..Provision::default() };
            store.provision(&provision, runtime::clock::Clock::system().now()).await?;
            println!("{id}");
            return Ok(());
        }
        PartnersCommand::List { json } => return list(&store, json).await,
        PartnersCommand::Add { partner, organization } => (partner, organization, true),
        PartnersCommand::Remove { partner, organization } => (partner, organization, false),
    };
    let set = store.set_managed(OrganizationId(organization), PartnerId(partner), managed).await;
    set.map_err(|error| missing(error, "there is no such partner, or no such organization"))?;
    println!("{}", if managed { "managed" } else { "not managed" });
    Ok(())
}

async fn list(store: &store::Store, json: bool) -> CommandResult {
    let mut after = None;
    loop {
        let page = store.partners(after, PAGE).await?;
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
