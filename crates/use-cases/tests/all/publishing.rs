//! Participants in the registry of the network: entered, moved, removed, and what goes wrong in between.

use crate::setup::{TestPorts, run};
use access::OrganizationId;
use events::ParticipantSource;
use organizations::EnrollRequest;
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    ports::AccountStore,
    registration::{AccountRecord, PeppolAccount},
};
use peppol_publishing::{
    CardDirectory, CardDirectoryError, Differences, Entry, EntryState, EntryStore, MigrationKey,
    ParticipantRegistry, RegistryError,
};
use std::sync::Mutex;
use testkit::{
    build::NOW,
    fakes::{FakeCardDirectory, FakeDirectory, FakeRegistry, Listing, Trouble},
    peppol::{ENROLLED, enrolled, participant},
};
use time::Duration;
use use_cases::network::{
    organizations::{EnrollFailure, deactivate_account, enroll},
    publishing::{
        Comparison, OwnEntry, PublishingError, ReleaseError, business_card, compare_registries,
        compare_registry, enter_missing, enter_ourselves, enter_participants, entry_of,
        release_participant, still_different, update_directory,
    },
};

const NETWORK: Network = Network::Test;
const KEY: &str = "AAaa11$$AAaa11$$";

struct World {
    ports: TestPorts,
    registry: FakeRegistry,
    organization: OrganizationId,
    id: ParticipantId,
}

impl World {
    /// An organization with a DIČ that is registered nowhere.
    fn new() -> Self {
        let ports = TestPorts { enters: true, ..TestPorts::default() };
        let made = ports.with_organization();
        let dic = made.dic.as_deref().expect("a DIČ");
        let id = ParticipantId::of_dic(dic, NETWORK).expect("an id");
        Self { ports, registry: FakeRegistry::default(), organization: made.id, id }
    }

    /// The state of the entry after it.
    fn enroll(&self, migration_code: Option<&str>) -> Result<Option<EntryState>, EnrollFailure> {
        let request = EnrollRequest {
            token: Some("0a".to_owned()),
            migration_code: migration_code.map(str::to_owned),
        };
        run(enroll(&self.ports.context(self.organization), &request))
            .map(|enrolled| enrolled.entry.map(|entry| entry.state))
    }

    fn enrolled() -> Self {
        let world = Self::new();
        assert_eq!(world.enroll(None).expect("enrolled"), Some(EntryState::Waiting));
        world
    }

    fn deactivate(&self) {
        let context = self.ports.context(self.organization);
        run(deactivate_account(&context)).expect("kept").expect("given up");
    }

    fn step(&self) -> usize {
        run(enter_participants(&self.ports, &self.registry, NETWORK)).expect("looked at")
    }

    /// A step when the pause after a failure is over.
    fn later(&self) -> usize {
        self.ports.still.advance(Duration::hours(1));
        self.step()
    }

    fn account(&self) -> PeppolAccount {
        run(self.ports.store.account(self.organization)).expect("an account").account
    }

    /// State and code of the entry.
    fn entry(&self) -> Option<(EntryState, Option<String>)> {
        let entry = run(self.ports.store.entry(NETWORK, &self.id)).expect("asked")?;
        Some((entry.state, entry.error.map(|error| error.code)))
    }

    /// The state of the entry as its organization sees it.
    fn seen_entry(&self) -> Option<EntryState> {
        let store = &self.ports.store;
        let account = run(store.account(self.organization)).expect("an account");
        let entry = run(entry_of(store, self.organization, &account)).expect("asked");
        entry.map(|entry| entry.state)
    }

    /// The names of the events so far.
    fn published(&self) -> Vec<String> {
        let events = self.ports.store.events(self.organization);
        let names = ["participant.activated", "participant.failed", "participant.deactivated"];
        let name = |event: &String| names.into_iter().find(|name| event.contains(name));
        events.iter().filter_map(name).map(str::to_owned).collect()
    }

    fn is_listed(&self) -> bool {
        self.registry.ours() == [self.id.canonical()]
    }
}

