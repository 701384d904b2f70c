//! `billhook users`: people who sign in, for those who run the service.

use super::{
    organizations::{add_user, role},
    result::{CommandResult, Failure, say_if_none},
};
use access::{OrganizationId, PartnerId, Role};
use clap::Subcommand;
use members::{Group, MemberStore};
use runtime::{clock::Clock, config::Config, password_hasher::BoundedPasswords, secrets, wiring};
use serde_json::json;
use sign_in::{SignInStore, User};
use use_cases::people::{
    operator::{end_sessions, remove_second_factor},
    sign_in::set_password,
};
use uuid::Uuid;

/// Users on a page.
const PAGE: u16 = 100;

/// What to do with users.
#[derive(Debug, Subcommand)]
pub enum UsersCommand {
    /// Make a user a member of an organization or a partner; the password of a new user is printed only this once
    Add {
        /// The user's e-mail address
        email: String,
        /// The organization's id
        #[arg(long, required_unless_present = "partner", conflicts_with = "partner")]
        organization: Option<Uuid>,
        /// The partner's id
        #[arg(long)]
        partner: Option<Uuid>,
        /// owner, admin, accountant or viewer
        #[arg(long, value_parser = role, default_value = "owner")]
        role: Role,
    },
    /// Give a user a new password, which is printed only this once, and end all sessions
    ResetPassword {
        /// The user's e-mail address
        email: String,
    },
    /// Remove the second factor of a user who lost it, and end all sessions
    ResetSecondFactor {
        /// The user's e-mail address
        email: String,
    },
    /// End all sessions of a user
    EndSessions {
        /// The user's e-mail address
        email: String,
    },
    /// List users, the newest first
    List {
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
}

/// Runs the command.
pub async fn run(config: Config, command: UsersCommand) -> CommandResult {
    let store = wiring::open_store(&config, false).await?;
    match command {
        UsersCommand::Add { email, organization, partner, role } => {
            let organization = organization.map(|id| Group::Organization(OrganizationId(id)));
            let partner = partner.map(|id| Group::Partner(PartnerId(id)));
            let group = organization.or(partner).ok_or("name an organization or a partner")?;
            add_user(&store, group, &email, role).await
        }
        UsersCommand::ResetSecondFactor { email } => reset_second_factor(&store, &email).await,
        UsersCommand::EndSessions { email } => {
            let user = find_user(&store, &email).await?;
            let ended = end_sessions(&store, user.id, Clock::system().now()).await?;
            println!("{ended} sessions have ended");
            Ok(())
        }
        UsersCommand::ResetPassword { email } => reset_password(&store, &email).await,
        UsersCommand::List { json } => list(&store, json).await,
    }
}

async fn find_user(store: &impl SignInStore, email: &str) -> Result<User, Failure> {
    let user = store.user_for_sign_in(email.trim()).await?;
    Ok(user.ok_or_else(|| format!("there is no user {email}"))?)
}

async fn reset_second_factor(store: &impl SignInStore, email: &str) -> CommandResult {
    let user = find_user(store, email).await?;
    let now = Clock::system().now();
    let (removed, ended) = remove_second_factor(store, user.id, now).await?;
    match removed {
        true => {
            println!("{} signs in with the password alone; {ended} sessions have ended", user.email)
        }
        false => println!("{} had no second factor; {ended} sessions have ended", user.email),
    }
    Ok(())
}

async fn reset_password(store: &impl SignInStore, email: &str) -> CommandResult {
    let user = find_user(store, email).await?;
    let password = secrets::new_password()?;
    let passwords = BoundedPasswords::new()?;
    let means = (&passwords, &Clock::system());
    set_password(store, means, (user.id, &user.email), &password).await?;
    println!("{} has the password {password}; all sessions have ended", user.email);
    Ok(())
}

async fn list(store: &(impl SignInStore + MemberStore), as_json: bool) -> CommandResult {
    let mut after = None;
    loop {
        let page = store.users(after, PAGE).await?;
        if after.is_none() {
            say_if_none(page.rows.len());
        }
        for user in &page.rows {
            let memberships = store.memberships(user.id).await?;
            let partners = store.partner_memberships(user.id).await?;
            if as_json {
                let of: Vec<_> = memberships
                    .iter()
                    .map(|m| json!({ "organization_id": m.organization, "role": m.role }))
                    .collect();
                let with: Vec<_> = partners
                    .iter()
                    .map(|m| json!({ "partner_id": m.partner, "role": m.role }))
                    .collect();
                println!(
                    "{}",
                    json!({ "id": user.id, "email": user.email, "memberships": of,
                        "partner_memberships": with })
                );
            } else {
                let companies = memberships.iter().map(|m| format!("{} of {}", m.role, m.name));
                let partners = partners.iter().map(|m| format!("{} of {}", m.role, m.name));
                let of: Vec<_> = companies.chain(partners).collect();
                println!("{}  {}  {}", user.id, user.email, of.join(", "));
            }
        }
        after = page.next();
        if after.is_none() {
            return Ok(());
        }
    }
}
