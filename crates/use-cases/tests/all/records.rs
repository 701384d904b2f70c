//! What an organization keeps to issue invoices with: made once, refused with a reason, retired for good.

use crate::setup::{TestPorts, run};
use access::OrganizationId;
use idempotency::{Answer, Fingerprint, Lease, UnwritableAnswer};
use invoicing::{
    BankAccountId, ContactId, CustomerInput, InvoiceStore, VehicleId, Violations,
    records::{
        BankAccountInput, BankAccountStore, ContactRow, VehicleInput, VehicleRecord, VehicleStore,
    },
};
use peppol_connector::{
    identifiers::Network,
    ports::AccountStore,
    registration::{AccountRecord, PeppolAccount},
};
use persistence::StoreError;
use std::collections::BTreeMap;
use testkit::{
    build::{NOW, fingerprint, lease},
    peppol,
};
use use_cases::{
    Context, IdempotencyError,
    invoicing::records::{
        NewRecord, RecordError, add_bank_account, add_customer, add_vehicle, change_bank_account,
        change_customer, change_vehicle, retire_bank_account, retire_customer, retire_vehicle,
    },
};
use uuid::Uuid;

type Key = Option<(Lease, Fingerprint)>;

const IBAN: &str = "SK3112000000198742637541";
const OTHER: &str = "SK0809000000000123123123";
const NOBODYS: Uuid = Uuid::from_u128(7);

/// The names of a result for comparing: errors have no equality.
fn kind<T>(result: &Result<T, RecordError>) -> &'static str {
    match result {
        Ok(_) => "ok",
        Err(RecordError::Invalid(_)) => "invalid",
        Err(RecordError::Refused(_)) => "refused",
        Err(RecordError::LiveKey(_)) => "live key",
        Err(RecordError::Key(IdempotencyError::KeyReused)) => "key reused",
        Err(RecordError::Key(_)) => "key",
        Err(RecordError::Unwritable(_)) => "unwritable",
        Err(RecordError::Store(StoreError::NotFound)) => "not found",
        Err(RecordError::Store(_)) => "store",
    }
}

fn answer(id: impl Into<Uuid>) -> Result<Answer, UnwritableAnswer> {
    Answer::json(201, &id.into())
}

/// JSON has no such keys.
fn unwritable() -> Result<Answer, UnwritableAnswer> {
    Answer::json(201, &BTreeMap::from([((1, 1), 1)]))
}

fn id_of(answer: &Answer) -> Uuid {
    serde_json::from_slice(&answer.body).expect("an id")
}

fn found() -> Violations {
    let mut found = Violations::new();
    found.add("iban", refusals::Reason::plain("is no text"));
    found
}

fn new<T>(input: T, lease: Key) -> NewRecord<T> {
    NewRecord { input, found: Violations::new(), lease }
}

fn account(iban: &str) -> BankAccountInput {
    BankAccountInput { iban: Some(iban.into()), ..BankAccountInput::default() }
}

fn add(
    context: &Context<'_, TestPorts>,
    new: NewRecord<BankAccountInput>,
) -> Result<Answer, RecordError> {
    run(add_bank_account(context, new, |record| answer(record.account.id)))
}

/// Registered in the live network: a test key changes nothing of it then.
pub fn enroll_live(ports: &TestPorts, owner: OrganizationId) {
    let before = run(ports.store.account(owner)).expect("an account");
    let after = AccountRecord {
        account: PeppolAccount::Enrolled(Network::Live),
        ..peppol::enrolled(&before, &peppol::participant("9915:2020202020"))
    };
    let audit = peppol::ENROLLED;
    run(ports.store.change_account(owner, &before, &after, audit, &[], NOW)).expect("enrolled");
}

#[test]
fn a_bank_account_is_made_changed_and_retired() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let context = ports.context(owner);
    let key = |body| Some((lease("account-1"), fingerprint(body)));
    let made = add(&context, new(account(IBAN), key(1))).expect("made");
    assert_eq!(add(&context, new(account(IBAN), key(1))).expect("replayed"), made);
    assert_eq!(kind(&add(&context, new(account(OTHER), key(2)))), "key reused");
    let id = BankAccountId(id_of(&made));
    let in_use = || run(ports.store.bank_accounts_in_use(owner)).expect("read");
    assert_eq!((in_use().len(), in_use()[0].account.is_default), (1, true));
    for (new, expected) in [
        (new(account(IBAN), None), "refused"),
        (new(account("SK00"), None), "invalid"),
        (new(BankAccountInput::default(), None), "invalid"),
        (NewRecord { input: account(OTHER), found: found(), lease: None }, "invalid"),
    ] {
        assert_eq!(kind(&add(&context, new.clone())), expected, "{new:?}");
    }
    let refused = run(add_bank_account(&context, new(account(OTHER), None), |_| unwritable()));
    assert_eq!(kind(&refused), "unwritable");
    assert_eq!(in_use().len(), 1, "nothing of it is kept");

    let change = |id, input: &BankAccountInput| {
        run(change_bank_account(&context, id, input, &Violations::new()))
    };
    let named = BankAccountInput { bank_name: Some("Banka".into()), ..BankAccountInput::default() };
    let changed = change(id, &named).expect("changed").account;
    assert_eq!((changed.bank_name.as_deref(), changed.iban.as_str()), (Some("Banka"), IBAN));
    assert_eq!(kind(&change(id, &account("SK00"))), "invalid");
    assert_eq!(kind(&change(BankAccountId(NOBODYS), &named)), "not found");
    let retire = |id| run(retire_bank_account(&context, id));
    assert_eq!(kind(&retire(BankAccountId(NOBODYS))), "not found");
    for _ in 0..2 {
        retire(id).expect("retired, and again");
    }
    assert_eq!((kind(&change(id, &named)), in_use().len()), ("refused", 0));
}

