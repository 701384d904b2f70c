mod firms;

use super::result::CommandResult;
use access::{
    ApiKeyId, NewKey, NewKeyOwner, NewPartner, NewUser, OrganizationId, PartnerId, Role, Scopes,
    Tier, UserId,
};
use firms::{
    Account, CZ_ACCOUNTS, Firm, SK_ACCOUNTS, SK_BUYER_ACCOUNTS, SK_NON_PAYER_ACCOUNTS,
    czech_seller, organization, slovak_buyer, slovak_non_payer, slovak_seller,
};
use invoicing::{BankAccount, BankAccountId, Vehicle, VehicleId, records::Provision};
use money::Currency;
use organizations::OperatorStore;
use passwords::{CannotHash, Passwords};
use persistence::StoreError;
use runtime::{config::Config, secrets, wiring};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::Store;
use time::OffsetDateTime;
use use_cases::{
    NoRandomness,
    people::operator::{self, FirmError},
};
use uuid::Uuid;

/// The seeded records. The keys are printed once, and only their hashes are stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Seeded {
    pub organizations: SeededOrganizations,
    pub partner: SeededPartner,
    pub user: SeededUser,
}

/// The demo organizations.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SeededOrganizations {
    pub sk: SeededOrganization,
    pub sk_buyer: SeededOrganization,
    pub sk_nonpayer: SeededOrganization,
    pub cz: SeededOrganization,
}

/// One organization with its keys.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SeededOrganization {
    pub org_id: OrganizationId,
    pub test_key: String,
    pub live_key: String,
    pub bank_accounts: BTreeMap<Currency, Uuid>,
}

/// A pair of keys.
struct SeededKeys {
    test_key: String,
    live_key: String,
}

/// The demo partner: its keys, and its member, who belongs to no company.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SeededPartner {
    pub test_key: String,
    pub live_key: String,
    pub user: SeededUser,
}

/// A user who can sign in.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SeededUser {
    pub email: String,
    pub password: String,
}