const ACTIVATED: &str = "participant.activated";
const FAILED: &str = "participant.failed";
const DEACTIVATED: &str = "participant.deactivated";

#[test]
fn who_enrolls_is_entered_and_told_of_it_then() {
    let world = World::enrolled();
    assert_eq!(world.account(), PeppolAccount::Enrolled(NETWORK));
    assert_eq!(world.entry(), Some((EntryState::Waiting, None)));
    assert_eq!(world.published(), [] as [&str; 0], "nobody finds it yet");
    assert_eq!((world.step(), world.step()), (1, 0));
    assert!(world.is_listed());
    assert_eq!(world.entry(), Some((EntryState::Listed, None)));
    assert_eq!(world.published(), [ACTIVATED]);
    assert_eq!(world.enroll(None).expect("a second time"), Some(EntryState::Listed));
    assert_eq!((world.later(), world.registry.calls().len()), (0, 1), "nothing is to be done");
}

#[test]
fn who_gives_it_up_is_removed() {
    let world = World::enrolled();
    world.step();
    world.deactivate();
    assert!(world.is_listed(), "the network is never called by a request");
    assert_eq!((world.step(), world.step()), (1, 0));
    assert_eq!((world.registry.ours().len(), world.entry()), (0, None));
    assert_eq!(world.published(), [ACTIVATED, DEACTIVATED]);
    world.enroll(None).expect("again");
    world.step();
    assert!(world.is_listed());
    assert_eq!(world.published(), [ACTIVATED, DEACTIVATED, ACTIVATED]);
}

/// Each step may fail in three ways; each is tried again, and done once in the end.
#[test]
fn every_step_survives_every_trouble() {
    for trouble in [Trouble::Down, Trouble::AnswerLost, Trouble::Unauthorized] {
        let world = World::enrolled();
        world.registry.troubles(&[trouble, trouble]);
        world.step();
        let unavailable = Some("SML_UNAVAILABLE".to_owned());
        assert_eq!(world.entry(), Some((EntryState::Waiting, unavailable)), "{trouble:?}");
        assert_eq!(world.step(), 0, "there is a pause first");
        assert_eq!((world.later(), world.later()), (1, 1));
        assert!(world.is_listed(), "{trouble:?}");
        assert_eq!(world.published(), [ACTIVATED], "{trouble:?}");
        world.deactivate();
        world.registry.troubles(&[trouble, trouble]);
        while world.later() > 0 {}
        assert_eq!((world.registry.ours().len(), world.entry()), (0, None), "{trouble:?}");
        assert_eq!(world.published(), [ACTIVATED, DEACTIVATED], "{trouble:?}");
    }
}

/// The registration is given up while the registry has, or may have, the participant: the entry is undone.
#[test]
fn a_step_is_undone_whose_registration_is_gone() {
    for trouble in [Trouble::Down, Trouble::AnswerLost] {
        let world = World::enrolled();
        world.registry.troubles(&[trouble]);
        world.step();
        world.deactivate();
        world.later();
        assert_eq!((world.registry.ours().len(), world.seen_entry()), (0, None), "{trouble:?}");
        assert_eq!(world.published(), [DEACTIVATED], "{trouble:?}");
    }
    // never asked: nothing is to be undone
    let world = World::enrolled();
    world.deactivate();
    assert_eq!((world.later(), world.registry.calls().len()), (0, 0));
}

#[test]
fn who_is_entered_elsewhere_is_not_registered() {
    let world = World::enrolled();
    world.registry.elsewhere(&world.id, None);
    world.step();
    assert_eq!(world.account(), PeppolAccount::None);
    let code = Some("PARTICIPANT_HELD_ELSEWHERE".to_owned());
    assert_eq!(world.entry(), Some((EntryState::Refused, code)));
    assert_eq!(world.published(), [FAILED]);
    assert_eq!(world.later(), 0);
    // with the code of the other provider it moves
    world.registry.elsewhere(&world.id, Some(KEY));
    world.enroll(Some(KEY)).expect("enrolled");
    world.step();
    assert!(world.is_listed());
    assert_eq!(world.published(), [FAILED, ACTIVATED]);
}

