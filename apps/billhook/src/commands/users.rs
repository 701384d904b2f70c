//! `billhook users`: people who sign in, for those who run the service.

use super::{
    CommandResult,
    organizations::{add_user, role},
};
use access::{OrganizationId, Role};
use clap::Subcommand;
use runtime::{config::Config, password_hasher::BoundedPasswords, secrets, wiring};
use serde_json::json;
use sign_in::SignInStore;
use use_cases::sign_in::set_password;
use uuid::Uuid;

/// Users on a page.
const PAGE: u16 = 100;

/// What to do with users.
#[derive(Debug, Subcommand)]
pub enum UsersCommand {
    /// Make a user a member of an organization; the password of a new user is printed this once
    Add {
        /// The user's e-mail address
        email: String,
        /// The organization's id
        #[arg(long)]
        organization: Uuid,
        /// owner, admin, accountant or viewer
        #[arg(long, value_parser = role, default_value = "owner")]
        role: Role,
    },
    /// Give a user a new password, which is printed this once, and end all sessions
    ResetPassword {
        /// The user's e-mail address
        email: String,
    },
    /// List users, the newest first
    List {
        /// A JSON object a line
        #[arg(long)]
        json: bool,
    },
}

/// Runs the command.
pub async fn run(config: Config, command: UsersCommand) -> CommandResult {
    let store = wiring::open_store(&config, false).await?;
    match command {
        UsersCommand::Add { email, organization, role } => {
            add_user(&store, OrganizationId(organization), &email, role).await
        }
        UsersCommand::ResetPassword { email } => reset_password(&store, &email).await,
        UsersCommand::List { json } => list(&store, json).await,
    }
}

async fn reset_password(store: &impl SignInStore, email: &str) -> CommandResult {
    let user = store.user_for_sign_in(email.trim()).await?;
    let user = user.ok_or_else(|| format!("there is no user {email}"))?;
    let password = secrets::new_password()?;
    let passwords = BoundedPasswords::new()?;
    set_password(store, &passwords, (user.id, &user.email), &password).await?;
    println!("{} has the password {password}; all sessions have ended", user.email);
    Ok(())
}

async fn list(store: &impl SignInStore, as_json: bool) -> CommandResult {
    let mut after = None;
    loop {
        let page = store.users(after, PAGE).await?;
        for user in &page.rows {
            let memberships = store.memberships(user.id).await?;
            if as_json {
                let of: Vec<_> = memberships
                    .iter()
                    .map(|m| json!({ "organization_id": m.organization, "role": m.role }))
                    .collect();
                println!("{}", json!({ "id": user.id, "email": user.email, "memberships": of }));
            } else {
                let of: Vec<_> =
                    memberships.iter().map(|m| format!("{} of {}", m.role, m.name)).collect();
                println!("{}  {}  {}", user.id, user.email, of.join(", "));
            }
        }
        after = page.next();
        if after.is_none() {
            return Ok(());
        }
    }
}
