use super::*;
use api_http::visitors::Language as Spoken;
use attachments::{LimitExceeded, PackageFault};
use invoicing::{ItemFault, states::TransitionRefused};
use refusals::{FieldFault, Kind};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Arguments that translations leave out on purpose: ids, versions and members of the API, and values that the form
/// shows next to the text.
const LEFT_OUT: [(&str, &str); 17] = [
    ("attachment.other_kind", "mime_code"),
    ("bank_account.taken", "account"),
    ("contract.stale", "version"),
    ("expense.stale", "current"),
    ("invoice_edit.stale", "current"),
    ("item.other_treatment", "first"),
    ("no_received_document", "id"),
    ("organization.same_dic", "organization"),
    ("organization.same_ico", "organization"),
    ("payments.set_off", "offset_id"),
    ("project.stale", "version"),
    ("stock.stale", "version"),
    ("suggestion.other_scheme", "network"),
    ("vat_category.reason_needs_treatment", "supply"),
    ("vat_category.reason_needs_vat_payer", "supply"),
    ("vat_category.reason_needs_vat_payer", "treatment"),
    ("xml.refused", "byte"),
];

/// The arguments in a text.
fn arguments_in(text: &str) -> Vec<&str> {
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
    let texts = SLOVAK.into_iter().flatten().chain(ENGLISH);
    for (name, text) in texts {
        let kind = known.get(name).unwrap_or_else(|| panic!("{name} is no kind any more"));
        for argument in arguments_in(text) {
            assert!(kind.arguments.contains(&argument), "{name} has no argument {argument}");
        }
        assert!(!text.trim().is_empty(), "{name} has no text");
    }
    assert_eq!(
        IN_SLOVAK.len(),
        SLOVAK.iter().map(|table| table.len()).sum::<usize>(),
        "one stands twice"
    );
}

/// A translation that forgets an argument tells the reader less than the English text does.
#[test]
fn a_translation_has_the_arguments_of_its_text() {
    let texts = SLOVAK.into_iter().flatten().chain(ENGLISH);
    let texts: Vec<_> = texts.collect();
    let mut missing = BTreeSet::new();
    for kind in kinds::all() {
        for (_, text) in texts.iter().filter(|(name, _)| *name == kind.name) {
            let said = arguments_in(text);
            let left_out = kind.arguments.iter().filter(|it| !said.contains(it));
            missing.extend(left_out.map(|argument| (kind.name, *argument)));
        }
    }
    assert_eq!(missing, BTreeSet::from(LEFT_OUT));
}

/// The packages below a folder whose `lib.rs` lists refusals.
fn packages_with_refusals(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("a folder of the workspace") {
        let path = entry.expect("an entry").path();
        if !path.is_dir() {
            continue;
        }
        let library = fs::read_to_string(path.join("src/lib.rs")).unwrap_or_default();
        if library.contains("refusals::list!") {
            let manifest = fs::read_to_string(path.join("Cargo.toml")).expect("a manifest");
            let name = manifest.split('"').nth(1).expect("the name of the package");
            found.insert(name.to_owned());
        }
        found.extend(packages_with_refusals(&path));
    }
    found
}

/// Refusals of a crate that `kinds` does not name would never be translated.
#[test]
fn the_refusals_of_all_crates_are_known() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["crates", "apps"].map(|folder| packages_with_refusals(&workspace.join(folder)));
    let found: BTreeSet<_> = folders.into_iter().flatten().collect();
    let known = kinds::CRATES.iter().map(|(name, _)| (*name).to_owned());
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
fn is_translated(stored: &str, slovak: &str) {
    let (sk, en) = (Words::of(Spoken::Slovak), Words::of(Spoken::English));
    assert_eq!(sk.stored_refusal(stored), slovak);
    assert_eq!(en.stored_refusal(stored), stored);
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
        assert_eq!(words.refusal(&reason), slovak, "{reason}");
        assert_eq!(Words::of(Spoken::English).refusal(&reason), reason.as_str());
    }
    let plain = Reason::plain("something that nobody translates");
    assert_eq!(words.refusal(&plain), plain.as_str());
}

#[test]
fn a_text_that_was_kept_is_said_by_its_kind() {
    is_translated(
        "it could not be made: ask for a new one",
        "nepodarilo sa ho pripraviť: požiadajte o nový",
    );
    is_translated(
        "the invoice is queued already, as S-1",
        "faktúra už je v sieti: čaká na odoslanie (odoslanie S-1)",
    );
    is_translated(
        "the receiving access point cannot be reached: os error 111",
        "doručovateľ príjemcu je nedostupný: os error 111",
    );
    is_translated("line 3, column 7", "riadok 3, stĺpec 7");
    is_translated("nobody says this: not at all", "nobody says this: not at all");
    is_translated("", "");
}

#[test]
fn who_sees_a_form_reads_no_members_of_the_api() {
    let faults = Words::of(Spoken::English);
    let reason = refusals::read("is required, or customer_id", kinds::all()).expect("a kind");
    assert_eq!(faults.refusal(&reason), "choose a customer, or write a new one");
}

/// Slovak texts do not contain the API's names of states.
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