#[test]
fn who_receives_elsewhere_sends_here_where_the_directory_says_so() {
    let mut world = World::new();
    world.ports.network.directory =
        FakeDirectory::default().with(NETWORK, &world.id, Listing::Receives);
    world.enroll(None).expect("enrolled");
    world.registry.elsewhere(&world.id, None);
    world.step();
    let account = run(world.ports.store.account(world.organization)).expect("an account");
    assert_eq!(account.account, PeppolAccount::SendOnly(NETWORK));
    assert_eq!(account.held_by.expect("a holder").ap_host, "test.example");
    assert_eq!(world.published(), [FAILED]);
}

#[test]
fn a_migration_code_moves_a_participant_once() {
    for trouble in [None, Some(Trouble::Down), Some(Trouble::AnswerLost)] {
        let world = World::new();
        world.registry.elsewhere(&world.id, Some(KEY));
        world.enroll(Some(KEY)).expect("enrolled");
        world.registry.troubles(trouble.as_slice());
        world.step();
        world.later();
        assert!(world.is_listed(), "{trouble:?}");
        let calls = world.registry.calls();
        assert!(calls.iter().all(|call| call.starts_with("migrate")), "{calls:?}");
        assert_eq!(world.published(), [ACTIVATED], "{trouble:?}");
        let entry = run(world.ports.store.entry(NETWORK, &world.id)).expect("asked");
        assert_eq!(entry.expect("an entry").migration_key, None, "it is kept no longer");
    }
}

#[test]
fn a_wrong_migration_code_is_reported_and_a_malformed_one_refused_at_once() {
    let world = World::new();
    let refused = world.enroll(Some("M-1"));
    assert!(matches!(refused, Err(EnrollFailure::MigrationCode(_))), "{refused:?}");
    assert_eq!(world.entry(), None);
    world.registry.elsewhere(&world.id, Some("BBbb22%%BBbb22%%"));
    world.enroll(Some(KEY)).expect("enrolled");
    world.step();
    let code = Some("MIGRATION_CODE_INVALID".to_owned());
    assert_eq!(world.entry(), Some((EntryState::Refused, code)));
    assert_eq!(
        (world.account(), world.published()),
        (PeppolAccount::None, vec![FAILED.to_owned()])
    );
}

#[test]
fn a_participant_is_released_with_a_key_of_the_right_form() {
    let world = World::enrolled();
    let runtime = &world.ports.still;
    let whose = (NETWORK, &world.id);
    let early = run(release_participant(&world.ports.store, runtime, &world.registry, whose));
    let unknown = matches!(early, Err(ReleaseError::Registry(RegistryError::NotFound(_))));
    assert!(unknown, "it is not in the registry yet: {early:?}");
    world.step();
    let key = run(release_participant(&world.ports.store, runtime, &world.registry, whose));
    assert_eq!(key.expect("a key").expose().len(), 24);
    let entry = Some((EntryState::Leaving, None));
    assert_eq!((world.entry(), world.step()), (entry, 0), "it is looked for later");
    let other = (NETWORK, &participant("9915:2100000009"));
    let refused = run(release_participant(&world.ports.store, runtime, &world.registry, other));
    let unserved = matches!(&refused, Err(ReleaseError::NotServed(id)) if id == other.1);
    assert!(unserved, "it does not receive here: {refused:?}");
}

#[test]
fn nobody_is_released_without_randomness() {
    let mut world = World::enrolled();
    world.step();
    world.ports.still.dry = true;
    let (store, whose) = (&world.ports.store, (NETWORK, &world.id));
    let refused = run(release_participant(store, &world.ports.still, &world.registry, whose));
    let refused = refused.map(drop);
    assert!(matches!(refused, Err(ReleaseError::Randomness(_))), "{refused:?}");
    assert_eq!(world.entry(), Some((EntryState::Listed, None)), "it stays as it was");
}

