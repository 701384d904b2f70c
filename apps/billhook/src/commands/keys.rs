//! `billhook keys`: keys of any organization and partner, for those who run the service.

use super::result::{CommandResult, Failure, say_if_none};
use access::{
    AddKeyError, ApiKeyId, Grantor, KEY_OVERLAP, KeyFilter, KeyRequest, KeyScope, KeyState,
    KeyStore, NewKeyOwner, OrganizationId, PartnerId, Scopes, Tier,
};
use agent_api::routes::people::keys::KeyView;
use clap::{Args, Subcommand, ValueEnum};
use organizations::OperatorStore;
use persistence::StoreError;
use runtime::{config::Config, wiring, wiring::App};
use service_day::DayError;
use time::{Duration, OffsetDateTime};
use use_cases::people::keys::{IssuedKey, KeyError, create_key, revoke_key, rotate_key};
use uuid::Uuid;

/// Keys on a page.
const PAGE: u16 = 100;

/// What to do with keys.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Make a key; its text is printed only this once
    Create {
        /// For whom
        #[command(flatten)]
        owner: Owner,
        /// The member of the organization whose role limits the key
        #[arg(long, requires = "organization")]
        user: Option<String>,
        /// test or live
        #[arg(long, value_enum, default_value_t = TierName::Test)]
        tier: TierName,
        /// Names separated by spaces, for example "invoice:read invoice:create". A partner's key has all but
        /// contract:delete by default, a user's key all that the role has
        #[arg(long)]
        scopes: Option<String>,
        /// What it is for
        #[arg(long)]
        name: Option<String>,
        /// When it expires, for example 2027-12-31T23:00:00Z
        #[arg(long)]
        expires: Option<String>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// List keys, the newest first: those of an owner, or all
    List {
        /// Whose
        #[command(flatten)]
        owner: Whose,
        /// Include those that were revoked or have expired
        #[arg(long)]
        all: bool,
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Revoke a key: the next call with it is refused
    Revoke {
        /// Its id
        id: Uuid,
    },
    /// Make a successor with the same rights; the old key stays valid for a while
    Rotate {
        /// The id of the old key
        id: Uuid,
        /// Hours for which the old key stays valid
        #[arg(long, default_value_t = KEY_OVERLAP.whole_hours())]
        overlap_hours: i64,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

/// For whom a key is.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct Owner {
    /// A partner's id
    #[arg(long)]
    partner: Option<Uuid>,
    /// An organization's id
    #[arg(long)]
    organization: Option<Uuid>,
}

/// Whose keys.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct Whose {
    /// A partner's id
    #[arg(long)]
    partner: Option<Uuid>,
    /// An organization's id
    #[arg(long)]
    organization: Option<Uuid>,
}

/// Sandbox or production.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TierName {
    /// The sandbox
    Test,
    /// Production
    Live,
}

/// Runs the command.
pub async fn run(config: Config, command: KeysCommand) -> CommandResult {
    let app = wiring::wire(Config { migrate: false, ..config }).await?;
    match command {
        KeysCommand::Create { owner, user, tier, scopes, name, expires, json } => {
            let owner = owner_of(&app, &owner, user.as_deref()).await?;
            let tier = match tier {
                TierName::Test => Tier::Test,
                TierName::Live => Tier::Live,
            };
            let scopes = scopes.as_deref().map(scopes_of).transpose()?;
            let expires_at = expires.as_deref().map(instant).transpose()?;
            let request = KeyRequest { name, tier: Some(tier), scopes, expires_at };
            let made = create_key(&*app, &Grantor::Operator, owner, request).await;
            let made =
                made.map_err(|error| key_failure(error, "the owner is not found".to_owned()))?;
            show(&app, &made, None, json)
        }
        KeysCommand::List { owner, all, json } => list(&app, &owner, all, json).await,
        KeysCommand::Revoke { id } => {
            let revoked = revoke_key(&*app, &Grantor::Operator, ApiKeyId(id)).await;
            revoked.map_err(|error| missing(error, &format!("there is no key {id}")))?;
            println!("revoked");
            Ok(())
        }
        KeysCommand::Rotate { id, overlap_hours, json } => {
            let overlap = Duration::seconds(overlap_hours.saturating_mul(3600));
            let rotated = rotate_key(&*app, &Grantor::Operator, ApiKeyId(id), overlap).await;
            let (made, ends_at) =
                rotated.map_err(|error| key_failure(error, format!("there is no key {id}")))?;
            show(&app, &made, Some(ends_at), json)
        }
    }
}

