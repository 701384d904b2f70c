//! Documents for accounting programs.

use access::Tier;
use accounting_export::{Direction, DocumentId, Entry, EntryKind, Firm, Partner, VatLine};
use accounting_programs::{
    Account, Contact, Content, Document, Link, LinkId, LinkSettings, PostingId, ProgramKind,
    ProgramSecret, ProgramUrl,
};
use money::Currency;
use rust_decimal::{Decimal, dec};
use time::{OffsetDateTime, macros::date};
use uuid::Uuid;

/// The firm whose books are kept, and the secret to sign in with.
#[derive(Debug)]
pub struct Books {
    firm: Firm,
    secret: ProgramSecret,
}

impl Default for Books {
    /// With a secret beyond ASCII.
    fn default() -> Self {
        let firm =
            Firm { ico: "12345678".into(), country: "SK".into(), currency: Currency::Eur.into() };
        Self { firm, secret: ProgramSecret::new("tajné heslo".into()) }
    }
}

impl Books {
    /// The books of a program with this secret.
    #[must_use]
    pub fn with_secret(secret: &str) -> Self {
        Self { secret: ProgramSecret::new(secret.to_owned()), ..Self::default() }
    }

    /// A program to call.
    #[must_use]
    pub fn account<'a>(&'a self, link: &'a Link) -> Account<'a> {
        let Self { firm, secret } = self;
        Account { link, secret, firm, request: Uuid::from_u128(77) }
    }
}

/// A link to a program at this address.
///
/// # Panics
/// When it is no address.
#[must_use]
pub fn link(kind: ProgramKind, url: &str) -> Link {
    let settings = LinkSettings { user: Some("a+b@c.sk".into()), ..LinkSettings::default() };
    Link {
        id: LinkId(Uuid::from_u128(9)),
        tier: Tier::Test,
        kind,
        url: Some(ProgramUrl::stored(url.to_owned()).expect("an address")),
        settings,
        from_date: date!(2026 - 11 - 01),
        looked_through: None,
        contact: Contact::default(),
        version: 1,
        created_at: OffsetDateTime::UNIX_EPOCH,
    }
}

/// Invoices FA1, FA2 and so on, with growing ids.
#[must_use]
pub fn documents(count: u128) -> Vec<Document> {
    (1..=count).map(document).collect()
}

fn document(n: u128) -> Document {
    let entry = Entry {
        id: DocumentId(Uuid::from_u128(n)),
        direction: Direction::Issued,
        kind: EntryKind::Invoice,
        number: format!("FA{n}"),
        variable_symbol: Some(n.to_string()),
        issue_date: date!(2026 - 11 - 02),
        tax_date: date!(2026 - 11 - 02),
        due_date: None,
        partner: Partner { name: "Žltá".into(), country: "SK".into(), ..Partner::default() },
        currency: Currency::Eur.into(),
        exchange_rate: None,
        vat: vec![VatLine { category: "S".into(), rate: dec!(23), base: dec!(100), tax: dec!(23) }],
        net: dec!(100),
        tax: dec!(23),
        total: dec!(123),
        rounding: Decimal::ZERO,
        outstanding: dec!(123),
        accounting_vat: None,
        status: "issued",
    };
    let external_id = Uuid::from_u128(n + 100).to_string();
    let posting = PostingId(Uuid::from_u128(n));
    Document { posting, external_id, content: Content::Invoice(Box::new(entry)) }
}