#[test]
fn one_list_tells_of_all_who_were_released() {
    let (ports, registry) = (TestPorts::default(), FakeRegistry::default());
    for id in ["9915:2100000001", "9915:2100000002"] {
        let (owner, id) = (ports.with_enrolled_as(id), participant(id));
        run(registry.create(&id)).expect("entered");
        let entry = Entry::new((NETWORK, id), owner, ParticipantSource::ApiEnroll, None, NOW);
        run(ports.store.keep_entry(None, &entry.leaving(NOW), None)).expect("kept");
    }
    let look = || {
        ports.still.advance(Duration::hours(2));
        let changed = run(enter_participants(&ports, &registry, NETWORK)).expect("looked at");
        (changed, registry.lists())
    };
    assert_eq!(look(), (2, 1));
    registry.lists_nobody();
    assert_eq!(look(), (2, 2), "it is not asked again for the other");
}

/// The old SMP removes what it has itself, and asks the registry for nothing (SML 1.3.0).
#[test]
fn who_was_taken_over_is_registered_here_no_longer() {
    let world = World::enrolled();
    world.step();
    let (store, whose) = (&world.ports.store, (NETWORK, &world.id));
    let released = run(release_participant(store, &world.ports.still, &world.registry, whose));
    released.expect("a key");
    assert_eq!(world.later(), 1);
    assert_eq!(world.account(), PeppolAccount::Enrolled(NETWORK), "it is still here");
    world.registry.taken_over(&world.id);
    assert_eq!((world.later(), world.later()), (1, 0));
    assert_eq!(world.account(), PeppolAccount::Deactivated(NETWORK));
    assert_eq!(world.published(), [ACTIVATED, DEACTIVATED]);
    assert_eq!(world.seen_entry(), None);
    let calls = world.registry.calls();
    assert!(!calls.iter().any(|call| call.starts_with("delete")), "{calls:?}");
    // and comes back with a code of the other one
    world.registry.elsewhere(&world.id, Some(KEY));
    world.enroll(Some(KEY)).expect("enrolled");
    world.step();
    assert!(world.is_listed());
}

/// The job looks at an entry between its being kept and the registration being kept.
#[test]
fn an_enrollment_that_the_job_overtakes_keeps_its_migration_code() {
    let world = World::new();
    let prepared = Entry {
        migration_key: MigrationKey::new(KEY).ok(),
        // there was an entry before
        attempts: 1,
        ..Entry::new(
            (NETWORK, world.id.clone()),
            world.organization,
            ParticipantSource::ApiEnroll,
            None,
            NOW,
        )
    };
    run(world.ports.store.keep_entry(None, &prepared, None)).expect("kept");
    assert_eq!((world.step(), world.seen_entry()), (1, None));
    let before = run(world.ports.store.account(world.organization)).expect("an account");
    let after = enrolled(&before, &world.id);
    let store = &world.ports.store;
    run(store.change_account(world.organization, &before, &after, ENROLLED, &[], NOW))
        .expect("enrolled");
    world.registry.elsewhere(&world.id, Some(KEY));
    assert_eq!(world.step(), 1);
    assert!(world.is_listed());
    assert_eq!(world.published(), [ACTIVATED]);
}

#[test]
fn a_registry_that_cannot_be_asked_keeps_no_other_from_being_compared() {
    let ports = TestPorts { enters: true, ..TestPorts::default() };
    ports.with_enrolled_as("9915:2100000001");
    let (silent, other) = (FakeRegistry::default(), FakeRegistry::default());
    silent.lists_nobody();
    let networks = vec![(Network::Live, &silent, None), (Network::Test, &other, None)];
    let found = run(compare_registries(&ports.store, networks));
    assert!(matches!(&found[0], (Network::Live, Err(PublishingError::Registry(_)))), "{found:?}");
    let (Network::Test, Ok(compared)) = &found[1] else { panic!("{found:?}") };
    assert_eq!(compared.differences.missing, ["9915:2100000001"]);
}

