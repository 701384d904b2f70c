//! The order in which a newcomer needs tags and operations. Tags are listed here; the operations of a tag
//! come as `routes` lists their files, and as a file's `operations![..]` names them.

use std::collections::BTreeMap;
use utoipa::openapi::{extensions::Extensions, path::Operation, tag::Tag};

/// Tags, with what their operations are about.
const TAGS: [(&str, &str); 22] = [
    ("invoices", "Issue documents, read them, get their PDF and UBL, record what was paid."),
    ("peppol", "Send over the network, follow what was sent, receive."),
    ("webhooks", "Hear of what happens: signed deliveries, and the feed of a partner."),
    ("organizations", "Companies that a partner manages, and their registration in the network."),
    ("customers", "Whom invoices are for."),
    ("settings", "Bank accounts, vehicles, number series, reminders; what the plan includes."),
    ("keys", "API keys: make, rotate, revoke."),
    ("expenses", "Invoices of suppliers: enter or take over, approve, pay."),
    ("offsets", "Set an invoice off against one of the same firm."),
    ("projects", "What documents belong together, and what they come to."),
    ("stock", "What there is in warehouses, what it cost, and what moves it."),
    ("bank", "Bank statements, and the payments that they suggest."),
    ("contracts", "Invoices that recur."),
    ("exports", "Documents of a period for accounting."),
    ("accounting", "The accounting program: what is written into it, and what it said."),
    ("dashboard", "What an owner looks at."),
    (
        "portal",
        "The portal of a company, for the session of a member: invoices, under numbers that a person types.",
    ),
    (
        "partner",
        "The portal of a partner, for the session of a member: companies, usage, events, webhooks.",
    ),
    ("account", "People: sign in, change the password, end sessions and connections. By cookie."),
    ("oauth", "OAuth 2.1: applications that act for a company with its user's consent."),
    ("public", "The page of an invoice link."),
    ("service", "Health and metrics."),
];

/// What says the place of an operation in its tag.
const PLACE: &str = "x-order";

pub(super) fn tags() -> Vec<Tag> {
    let tag = |(name, says): (&str, &str)| {
        let mut tag = Tag::new(name);
        tag.description = Some(says.to_owned());
        tag
    };
    TAGS.into_iter().map(tag).collect()
}

/// How many operations of a tag there were so far.
#[derive(Default)]
pub(super) struct Order(BTreeMap<String, usize>);

impl Order {
    /// Gives an operation the next place in its tag.
    pub(super) fn number(&mut self, operation: &mut Operation) {
        let tag = operation.tags.iter().flatten().next().cloned().unwrap_or_default();
        let place = self.0.entry(tag).or_default();
        *place += 1;
        let extensions = operation.extensions.get_or_insert_with(Extensions::default);
        extensions.insert(PLACE.to_owned(), (*place).into());
    }
}
