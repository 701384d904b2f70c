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
    let url = ProgramUrl::stored("https://pohoda.example.com:444".into()).expect("an address");
    let before = Link { url: Some(url), ..link(ProgramKind::PohodaMserver) };
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
fn the_stored_secret_goes_to_no_other_address() {
    let url = |text: &str| ProgramUrl::stored(text.into()).expect("an address");
    for (known, asked, is_kept) in [
        ("https://pohoda.example.com:444", "https://pohoda.example.com:444/", true),
        ("https://pohoda.example.com:444", "https://pohoda.example.com", false),
        ("https://pohoda.example.com:444", "https://evil.example.com:444", false),
        ("https://pohoda.example.com:444", "https://pohoda.example.com:444/a", false),
    ] {
        let before = Link { url: Some(url(known)), ..link(ProgramKind::PohodaMserver) };
        let asked = |secret: Option<String>| {
            let input = LinkInput { url: Some(asked.into()), secret, ..right() };
            made(check(&input).expect("right"), Some(&before))
        };
        let Err(LinkRefused::Invalid(found)) = asked(None) else {
            assert!(is_kept, "{known}");
            continue;
        };
        assert!(!is_kept, "{known}");
        assert_eq!(found.as_slice()[0].field, "secret");
        assert!(asked(Some("heslo".into())).is_ok(), "with the secret it may go anywhere");
    }
}

#[test]
fn kros_is_known_by_its_token_alone() {
    let kind = Some(ProgramKind::Kros);
    let input = LinkInput { kind, url: None, user: None, ..right() };
    let new = made(check(&input).expect("right"), None).expect("made");
    assert_eq!(new.link.url.expect("an address").as_str(), KROS);
    let found = check(&LinkInput { kind, ..right() }).expect_err("it has no user");
    assert_eq!(found.as_slice()[0].field, "user");
}

#[test]
fn superfaktura_is_where_it_is_for_slovak_companies() {
    let kind = Some(ProgramKind::SuperFaktura);
    let new = made(check(&LinkInput { kind, url: None, ..right() }).expect("right"), None);
    let url = new.expect("made").link.url.expect("an address");
    assert_eq!(url.as_str(), SUPERFAKTURA);
}