/// The demonstration logged an error about a participant whose entry was on its way.
#[test]
fn what_is_being_entered_is_no_difference() {
    let world = World::enrolled();
    let differences = || {
        let networks = vec![(NETWORK, &world.registry, None)];
        let mut found = run(compare_registries(&world.ports.store, networks));
        found.remove(0).1.expect("compared").differences
    };
    assert_eq!(differences(), Differences::default());
    world.step();
    assert!(world.is_listed());
    assert_eq!(differences(), Differences::default());
    world.deactivate();
    assert_eq!(differences(), Differences::default());
    let unknown = participant("9915:2100000009");
    run(world.registry.create(&unknown)).expect("created");
    assert_eq!(differences().unknown, [unknown.canonical()]);
}

/// Who is entered while the registry is looked at a second time is none that a person has to look after.
#[test]
fn what_was_done_in_the_meantime_is_no_difference() {
    let ports = TestPorts { enters: true, ..TestPorts::default() };
    ports.with_enrolled_as("9915:2100000001");
    let registry = FakeRegistry::default();
    let own = participant("0242:000001");
    let look = || {
        let networks = vec![(Network::Test, &registry, Some(own.clone()))];
        run(compare_registries(&ports.store, networks))
    };
    let missing = |found: &[(Network, Result<Comparison, PublishingError>)]| {
        found[0].1.as_ref().expect("compared").differences.missing.clone()
    };
    let first = look();
    assert_eq!(missing(&first), ["0242:000001", "9915:2100000001"]);
    run(registry.create(&own)).expect("entered");
    assert_eq!(missing(&still_different(first, look())), ["9915:2100000001"]);
    let asked = look();
    registry.lists_nobody();
    assert!(still_different(asked, look())[0].1.is_err(), "it is asked again");
}

/// When it is in the registry, again when it says something else, and when it is gone.
#[test]
fn the_peppol_directory_has_the_cards() {
    let (world, directory) = (World::enrolled(), FakeCardDirectory::default());
    let update =
        || run(update_directory(&world.ports, &directory, NETWORK, true)).expect("looked at");
    assert_eq!(update(), 0, "nobody finds it yet");
    world.step();
    directory.down(true);
    assert_eq!((update(), update(), directory.asked().len()), (0, 0, 1), "there is a pause first");
    directory.down(false);
    world.ports.still.advance(Duration::hours(1));
    assert_eq!((update(), update()), (1, 0));
    world.deactivate();
    assert_eq!((update(), update()), (1, 0));
    let said = |what: &str| format!("{what} {}", world.id);
    let (announced, withdrawn) = (said("announce"), said("withdraw"));
    assert_eq!(directory.asked(), [announced.clone(), announced, withdrawn]);
}

/// A directory that refuses each card, slowly.
struct Refusing<'a>(&'a TestPorts, Mutex<Vec<String>>);

impl CardDirectory for Refusing<'_> {
    async fn announce(&self, participant: &ParticipantId) -> Result<(), CardDirectoryError> {
        self.1.lock().expect("not poisoned").push(participant.to_string());
        self.0.still.advance(Duration::seconds(15));
        Err(CardDirectoryError::Refused(400))
    }

    async fn withdraw(&self, _: &ParticipantId) -> Result<(), CardDirectoryError> {
        Err(CardDirectoryError::Forbidden)
    }
}

#[test]
fn a_card_that_is_refused_holds_up_no_other_and_a_slow_directory_is_left_in_time() {
    let ports = TestPorts::default();
    let all = ["9915:2100000001", "9915:2100000002", "9915:2100000003"];
    for id in all {
        ports.with_enrolled_as(id);
    }
    let directory = Refusing(&ports, Mutex::default());
    let update = || run(update_directory(&ports, &directory, NETWORK, false)).expect("looked at");
    let asked = || directory.1.lock().expect("not poisoned").clone();
    assert_eq!(update(), 0);
    assert_eq!(asked(), all[..2]);
    update();
    let asked = asked();
    assert!(asked.iter().any(|id| id == all[2]), "{asked:?}");
}

