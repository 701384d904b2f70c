//! `billhook organizations`: those of the whole installation, for those who run the service.

use super::result::{CommandResult, Failure, say_if_none};
use access::{OrganizationId, PartnerId, Plan, Role, UserId};
use agent_requests::read_organization;
use clap::Subcommand;
use invoicing::{Violations, checks::check_organization};
use members::Group;
use organizations::{OperatorStore, OrganizationFilter, OrganizationRecord};
use runtime::{clock::Clock, config::Config, password_hasher::BoundedPasswords, secrets, wiring};
use serde_json::json;
use std::{io::Read, path::PathBuf};
use store::Store;
use use_cases::people::operator::{self, Added, NewPerson};
use uuid::Uuid;

/// Organizations on a page.
const PAGE: u16 = 100;

/// What to do with organizations.
#[derive(Debug, Subcommand)]
pub enum OrganizationsCommand {
    /// Make an organization from the JSON body of POST /v1/agent/organizations, and print its id
    Create {
        /// The file with the body; - reads standard input
        body: PathBuf,
        /// free, basic, pro or enterprise
        #[arg(long, value_parser = super::plans::plan, default_value = "free")]
        plan: Plan,
        /// The partner that manages it
        #[arg(long)]
        partner: Option<Uuid>,
    },
    /// List organizations, the newest first
    List {
        /// Part of the name
        #[arg(long)]
        name: Option<String>,
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Make a user a member of an organization; the password of a new user is printed only this once
    AddUser {
        /// The organization's id
        organization: Uuid,
        /// The user's e-mail address
        email: String,
        /// owner, admin, accountant or viewer
        #[arg(long, value_parser = role, default_value = "owner")]
        role: Role,
    },
}

pub(super) fn role(name: &str) -> Result<Role, String> {
    name.parse().map_err(|_| format!("must be one of {}", Role::ALL.map(Role::name).join(", ")))
}

/// Runs the command.
pub async fn run(config: Config, command: OrganizationsCommand) -> CommandResult {
    let store = wiring::open_store(&config, false).await?;
    match command {
        OrganizationsCommand::Create { body, plan, partner } => {
            let plan_of = (plan, partner.map(PartnerId));
            let id = create(&store, &read(&body)?, plan_of).await?;
            println!("{id}");
            Ok(())
        }
        OrganizationsCommand::List { name, json } => list(&store, name, json).await,
        OrganizationsCommand::AddUser { organization, email, role } => {
            add_user(&store, Group::Organization(OrganizationId(organization)), &email, role).await
        }
    }
}

fn read(path: &PathBuf) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut body)?;
    } else {
        body = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(body)
}

async fn create(
    store: &Store,
    body: &[u8],
    plan_of: (Plan, Option<PartnerId>),
) -> Result<OrganizationId, Failure> {
    let ((input, _), mut found) = read_organization(body);
    let party = check_organization(&input, &mut found).filter(|_| found.is_empty());
    let party = party.ok_or_else(|| violations_text(&found))?;
    let (id, now) = (OrganizationId(Uuid::now_v7()), Clock::system().now());
    operator::make_organization(store, id, party, plan_of, now).await?;
    Ok(id)
}

/// Everything that is wrong, a line each.
fn violations_text(found: &Violations) -> String {
    let lines = found.as_slice().iter().map(|wrong| format!("{} {}", wrong.field, wrong.message));
    lines.collect::<Vec<_>>().join("\n")
}

async fn list(store: &Store, name: Option<String>, json: bool) -> CommandResult {
    let filter = OrganizationFilter { name, ..OrganizationFilter::default() };
    let mut after = None;
    loop {
        let page = store.all_organizations(&filter, after, PAGE).await?;
        if after.is_none() {
            say_if_none(page.rows.len());
        }
        for OrganizationRecord { organization, account, .. } in &page.rows {
            let (id, name, plan) = (organization.id, &organization.name, organization.plan);
            let (ico, dic) = (organization.ico.as_deref(), organization.dic.as_deref());
            let status = account.account.status().name();
            if json {
                let row = json!({"org_id": id, "name": name, "ico": ico, "dic": dic, "plan": plan,
                    "peppol_status": status});
                println!("{row}");
            } else {
                let (ico, dic) = (ico.unwrap_or("-"), dic.unwrap_or("-"));
                println!("{id}  {name}  IČO {ico}  DIČ {dic}  plan {plan}  Peppol {status}");
            }
        }
        after = page.next();
        if after.is_none() {
            return Ok(());
        }
    }
}

pub(super) async fn add_user(
    store: &Store,
    group: Group,
    email: &str,
    role: Role,
) -> CommandResult {
    let (password, passwords) = (secrets::new_password()?, BoundedPasswords::new()?);
    let person = NewPerson { id: UserId(Uuid::now_v7()), password: &password };
    let now = Clock::system().now();
    let added = operator::add_user(store, &passwords, (group, role), email, person, now);
    match added.await? {
        (email, Added::Account) => println!("{email} is {role}, with the password {password}"),
        (email, Added::Role) => println!("{email} is {role}"),
    }
    Ok(())
}
