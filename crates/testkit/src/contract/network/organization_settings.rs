//! Options and settings of organizations, with their logos.

use super::organizations::{listed, made, numbered, some_partner};
use crate::build::{self, NOW, id};
use crate::contract::{StoreUnderTest, setup::kind as store_kind};
use access::{KeyScope, OrganizationId};
use invoicing::{
    Address, Draft, InvoiceStore, Organization, Settings,
    records::{Branding, Logo, LogoStore},
};
use organizations::{OptionsChange, OrganizationFilter, OrganizationStore, SettingsChange};
use time::Duration;

pub async fn options_are_set_and_leave_the_rest(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let partner = some_partner(subject).await;
    let mut expected = made(subject, partner, numbered(1)).await;
    let own = expected.organization.id;
    let change = |strict_sandbox, email: Option<Option<&str>>| OptionsChange {
        strict_sandbox,
        email: email.map(|email| email.map(str::to_owned)),
        ..OptionsChange::default()
    };
    for (change, strict_sandbox, email) in [
        (change(Some(true), None), true, Some("faktury@example.sk")),
        (change(None, Some(Some("iny@example.sk"))), true, Some("iny@example.sk")),
        (change(Some(false), Some(None)), false, None),
        (OptionsChange::default(), false, None),
    ] {
        store.change_options(own, &change).await.expect("set");
        expected.account.strict_sandbox = strict_sandbox;
        expected.email_by_partner &= email == Some("faktury@example.sk");
        expected.organization.email = email.map(str::to_owned);
        let read = store.organization_record(KeyScope::Organization(own), own).await;
        assert_eq!(read.expect("read"), expected);
    }
    let nobody = OrganizationId(id());
    let set = store.change_options(nobody, &change(Some(true), None)).await;
    assert_eq!(store_kind(&set), "not found");
}

pub async fn settings_change_what_they_were_decided_on(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let partner = some_partner(subject).await;
    let before = made(subject, partner, numbered(1)).await.organization;
    let own = before.id;
    let after = Organization {
        name: "Ďalšia píla".into(),
        ic_dph: None,
        vat_payer: false,
        address: Address::new("Nová 2", "Brno", "602 00", "CZ"),
        phone: None,
        registration: Some("vložka 7".into()),
        default_due_days: Some(30),
        branding: Branding { accent_colour: Some("#17604A".into()), logo: None },
        ..before.clone()
    };
    let of = |organization: &Organization| Settings {
        organization: organization.clone(),
        accounts: Vec::new(),
        new_logo: None,
    };
    let change = |before: &Organization, after: &Organization| OptionsChange {
        settings: Some(Box::new(SettingsChange { before: of(before), after: of(after), now: NOW })),
        ..OptionsChange::default()
    };
    let read = async || store.organization_record(KeyScope::Organization(own), own).await;
    store.change_options(own, &change(&before, &after)).await.expect("set");
    assert_eq!(read().await.expect("read").organization, after);
    // found by its new name
    let filter = OrganizationFilter { name: Some("dalsia".into()), ..Default::default() };
    assert_eq!(listed(subject, KeyScope::Partner(partner), &filter, 10).await, [own]);
    // one that was decided on what is not there any more changes nothing, nor do its options
    let stale = OptionsChange { strict_sandbox: Some(true), ..change(&before, &before) };
    assert_eq!(store_kind(&store.change_options(own, &stale).await), "conflict");
    let kept = read().await.expect("read");
    assert_eq!((&kept.organization, kept.account.strict_sandbox), (&after, false));
    let nobody = OrganizationId(id());
    let set = store.change_options(nobody, &change(&before, &after)).await;
    assert_eq!(store_kind(&set), "not found");
}

pub async fn a_logo_stays_with_the_invoices_that_may_have_it(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let partner = some_partner(subject).await;
    let own = made(subject, partner, numbered(1)).await.organization.id;
    let set = async |content: Option<&[u8]>, seconds| {
        let record = store.organization_record(KeyScope::Organization(own), own).await;
        let before = record.expect("read").organization;
        let sha256 = content.map(|content| format!("{content:?}"));
        let branding = Branding { accent_colour: None, logo: sha256.clone() };
        let organization = Organization { branding, ..before.clone() };
        let new_logo = sha256.zip(content).map(|(sha256, content)| Logo {
            sha256,
            mime_code: "image/png".into(),
            content: content.to_vec(),
        });
        let before = Settings { organization: before, accounts: Vec::new(), new_logo: None };
        let after = Settings { organization, new_logo: new_logo.clone(), ..before.clone() };
        let now = NOW + Duration::seconds(seconds);
        let settings = Some(Box::new(SettingsChange { before, after, now }));
        let change = OptionsChange { settings, ..OptionsChange::default() };
        store.change_options(own, &change).await.expect("set");
        new_logo
    };
    let kept = async |logo: &Option<Logo>| {
        let logo = logo.as_ref().expect("a logo");
        store_kind(&store.logo(own, &logo.sha256).await) == "ok"
    };
    let first = set(Some(b"first"), 0).await;
    let read = store.logo(own, &first.as_ref().expect("a logo").sha256).await;
    assert_eq!(Some(read.expect("there")), first);
    let second = set(Some(b"second"), 1).await;
    assert!(!kept(&first).await, "no invoice was issued with it");
    let draft = Draft { now: NOW + Duration::seconds(2), ..build::draft(own) };
    store.issue(&draft, None, build::respond).await.expect("issued");
    let third = set(Some(b"third"), 3).await;
    assert!(kept(&second).await, "an invoice was issued with it");
    assert_eq!(set(Some(b"second"), 4).await, second);
    assert!(!kept(&third).await);
    assert_eq!(set(None, 5).await, None);
    assert!(kept(&second).await);
    let stranger = made(subject, partner, numbered(2)).await.organization.id;
    let theirs = store.logo(stranger, &second.expect("a logo").sha256).await;
    assert_eq!(store_kind(&theirs), "not found");
}
