use crate::fault::LinkFault;
use crate::{
    Contact, Link, LinkId, LinkSettings, MAX_SECRET, ProgramKind, ProgramSecret, ProgramUrl,
};
use access::Tier;
use invoicing::{
    Violations,
    checks::{TextShape, check_text},
};
use refusals::{FieldFault, Reason};
use time::{Date, OffsetDateTime};
use webhooks::endpoints::AddressPolicy;

/// The maximum length of a user name, in characters.
const MAX_USER: usize = 200;

/// The maximum length of an abbreviation of an account or assignment in Pohoda, in characters.
const MAX_ABBREVIATION: usize = 19;

/// The address of SuperFaktúra for Slovak companies.
const SUPERFAKTURA: &str = "https://moja.superfaktura.sk";

/// The address of KROS Fakturácia.
const KROS: &str = "https://api-economy.kros.sk";

/// The body of a request for a link. All members are optional here; [`LinkRequest::check`] reports those that are
/// missing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LinkInput {
    /// The program.
    pub kind: Option<ProgramKind>,
    /// The address of the program.
    pub url: Option<String>,
    /// The user name to sign in with.
    pub user: Option<String>,
    /// The password or API key.
    pub secret: Option<String>,
    /// [`LinkSettings::company_id`].
    pub company_id: Option<String>,
    /// [`LinkSettings::bank_account`].
    pub bank_account: Option<String>,
    /// [`LinkSettings::cash_register`].
    pub cash_register: Option<String>,
    /// [`LinkSettings::set_off_assignment`].
    pub set_off_assignment: Option<String>,
    /// Documents with this issue date or a later one are written.
    pub from_date: Option<Date>,
}

/// A checked request for a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkRequest {
    kind: ProgramKind,
    url: Option<ProgramUrl>,
    settings: LinkSettings,
    secret: Option<ProgramSecret>,
    from_date: Option<Date>,
}

/// A link to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLink {
    /// The link.
    pub link: Link,
    /// The secret; `None` keeps the stored one.
    pub secret: Option<ProgramSecret>,
}

/// Why a link is not created or changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("accounting_link")]
pub enum LinkRefused {
    /// The request has violations.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// The program does not fetch from an address of ours.
    #[error("{program} does not fetch from an address with a token", program = .0.name())]
    NoToken(ProgramKind),
    /// Another program is linked already.
    #[error("{program} is linked: remove that link before you link another program", program = .0.name())]
    OtherProgram(ProgramKind),
}

impl LinkRequest {
    /// Checks what can be checked without the current link. `found` holds the violations that parsing has found
    /// already.
    ///
    /// # Errors
    /// Every violation, with its JSON path.
    pub fn check(
        input: &LinkInput,
        mut found: Violations,
        reach: AddressPolicy,
        today: Date,
    ) -> Result<Self, Violations> {
        if input.kind.is_none() {
            found.add("kind", FieldFault::Required);
        }
        if input.from_date.is_some_and(|from| from > today) {
            found.add("from_date", LinkFault::FromLater);
        }
        let kind = input.kind.unwrap_or(ProgramKind::SapiSk);
        if input.kind.is_some() {
            belongs(input, kind, &mut found);
        }
        let settings = settings(input, &mut found);
        let url = url(input, kind, reach, &mut found);
        let secret = secret(input, &mut found);
        if kind.has_user() && settings.user.is_none() {
            found.add("user", FieldFault::Required);
        }
        found.into_result()?;
        Ok(Self { kind, url, settings, secret, from_date: input.from_date })
    }

