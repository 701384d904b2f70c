//! Why an organization is neither claimed nor registered nor changed.

use super::*;
use invoicing::{Organization, records::Provision};
use organizations::{MAIL_LIMITS, REPEAT_AFTER};
use peppol_connector::{identifiers::ParticipantId, registration::CannotRegister};
use use_cases::network::organizations::deactivate_reached;

/// A token that the tax authority knows, where a test says so.
const TOKEN: &str = "ab";

/// An organization like the usual one, but for something, that a partner manages.
fn managed(
    ports: &TestPorts,
    differs: impl FnOnce(Organization) -> Organization,
) -> (OrganizationId, PartnerId) {
    let organization = differs(build::organization());
    let (id, organizations) = (organization.id, vec![organization]);
    ports.provision(Provision { organizations, ..Provision::default() });
    (id, ports.with_partner(&[id]))
}

fn claim(context: &Context<'_, TestPorts>, partner: PartnerId) -> Result<ClaimStatus, ClaimError> {
    run(request_claim(context, partner, &EnrollRequest::default())).map(|answer| answer.status)
}

/// Where the tax authority knows [`TOKEN`] for the usual organization.
fn with_authority() -> TestPorts {
    let dic = build::organization().dic.expect("a DIČ");
    let participant = ParticipantId::of_dic(&dic, Network::Live).expect("an id");
    let verifier = FakeVerifier::default().with(&participant, TOKEN);
    TestPorts { verifier, ..TestPorts::default() }
}

fn enroll_live(ports: &TestPorts, id: OrganizationId) {
    run(enroll(&Context::new(ports, id, Tier::Live), &with_token(TOKEN))).expect("enrolled");
}

#[test]
fn without_a_dic_nothing_is_claimed_or_registered() {
    let ports = TestPorts::default();
    let (id, partner) = managed(&ports, |firm| Organization { dic: None, ic_dph: None, ..firm });
    let context = ports.context(id);
    let refused = claim(&context, partner);
    let no_dic = matches!(refused, Err(ClaimError::Cannot(CannotRegister::NoDic)));
    assert!(no_dic, "{refused:?}");
    let refused = run(enroll(&context, &with_token(TOKEN)));
    let no_dic = matches!(refused, Err(EnrollFailure::Cannot(CannotRegister::NoDic)));
    assert!(no_dic, "{refused:?}");
    assert_eq!(ports.store.events(id), Vec::<String>::new());
}

#[test]
fn no_mail_goes_to_what_is_no_address() {
    let ports = TestPorts::default();
    let email = Some("nikto".to_owned());
    let (id, partner) = managed(&ports, |firm| Organization { email, ..firm });
    let refused = claim(&ports.context(id), partner);
    assert!(matches!(refused, Err(ClaimError::Email(_))), "{refused:?}");
}

#[test]
fn one_address_gets_so_many_mails_a_day_and_no_more() {
    let ports = TestPorts::default();
    let (id, partner) = managed(&ports, |firm| firm);
    let context = ports.context(id);
    for _ in 0..MAIL_LIMITS.per_recipient {
        assert_eq!(claim(&context, partner).expect("claimed"), ClaimStatus::Sent);
        ports.still.advance(REPEAT_AFTER);
    }
    let seconds = || match claim(&context, partner) {
        Err(error @ ClaimError::TooManyMails(seconds)) => (seconds, error.to_string()),
        other => panic!("{other:?}"),
    };
    // the first of the five went fifty minutes ago
    let said = "too many confirmation mails within a day; try again in 23 h 10 min";
    assert_eq!(seconds(), (23 * 3_600 + 600, said.to_owned()));
    ports.still.advance(Duration::hours(23) + Duration::seconds(599));
    let said = "too many confirmation mails within a day; try again in 0 h 1 min";
    assert_eq!(seconds(), (1, said.to_owned()));
    ports.still.advance(Duration::SECOND);
    assert_eq!(claim(&context, partner).expect("claimed"), ClaimStatus::Sent);
}

#[test]
fn a_link_needs_randomness() {
    let mut ports = TestPorts::default();
    let (id, partner) = draft(&ports);
    ports.still.dry = true;
    let refused = claim(&ports.context(id), partner);
    assert!(matches!(refused, Err(ClaimError::NoRandomness(_))), "{refused:?}");
}

#[test]
fn while_the_authority_is_silent_no_token_stands_for_an_address() {
    let verifier = FakeVerifier::default().unreachable();
    let ports = TestPorts { verifier, ..TestPorts::default() };
    let (id, partner) = draft(&ports);
    let live = Context::new(&ports, id, Tier::Live);
    let refused = run(request_claim(&live, partner, &with_token(TOKEN)));
    assert!(matches!(refused, Err(ClaimError::Unverified(_))), "{refused:?}");
    // what is no token is not even asked about
    for token in ["", " ", "zz", "0x12", " ab", &"a".repeat(513)] {
        let refused = run(request_claim(&live, partner, &with_token(token)));
        assert!(matches!(refused, Err(ClaimError::Token(_))), "{token}: {refused:?}");
    }
}

#[test]
fn a_claim_is_not_confirmed_once_another_firm_has_the_ico() {
    let ports = TestPorts::default();
    let (id, partner, token) = claimed(&ports);
    ports.with_organization();
    let refused = run(confirm_claim(&ports, &token));
    assert!(matches!(refused, Err(ConfirmError::Collision)), "{refused:?}");
    let events = ports.store.events(id);
    assert!(events.len() == 1 && events[0].contains("PARTNER_CLAIM_COLLISION"), "{events:?}");
    let again = claim(&ports.context(id), partner);
    assert_eq!(again.expect("answered"), ClaimStatus::Collision);
}

#[test]
fn a_claim_of_the_sandbox_is_not_confirmed_by_who_is_live() {
    let ports = with_authority();
    let (id, _, token) = claimed(&ports);
    enroll_live(&ports, id);
    let refused = run(confirm_claim(&ports, &token));
    let is_live = matches!(refused, Err(ConfirmError::Cannot(CannotRegister::LiveAlready)));
    assert!(is_live, "{refused:?}");
}

#[test]
fn a_test_key_changes_nothing_of_who_is_live() {
    let ports = with_authority();
    let id = ports.with_organization().id;
    enroll_live(&ports, id);
    let settings = SettingsInput { name: Some("Nová".into()), ..SettingsInput::default() };
    let change = AskedChange { settings, ..AskedChange::default() };
    let reach = KeyScope::Organization(id);
    let refused = run(change_organization(&ports, (reach, Tier::Test), id, &change));
    assert!(matches!(refused, Err(ChangeError::LiveKey(_))), "{refused:?}");
    let record = run(change_organization(&ports, (reach, Tier::Live), id, &change));
    assert_eq!(record.expect("changed").organization.name, "Nová");
}

#[test]
fn who_does_not_reach_a_firm_does_not_deregister_it() {
    let ports = TestPorts::default();
    let (id, partner) = managed(&ports, |firm| firm);
    let context = ports.context(id);
    run(enroll(&context, &with_token(TOKEN))).expect("enrolled");
    let stranger = KeyScope::Partner(ports.with_partner(&[]));
    let refused = run(deactivate_reached(&context, stranger));
    assert!(matches!(refused, Err(KeepError::Store(StoreError::NotFound))), "{refused:?}");
    let left = run(deactivate_reached(&context, KeyScope::Partner(partner)));
    assert_eq!(
        left.expect("kept").expect("left").account,
        PeppolAccount::Deactivated(Network::Test)
    );
}
