use crate::fault::LinkFault;
use crate::{
    Contact, Link, LinkId, LinkSettings, MAX_SECRET, ProgramKind, ProgramSecret, ProgramUrl,
};
use access::Tier;
use invoicing::{
    Violations,
    checks::{TextShape, check_text},
};
use refusals::FieldFault;
use time::{Date, OffsetDateTime};
use webhooks::endpoints::AddressPolicy;

/// Longest user name, in characters.
const MAX_USER: usize = 200;

/// Longest abbreviation of an account or assignment in Pohoda, in characters.
const MAX_ABBREVIATION: usize = 19;

/// Where SuperFaktúra is for Slovak companies.
const SUPERFAKTURA: &str = "https://moja.superfaktura.sk";

/// A link as a caller asks for it. Nothing is required here: [`LinkRequest::check`] says what is missing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LinkInput {
    /// Which program.
    pub kind: Option<ProgramKind>,
    /// Where it is.
    pub url: Option<String>,
    /// By whom we are let in.
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
    /// Documents issued on this day or later are written.
    pub from_date: Option<Date>,
}

/// A link that was checked.
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
    /// Its secret; `None` leaves the stored one.
    pub secret: Option<ProgramSecret>,
}

/// Why a link is not made or changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("accounting_link")]
pub enum LinkRefused {
    /// The request has violations.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// Another program is linked.
    #[error("{program} is linked: remove that link before you link another program", program = .0.name())]
    OtherProgram(ProgramKind),
}

impl LinkRequest {
    /// Checks what can be checked without the link that there is. `found` is what reading has found already.
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
        if kind.is_called() && settings.user.is_none() {
            found.add("user", FieldFault::Required);
        }
        found.into_result()?;
        Ok(Self { kind, url, settings, secret, from_date: input.from_date })
    }

    /// The link that the request makes, or makes of the one that there is.
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
        if before.is_none() && kind.is_called() && secret.is_none() {
            let mut found = Violations::new();
            found.add("secret", FieldFault::Required);
            return Err(found.into());
        }
        let link = match before {
            // what was wrong may be right now: the next request is made at once
            Some(before) => Link {
                url,
                settings,
                from_date: from_date.unwrap_or(before.from_date),
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
                contact: Contact::default(),
                version: 1,
                created_at: now,
            },
        };
        Ok(NewLink { link, secret })
    }
}

/// Which fields a kind of program has.
fn belongs(input: &LinkInput, kind: ProgramKind, found: &mut Violations) {
    let is_pohoda = matches!(kind, ProgramKind::PohodaMserver | ProgramKind::PohodaFetch);
    let called = kind.is_called();
    for (field, value, belongs) in [
        ("url", &input.url, called),
        ("user", &input.user, called),
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
    let default = (kind == ProgramKind::SuperFaktura).then_some(SUPERFAKTURA);
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
mod tests {
    use super::*;
    use crate::link::tests::link;
    use time::macros::date;
    use uuid::Uuid;

    const TODAY: Date = date!(2026 - 11 - 28);

    fn right() -> LinkInput {
        LinkInput {
            kind: Some(ProgramKind::PohodaMserver),
            url: Some("https://pohoda.example.com:444".into()),
            user: Some(" Admin ".into()),
            secret: Some("heslo".into()),
            ..LinkInput::default()
        }
    }

    fn check(input: &LinkInput) -> Result<LinkRequest, Violations> {
        LinkRequest::check(input, Violations::new(), AddressPolicy::Public, TODAY)
    }

    fn made(request: LinkRequest, before: Option<&Link>) -> Result<NewLink, LinkRefused> {
        let now = OffsetDateTime::UNIX_EPOCH;
        request.link(before, (LinkId(Uuid::from_u128(1)), Tier::Test), now, TODAY)
    }

    #[test]
    fn every_fault_is_named() {
        let kind = |kind| Some(kind);
        let fetch = LinkInput { kind: kind(ProgramKind::PohodaFetch), ..LinkInput::default() };
        for (input, fields) in [
            (LinkInput::default(), vec!["kind"]),
            (LinkInput { url: None, user: None, ..right() }, vec!["url", "user"]),
            (LinkInput { url: Some("http://a.example.com".into()), ..right() }, vec!["url"]),
            (LinkInput { secret: Some(String::new()), ..right() }, vec!["secret"]),
            (LinkInput { secret: Some("a\nb".into()), ..right() }, vec!["secret"]),
            (LinkInput { company_id: Some("1".into()), ..right() }, vec!["company_id"]),
            (LinkInput { bank_account: Some("x".repeat(20)), ..right() }, vec!["bank_account"]),
            (LinkInput { from_date: Some(date!(2026 - 11 - 29)), ..right() }, vec!["from_date"]),
            (LinkInput { user: Some("x".into()), ..fetch.clone() }, vec!["user"]),
        ] {
            let found = check(&input).expect_err("wrong");
            let named: Vec<_> = found.as_slice().iter().map(|v| v.field.as_str()).collect();
            assert_eq!(named, fields, "{input:?}");
        }
        assert!(check(&fetch).is_ok());
    }

    #[test]
    fn a_new_link_begins_today_and_needs_its_secret() {
        let new = made(check(&right()).expect("right"), None).expect("made");
        assert_eq!((new.link.from_date, new.link.version), (TODAY, 1));
        assert_eq!(new.link.settings.user.as_deref(), Some("Admin"));
        let without = LinkInput { secret: None, ..right() };
        let refused = made(check(&without).expect("right"), None);
        assert!(matches!(refused, Err(LinkRefused::Invalid(_))));
    }

    #[test]
    fn a_changed_link_keeps_its_secret_and_tries_again_at_once() {
        let before = link(ProgramKind::PohodaMserver);
        let before = before.failed("no", OffsetDateTime::UNIX_EPOCH, jobs::Jitter(0));
        let without = LinkInput { secret: None, ..right() };
        let new = made(check(&without).expect("right"), Some(&before)).expect("made");
        assert_eq!((new.secret, new.link.contact), (None, Contact::default()));
        assert_eq!((new.link.id, new.link.from_date), (before.id, before.from_date));
        assert_eq!(new.link.version, before.version + 1);
        let other = link(ProgramKind::SuperFaktura);
        let refused = made(check(&right()).expect("right"), Some(&other));
        assert_eq!(refused, Err(LinkRefused::OtherProgram(ProgramKind::SuperFaktura)));
    }

    #[test]
    fn superfaktura_is_where_it_is_for_slovak_companies() {
        let kind = Some(ProgramKind::SuperFaktura);
        let new = made(check(&LinkInput { kind, url: None, ..right() }).expect("right"), None);
        let url = new.expect("made").link.url.expect("an address");
        assert_eq!(url.as_str(), SUPERFAKTURA);
    }
}