    /// The new link, or the changed one if `before` is given.
    ///
    /// # Errors
    /// [`LinkRefused`].
    pub fn link(
        self,
        before: Option<&Link>,
        (id, tier): (LinkId, Tier),
        now: OffsetDateTime,
        today: Date,
    ) -> Result<NewLink, LinkRefused> {
        let Self { kind, url, settings, secret, from_date } = self;
        if let Some(other) = before.filter(|before| before.kind != kind) {
            return Err(LinkRefused::OtherProgram(other.kind));
        }
        secret_given(kind, (before, url.as_ref()), secret.as_ref())?;
        let link = match before {
            // the change may have fixed the connection, so the next request is made at once
            Some(before) => Link {
                url,
                settings,
                from_date: from_date.unwrap_or(before.from_date),
                looked_through: None,
                contact: Contact { answered_at: before.contact.answered_at, ..Contact::default() },
                ..before.next()
            },
            None => Link {
                id,
                tier,
                kind,
                url,
                settings,
                from_date: from_date.unwrap_or(today),
                looked_through: None,
                contact: Contact::default(),
                version: 1,
                created_at: now,
            },
        };
        Ok(NewLink { link, secret })
    }
}

/// Requires a secret for a program that is called. The stored secret is only sent to the address that it was stored
/// for: otherwise somebody who may change the link could learn it by entering an address of their own.
fn secret_given(
    kind: ProgramKind,
    (before, url): (Option<&Link>, Option<&ProgramUrl>),
    secret: Option<&ProgramSecret>,
) -> Result<(), Violations> {
    let fault: Reason = match before {
        _ if !kind.is_called() || secret.is_some() => return Ok(()),
        None => FieldFault::Required.into(),
        Some(before) if before.url.as_ref() != url => LinkFault::SecretAgain.into(),
        Some(_) => return Ok(()),
    };
    let mut found = Violations::new();
    found.add("secret", fault);
    found.into_result()
}

/// Refuses fields that this kind of program does not have.
fn belongs(input: &LinkInput, kind: ProgramKind, found: &mut Violations) {
    let is_pohoda = matches!(kind, ProgramKind::PohodaMserver | ProgramKind::PohodaFetch);
    let called = kind.is_called();
    for (field, value, belongs) in [
        ("url", &input.url, called),
        ("user", &input.user, kind.has_user()),
        ("secret", &input.secret, called),
        ("company_id", &input.company_id, kind == ProgramKind::SuperFaktura),
        ("bank_account", &input.bank_account, is_pohoda),
        ("cash_register", &input.cash_register, is_pohoda),
        ("set_off_assignment", &input.set_off_assignment, is_pohoda),
    ] {
        if value.is_some() && !belongs {
            found.add(field, LinkFault::OtherKind);
        }
    }
}

fn settings(input: &LinkInput, found: &mut Violations) -> LinkSettings {
    let mut text = |field: &str, value: &Option<String>, most| {
        value.as_deref().and_then(|text| check_text(field, text, 0, most, TextShape::Line, found))
    };
    LinkSettings {
        user: text("user", &input.user, MAX_USER),
        company_id: text("company_id", &input.company_id, MAX_USER),
        bank_account: text("bank_account", &input.bank_account, MAX_ABBREVIATION),
        cash_register: text("cash_register", &input.cash_register, MAX_ABBREVIATION),
        set_off_assignment: text("set_off_assignment", &input.set_off_assignment, MAX_ABBREVIATION),
    }
}

fn url(
    input: &LinkInput,
    kind: ProgramKind,
    reach: AddressPolicy,
    found: &mut Violations,
) -> Option<ProgramUrl> {
    let default = match kind {
        ProgramKind::SuperFaktura => Some(SUPERFAKTURA),
        ProgramKind::Kros => Some(KROS),
        _ => None,
    };
    let Some(text) = input.url.as_deref().or(default) else {
        if kind.is_called() {
            found.add("url", FieldFault::Required);
        }
        return None;
    };
    match ProgramUrl::parse(text, reach) {
        Ok(url) => Some(url),
        Err(error) => {
            found.add("url", error);
            None
        }
    }
}

fn secret(input: &LinkInput, found: &mut Violations) -> Option<ProgramSecret> {
    let text = input.secret.as_deref()?;
    let is_fit =
        !text.is_empty() && text.len() <= MAX_SECRET && !text.chars().any(char::is_control);
    if !is_fit {
        found.add("secret", LinkFault::Secret);
    }
    Some(ProgramSecret::new(text.to_owned()))
}

#[cfg(test)]
mod tests;