#[test]
fn differences_are_found_and_what_is_missing_is_entered_when_asked_for() {
    let ports = TestPorts { enters: true, ..TestPorts::default() };
    let first = ports.with_enrolled_as("9915:2100000001");
    ports.with_enrolled_as("9915:2100000002");
    let registry = FakeRegistry::default();
    let compare = || {
        let ourselves = participant("0242:000001");
        run(compare_registry(&ports.store, &registry, NETWORK, Some(&ourselves))).expect("compared")
    };
    let found = compare();
    assert_eq!((found.registered, found.listed), (3, 0));
    let missing = ["0242:000001", "9915:2100000001", "9915:2100000002"];
    assert_eq!(found.differences.missing, missing);
    let before = ports.store.events(first).len();
    registry.troubles(&[Trouble::AnswerLost]);
    let enter = || {
        let asked = run(enter_missing(&ports.store, &ports.still, &registry, NETWORK));
        asked.expect("asked").into_iter().map(|entry| entry.state).collect::<Vec<_>>()
    };
    assert_eq!(enter(), [EntryState::Waiting, EntryState::Listed]);
    assert_eq!(enter(), [EntryState::Listed], "it was entered by the call whose answer was lost");
    assert_eq!(enter(), []);
    assert_eq!(run(enter_participants(&ports, &registry, NETWORK)).expect("looked at"), 0);
    assert_eq!(ports.store.events(first).len(), before, "it was published when it enrolled");
    let found = compare();
    assert_eq!(found.differences.missing, ["0242:000001"]);
    assert!(found.differences.unknown.is_empty());
}

/// A DIČ that anybody may claim before it is proven.
#[test]
fn nobody_sees_the_entry_of_another_organization() {
    let world = World::enrolled();
    let store = &world.ports.store;
    let seen = |organization| {
        let account = run(store.account(organization)).expect("an account");
        run(entry_of(store, organization, &account)).expect("asked").is_some()
    };
    assert!(seen(world.organization));
    let account = run(store.account(world.organization)).expect("an account");
    let other = world.ports.with_organization().id;
    let claims = AccountRecord { account: PeppolAccount::None, participant: None, ..account };
    assert_eq!(claims.participant_in(NETWORK), Some(world.id.clone()));
    assert_eq!(run(entry_of(store, other, &claims)).expect("asked"), None);
    world.registry.elsewhere(&world.id, None);
    world.step();
    assert!(seen(world.organization), "its own is seen when it was refused");
}

#[test]
fn a_business_card_is_that_of_who_receives_here() {
    let world = World::enrolled();
    let card = |network, id: &ParticipantId| {
        run(business_card(&world.ports.store, network, id)).expect("asked")
    };
    let shown = card(NETWORK, &world.id).expect("a card");
    let [firm] = &shown.entities[..] else { panic!("one firm: {shown:?}") };
    assert_eq!(firm.country, "SK");
    assert_eq!(firm.names[0].1, testkit::build::organization().name);
    assert_eq!(card(Network::Live, &world.id), None, "it is not of the other network");
    assert_eq!(card(NETWORK, &participant("9915:2029999999")), None);
    let nowhere = TestPorts::default();
    let id = nowhere.with_enrolled_in(" ");
    let account = run(nowhere.store.account(id)).expect("an account");
    let own = account.participant_in(NETWORK).expect("an id");
    let none = run(business_card(&nowhere.store, NETWORK, &own)).expect("asked");
    assert_eq!(none, None, "without a country");
}

/// The registry refuses both: who is there for us, and who is there for another.
#[test]
fn our_own_identifier_is_ours_or_anothers() {
    let (registry, id) = (FakeRegistry::default(), participant("0242:000001"));
    let enter = || run(enter_ourselves(&registry, &id));
    registry.troubles(&[Trouble::Down]);
    assert!(enter().is_err());
    assert_eq!(enter().expect("asked"), OwnEntry::Made);
    assert_eq!(enter().expect("asked"), OwnEntry::ThereBefore);
    let registry = FakeRegistry::default();
    registry.elsewhere(&id, None);
    let held = run(enter_ourselves(&registry, &id)).expect("asked");
    assert!(matches!(held, OwnEntry::HeldElsewhere(_)), "{held:?}");
}