/// Why nothing was seeded.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// There is data already.
    #[error("the database is not empty: seed fills an empty one only")]
    NotEmpty,
    /// The store failed.
    #[error("the database cannot be used")]
    Store(#[source] FirmError),
    /// No key could be created.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// The password could not be hashed.
    #[error(transparent)]
    Password(#[from] CannotHash),
}

impl From<FirmError> for SeedError {
    fn from(error: FirmError) -> Self {
        match error {
            FirmError::NotEmpty => Self::NotEmpty,
            error => Self::Store(error),
        }
    }
}

impl From<StoreError> for SeedError {
    fn from(error: StoreError) -> Self {
        Self::Store(FirmError::Store(error))
    }
}

/// Seeds the configured database and prints what is in it.
pub async fn run(config: Config, json: bool) -> CommandResult {
    let store = wiring::open_store(&config, true).await?;
    let now = runtime::clock::Clock::system().now();
    let seeded = seed(&store, config.clock.unwrap_or(now)).await?;
    if json {
        println!("{}", serde_json::to_string(&seeded)?);
    } else {
        print_for_people(&seeded);
    }
    Ok(())
}

fn print_for_people(seeded: &Seeded) {
    println!("Keys are shown this once; the database keeps their hashes.\n");
    let o = &seeded.organizations;
    for (name, organization) in
        [("sk", &o.sk), ("sk_buyer", &o.sk_buyer), ("sk_nonpayer", &o.sk_nonpayer), ("cz", &o.cz)]
    {
        println!("{name:12} {}", organization.org_id);
        println!(
            "{:12} test {}\n{:12} live {}",
            "", organization.test_key, "", organization.live_key
        );
    }
    println!(
        "{:12} test {}\n{:12} live {}",
        "partner", seeded.partner.test_key, "", seeded.partner.live_key
    );
    println!(
        "{:12} {} / {}   (sign in at /sign-in of the service)",
        "user", seeded.user.email, seeded.user.password
    );
    let member = &seeded.partner.user;
    println!("{:12} {} / {}   (of the partner)", "", member.email, member.password);
    println!("\nFor calls in the sandbox as the first company:\n");
    println!("export KEY={}\nexport ORG={}", o.sk.test_key, o.sk.org_id);
}

/// Fills an empty store with the demo organizations, in one transaction.
///
/// # Errors
/// See [`SeedError`].
pub async fn seed(store: &Store, now: OffsetDateTime) -> Result<Seeded, SeedError> {
    let strong = Passwords::strong(secrets::random()?)?;
    seed_with(store, now, &strong).await
}

/// The same with another hash of the password: tests need no strong one.
///
/// # Errors
/// See [`SeedError`].
pub async fn seed_with(
    store: &Store,
    now: OffsetDateTime,
    passwords: &Passwords,
) -> Result<Seeded, SeedError> {
    let seeded = fill(store, now, passwords).await?;
    for organization in [&seeded.organizations.sk, &seeded.organizations.sk_buyer] {
        // so that documents travel between the two at once
        operator::enroll_in_sandbox(store, organization.org_id, now).await?;
    }
    Ok(seeded)
}

/// Fills an empty store, and leaves it to the organizations to register in a network.
pub async fn seed_unregistered(store: &Store, now: OffsetDateTime) -> Result<Seeded, SeedError> {
    fill(store, now, &Passwords::strong(secrets::random()?)?).await
}

async fn fill(
    store: &Store,
    now: OffsetDateTime,
    passwords: &Passwords,
) -> Result<Seeded, SeedError> {
    let mut seeding = Seeding::new(now)?;
    let organizations = SeededOrganizations {
        sk: seeding.organization(slovak_seller(), &SK_ACCOUNTS)?,
        sk_buyer: seeding.organization(slovak_buyer(), &SK_BUYER_ACCOUNTS)?,
        sk_nonpayer: seeding.organization(slovak_non_payer(), &SK_NON_PAYER_ACCOUNTS)?,
        cz: seeding.organization(czech_seller(), &CZ_ACCOUNTS)?,
    };
    let (provision, partner, user) = seeding.finish(&organizations, passwords)?;
    operator::fill(store, &provision, now).await?;
    be_its_member(store, &provision, &partner.user).await?;
    Ok(Seeded { organizations, partner, user })
}

/// Makes the partner's user its owner.
async fn be_its_member(
    store: &Store,
    provision: &Provision,
    user: &SeededUser,
) -> Result<(), StoreError> {
    let member = provision.users.iter().find(|known| known.email == user.email);
    let partner = provision.partners.first();
    let (member, partner) = member.zip(partner).ok_or(StoreError::NotFound)?;
    store.set_partner_member(partner.id, member.id, Role::Owner).await
}

/// Gathers what is to be provisioned.
struct Seeding {
    now: OffsetDateTime,
    user: UserId,
    provision: Provision,
}

impl Seeding {
    fn new(now: OffsetDateTime) -> Result<Self, NoRandomness> {
        Ok(Self { now, user: UserId(Uuid::now_v7()), provision: Provision::default() })
    }

    fn organization(
        &mut self,
        firm: Firm,
        accounts: &[Account],
    ) -> Result<SeededOrganization, NoRandomness> {
        let id = OrganizationId(Uuid::now_v7());
        self.provision.organizations.push(organization(id, &firm, self.now));
        let mut bank_accounts = BTreeMap::new();
        for (currency, iban, bic) in accounts {
            let account = BankAccount {
                id: BankAccountId(Uuid::now_v7()),
                currency: *currency,
                iban: (*iban).to_owned(),
                bic: Some((*bic).to_owned()),
                bank_name: None,
                is_default: true,
            };
            bank_accounts.insert(*currency, account.id.0);
            self.provision.bank_accounts.push((id, account));
        }
        let vehicle = Vehicle {
            id: VehicleId(Uuid::now_v7()),
            plate: format!("{}123AB", &firm.address[1][..2].to_uppercase()),
        };
        self.provision.vehicles.push((id, vehicle));
        let owner = NewKeyOwner::User { user: self.user, organization: id };
        let keys = self.keys(owner)?;
        let SeededKeys { test_key, live_key } = keys;
        Ok(SeededOrganization { org_id: id, test_key, live_key, bank_accounts })
    }

    fn keys(&mut self, owner: NewKeyOwner) -> Result<SeededKeys, NoRandomness> {
        let mut key = |tier| -> Result<String, NoRandomness> {
            let text = secrets::new_key(matches!(owner, NewKeyOwner::Partner(_)), tier)?;
            let hint = text.hint();
            let text = text.expose().to_owned();
            self.provision.keys.push(NewKey {
                id: ApiKeyId(Uuid::now_v7()),
                hash: secrets::sha256(text.as_bytes()),
                hint,
                tier,
                scopes: Scopes::ALL,
                owner,
                name: None,
                expires_at: None,
                created_by: None,
            });
            Ok(text)
        };
        Ok(SeededKeys { test_key: key(Tier::Test)?, live_key: key(Tier::Live)? })
    }

    fn finish(
        mut self,
        o: &SeededOrganizations,
        passwords: &Passwords,
    ) -> Result<(Provision, SeededPartner, SeededUser), SeedError> {
        let organizations = vec![o.sk.org_id, o.sk_buyer.org_id, o.sk_nonpayer.org_id, o.cz.org_id];
        let memberships = organizations.iter().map(|id| (*id, Role::Owner)).collect();
        let user = self.user((self.user, "demo@billhook.example"), memberships, passwords)?;
        let member = (UserId(Uuid::now_v7()), "partner@billhook.example");
        let member = self.user(member, Vec::new(), passwords)?;
        let partner = PartnerId(Uuid::now_v7());
        let name = "Účtovníci spolu s. r. o.".to_owned();
        self.provision.partners.push(NewPartner { id: partner, name, organizations });
        let SeededKeys { test_key, live_key } = self.keys(NewKeyOwner::Partner(partner))?;
        Ok((self.provision, SeededPartner { test_key, live_key, user: member }, user))
    }

    fn user(
        &mut self,
        (id, email): (UserId, &str),
        memberships: Vec<(OrganizationId, Role)>,
        passwords: &Passwords,
    ) -> Result<SeededUser, SeedError> {
        let user = SeededUser { email: email.to_owned(), password: secrets::new_password()? };
        self.provision.users.push(NewUser {
            id,
            email: user.email.clone(),
            password_hash: passwords.hash(&user.password, secrets::random()?)?,
            memberships,
        });
        Ok(user)
    }
}