/// What was not found by its name, and the rest as it is.
fn key_failure(error: KeyError, missing: String) -> Failure {
    match error {
        KeyError::Add(AddKeyError::Store(StoreError::NotFound)) => missing.into(),
        error => error.into(),
    }
}

/// What was not found, by its name.
fn missing(error: StoreError, what: &str) -> Failure {
    match error {
        StoreError::NotFound => what.into(),
        error => error.into(),
    }
}

async fn owner_of(app: &App, owner: &Owner, user: Option<&str>) -> Result<NewKeyOwner, Failure> {
    if let Some(partner) = owner.partner {
        return Ok(NewKeyOwner::Partner(PartnerId(partner)));
    }
    let organization = OrganizationId(owner.organization.ok_or("--partner or --organization")?);
    let email = user.ok_or("--user is missing: the e-mail address of a member")?;
    let user = app.store.user_by_email(email).await?;
    let user =
        user.ok_or_else(|| format!("there is no user {email}: see organizations add-user"))?;
    Ok(NewKeyOwner::User { user, organization })
}

fn scopes_of(text: &str) -> Result<Scopes, Failure> {
    text.parse().map_err(|_| {
        let known = Scopes::ALL.to_string();
        format!("--scopes {text:?} holds a name that is no scope; there are: {known}").into()
    })
}

fn instant(text: &str) -> Result<OffsetDateTime, Failure> {
    service_day::parse_instant(text).map_err(|error| match error {
        DayError::Form => "--expires must be a time of the form 2027-12-31T23:00:00Z".into(),
        DayError::Bounds => format!("--expires {error}").into(),
    })
}

fn show(
    app: &App,
    made: &IssuedKey,
    old_ends_at: Option<OffsetDateTime>,
    json: bool,
) -> CommandResult {
    if json {
        let mut view = KeyView::of(&made.record, app.clock.now());
        view.key = Some(made.text.expose());
        view.old_key_ends_at = old_ends_at;
        println!("{}", serde_json::to_string(&view)?);
        return Ok(());
    }
    println!("{}", made.text.expose());
    eprintln!("key {}; shown this once, the database keeps its hash", made.record.id);
    if let Some(at) = old_ends_at {
        eprintln!("the old key goes on until {at}");
    }
    Ok(())
}

async fn list(app: &App, owner: &Whose, all: bool, json: bool) -> CommandResult {
    let partner = owner.partner.map(|id| KeyScope::Partner(PartnerId(id)));
    let organization = owner.organization.map(|id| KeyScope::Organization(OrganizationId(id)));
    let now = app.clock.now();
    let filter = KeyFilter { tier: None, state: (!all).then_some((KeyState::Active, now)) };
    let mut after = None;
    loop {
        let page = app.store.keys(partner.or(organization), filter, after, PAGE).await?;
        if after.is_none() {
            say_if_none(page.rows.len());
        }
        for record in &page.rows {
            let view = KeyView::of(record, now);
            println!("{}", if json { serde_json::to_string(&view)? } else { line(&view) });
        }
        after = page.next();
        if after.is_none() {
            return Ok(());
        }
    }
}

fn line(key: &KeyView<'_>) -> String {
    let time =
        |at: Option<OffsetDateTime>| at.map_or_else(|| "never".to_owned(), |at| at.to_string());
    let (kind, owner) = match (key.partner_id, key.organization_id) {
        (Some(partner), _) => ("partner", partner),
        (None, organization) => ("organization", organization.unwrap_or_default()),
    };
    format!(
        "{}  {}…  {:8} {kind} {owner}  {}  last used {}  ends {}  {}",
        key.id,
        key.prefix,
        key.state,
        key.name.unwrap_or("-"),
        time(key.last_used_at),
        time(key.expires_at),
        key.scopes.join(" "),
    )
}
