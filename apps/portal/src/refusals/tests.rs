use super::*;
use attachments::{LimitExceeded, PackageFault};
use invoicing::{ItemFault, states::TransitionRefused};
use refusals::{FieldFault, Kind};
use std::collections::{BTreeMap, BTreeSet};
use visitors::Language as Spoken;

/// Crates that say refusals of others, and have none of their own.
const WITHOUT: [&str; 7] =
    ["agent-api", "identity", "partner-api", "portal", "portal-api", "testkit", "visitors"];

/// The arguments that a text names.
fn named(text: &str) -> Vec<&str> {
    let holes = text.split('{').skip(1);
    holes.map(|hole| hole.split_once('}').map_or(hole, |(name, _)| name)).collect()
}

#[test]
fn each_kind_is_one_and_has_its_slovak() {
    let mut known = BTreeMap::new();
    for kind in kinds::all() {
        let before = known.insert(kind.name, kind);
        assert_eq!(before.map(Kind::text), None, "{} is the kind of two refusals", kind.name);
        assert!(
            IN_SLOVAK.contains_key(kind.name),
            "{} has no Slovak text: {}",
            kind.name,
            kind.text()
        );
    }
    let texts = slovak::TABLES.into_iter().flatten().chain(english::ENGLISH);
    for (name, text) in texts {
        let kind = known.get(name).unwrap_or_else(|| panic!("{name} is no kind any more"));
        for argument in named(text) {
            assert!(kind.arguments.contains(&argument), "{name} has no argument {argument}");
        }
        assert!(!text.trim().is_empty(), "{name} has no text");
    }
    assert_eq!(
        IN_SLOVAK.len(),
        slovak::TABLES.iter().map(|table| table.len()).sum::<usize>(),
        "one stands twice"
    );
}

/// A crate that has refusals is one that `kinds` names.
#[test]
fn the_refusals_of_all_crates_are_known() {
    let lock = include_str!("../../../../Cargo.lock");
    let packages = lock.split("[[package]]").filter(|it| it.contains("\n \"refusals\",\n"));
    let name = |package: &'static str| package.split('"').nth(1);
    let found: BTreeSet<_> = packages.filter_map(name).filter(|it| !WITHOUT.contains(it)).collect();
    let known = kinds::CRATES.iter().map(|(name, _)| *name).filter(|it| *it != "refusals");
    assert_eq!(found, known.collect::<BTreeSet<_>>());
}

/// A person knows the labels of the form, and not the members of the API.
#[test]
fn english_of_pages_names_no_member_that_has_a_label() {
    let words = Words::of(Spoken::English);
    let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
    for kind in kinds::all().filter(|kind| !IN_ENGLISH.contains_key(kind.name)) {
        let spoken = kind.fixed.concat();
        let members = spoken.split(|c| !is_name(c)).filter(|word| word.contains('_'));
        for member in members {
            assert_eq!(words.segment(member), member, "{}: {spoken}", kind.name);
        }
    }
}

#[track_caller]
fn is_kept(kept: &str, slovak: &str) {
    let (sk, en) = (Words::of(Spoken::Slovak), Words::of(Spoken::English));
    assert_eq!(sk.kept(kept), slovak);
    assert_eq!(en.kept(kept), kept);
}

#[test]
fn refusals_are_said_in_the_language_of_the_reader() {
    let words = Words::of(Spoken::Slovak);
    let cases: [(Reason, &str); 6] = [
        (FieldFault::Required.into(), "treba vyplniť"),
        (
            TransitionRefused::NotIssued(InvoiceStatus::Draft).into(),
            "faktúra je v stave koncept: najprv ju vystavte",
        ),
        (
            FieldFault::TooLong { length: 300, most: 200 }.into(),
            "má 300 znakov, najviac môže mať 200",
        ),
        (
            attachments::Refused::Package(PackageFault::Macros).into(),
            "súbor je zošit s makrami; uložte ho bez nich, ako .xlsx alebo .ods",
        ),
        (
            LimitExceeded::Count { count: 21 }.into(),
            "príloh je 21, faktúra ich môže mať najviac 10",
        ),
        (ItemFault::TooMany { most: 7 }.into(), "položiek môže byť najviac 7"),
    ];
    for (reason, slovak) in cases {
        assert_eq!(words.said(&reason), slovak, "{reason}");
        assert_eq!(Words::of(Spoken::English).said(&reason), reason.as_str());
    }
    let plain = Reason::plain("something that nobody translates");
    assert_eq!(words.said(&plain), plain.as_str());
}

#[test]
fn a_text_that_was_kept_is_said_by_its_kind() {
    is_kept(
        "it could not be made: ask for a new one",
        "nepodarilo sa ho pripraviť: požiadajte o nový",
    );
    is_kept(
        "the invoice is queued already, as S-1",
        "faktúra už je v sieti: čaká na odoslanie (odoslanie S-1)",
    );
    is_kept(
        "the receiving access point cannot be reached: os error 111",
        "doručovateľ príjemcu je nedostupný: os error 111",
    );
    is_kept("line 3, column 7", "riadok 3, stĺpec 7");
    is_kept("nobody says this: not at all", "nobody says this: not at all");
    is_kept("", "");
}

#[test]
fn who_sees_a_form_reads_no_members_of_the_api() {
    let faults = Words::of(Spoken::English);
    let reason = refusals::read("is required, or customer_id", kinds::all()).expect("a kind");
    assert_eq!(faults.said(&reason), "choose a customer, or write a new one");
}

/// No state stands in a Slovak text by its name in the API.
#[test]
fn every_state_has_a_slovak_word() {
    let words = Words::of(Spoken::Slovak);
    let names = [
        InvoiceStatus::ALL.map(InvoiceStatus::name).to_vec(),
        InvoiceType::ALL.map(InvoiceType::name).to_vec(),
        ExpenseStatus::ALL.map(ExpenseStatus::name).to_vec(),
        PaymentStatus::ALL.map(PaymentStatus::name).to_vec(),
        State::ALL.map(State::name).to_vec(),
        ExportState::ALL.map(ExportState::name).to_vec(),
    ];
    for name in names.concat() {
        assert!(words.word(name).is_some_and(|word| word != name), "{name}");
    }
}

#[test]
fn a_field_has_the_name_that_its_form_gives_it() {
    let words = Words::of(Spoken::Slovak);
    for (path, said) in [
        ("due_date", "Splatné"),
        ("items[1].unit_price", "Položka 2, Cena za jednotku bez DPH"),
        ("customer.ico", "Odberateľ, IČO"),
        ("prefix_of_something", "prefix_of_something"),
        ("start_date", "Prvé obdobie od"),
    ] {
        assert_eq!(words.field(path), said);
    }
}