#[test]
fn a_test_key_changes_no_account_of_a_live_organization() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let context = ports.context(owner);
    let id = BankAccountId(id_of(&add(&context, new(account(IBAN), None)).expect("made")));
    enroll_live(&ports, owner);
    assert_eq!(kind(&add(&context, new(account(OTHER), None))), "live key");
    let changed = run(change_bank_account(&context, id, &account(OTHER), &Violations::new()));
    assert_eq!(kind(&changed), "live key");
    assert_eq!(kind(&run(retire_bank_account(&context, id))), "live key");
    let live = Context::new(&ports, owner, access::Tier::Live);
    add(&live, new(account(OTHER), None)).expect("made");
}

#[test]
fn a_vehicle_is_made_changed_and_retired() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let respond = |record: &VehicleRecord| answer(record.vehicle.id);
    let typed = |plate: Option<&str>| VehicleInput { plate: plate.map(str::to_owned) };
    let add =
        |plate: Option<&str>, lease| run(add_vehicle(&context, new(typed(plate), lease), respond));
    let key = Some((lease("vehicle-1"), fingerprint(1)));
    let made = add(Some("BA 123 XY"), key.clone()).expect("made");
    assert_eq!(add(Some("BA 123 XY"), key).expect("replayed"), made);
    for (plate, expected) in
        [(Some("BA123XY"), "refused"), (Some("?"), "invalid"), (None, "invalid")]
    {
        assert_eq!(kind(&add(plate, None)), expected, "{plate:?}");
    }
    let read = NewRecord { input: typed(Some("ZA 1")), found: found(), lease: None };
    assert_eq!(kind(&run(add_vehicle(&context, read, respond))), "invalid");
    let lost = run(add_vehicle(&context, new(typed(Some("ZA 1")), None), |_| unwritable()));
    assert_eq!(kind(&lost), "unwritable");
    let other = VehicleId(id_of(&add(Some("ZA 1"), None).expect("made")));
    let (id, nobodys) = (VehicleId(id_of(&made)), VehicleId(NOBODYS));

    let change = |id, plate| run(change_vehicle(&context, id, &typed(plate), &Violations::new()));
    assert_eq!(change(id, Some("KE 1")).expect("changed").vehicle.plate, "KE1");
    for (id, plate, expected) in
        [(id, Some("ZA1"), "refused"), (id, None, "invalid"), (nobodys, Some("KE 2"), "not found")]
    {
        assert_eq!(kind(&change(id, plate)), expected, "{plate:?}");
    }
    assert_eq!(kind(&run(retire_vehicle(&context, nobodys))), "not found");
    for _ in 0..2 {
        run(retire_vehicle(&context, other)).expect("retired, and again");
    }
    assert_eq!(kind(&change(other, Some("KE 3"))), "refused");
    let kept = run(ports.store.vehicle(context.organization, other)).expect("there");
    assert_eq!(kept.retired_at, Some(NOW));
    // a plate is free again
    add(Some("ZA 1"), None).expect("made");
}

#[test]
fn a_customer_is_made_changed_and_retired() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    let respond = |row: &ContactRow| answer(row.contact.id);
    let party = testkit::build::contact("Odberateľ").party;
    let input = CustomerInput::from(party.clone());
    let add = |input: &CustomerInput, lease| {
        run(add_customer(&context, new(input.clone(), lease), respond))
    };
    let key = Some((lease("customer-1"), fingerprint(1)));
    let made = add(&input, key.clone()).expect("made");
    assert_eq!(add(&input, key).expect("replayed"), made);
    let wrong = CustomerInput { ico: Some("1".into()), ..input.clone() };
    for wrong in [&wrong, &CustomerInput::default()] {
        assert_eq!(kind(&add(wrong, None)), "invalid", "{wrong:?}");
    }
    let lost = run(add_customer(&context, new(input.clone(), None), |_| unwritable()));
    assert_eq!(kind(&lost), "unwritable");

    let id = ContactId(id_of(&made));
    let change =
        |id, input: &CustomerInput| run(change_customer(&context, id, input, &Violations::new()));
    let email = Some("odberatel@firma.example".to_owned());
    let mail = CustomerInput { email: email.clone(), ..CustomerInput::default() };
    let changed = change(id, &mail).expect("changed").contact.party;
    assert_eq!((changed.email, changed.name), (email, party.name));
    assert_eq!(kind(&change(id, &wrong)), "invalid");
    assert_eq!(kind(&change(ContactId(NOBODYS), &mail)), "not found");
    assert_eq!(kind(&run(retire_customer(&context, ContactId(NOBODYS)))), "not found");
    for _ in 0..2 {
        run(retire_customer(&context, id)).expect("retired, and again");
    }
    assert_eq!(kind(&change(id, &mail)), "refused");
    let kept = run(ports.store.contact(context.organization, id)).expect("there");
    assert_eq!(kept.retired_at, Some(NOW));
}

#[test]
fn records_of_others_are_not_found() {
    let ports = TestPorts::default();
    let own = ports.context(ports.with_organization().id);
    let stranger = ports.context(ports.with_organization().id);
    let id = BankAccountId(id_of(&add(&own, new(account(IBAN), None)).expect("made")));
    let changed = run(change_bank_account(&stranger, id, &account(OTHER), &Violations::new()));
    assert_eq!(kind(&changed), "not found");
    assert_eq!(kind(&run(retire_bank_account(&stranger, id))), "not found");
    let none = ports.context(OrganizationId(NOBODYS));
    assert_eq!(kind(&add(&none, new(account(IBAN), None))), "not found");
}
