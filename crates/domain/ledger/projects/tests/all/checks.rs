use invoicing::Violations;
use money::Currency;
use projects::{BudgetInput, Project, ProjectId, ProjectInput, ProjectStatus};
use rust_decimal::dec;
use time::{
    Duration, OffsetDateTime,
    macros::{date, datetime},
};
use uuid::Uuid;

const NOW: OffsetDateTime = datetime!(2026-11-28 10:00 UTC);

fn right() -> ProjectInput {
    let (code, name) = (Some(" P-1 ".to_owned()), Some("Rekonštrukcia".to_owned()));
    ProjectInput { code, name, ..ProjectInput::default() }
}

fn checked(input: &ProjectInput) -> Result<Project, Vec<String>> {
    let id = ProjectId(Uuid::from_u128(1));
    let checked = input.check(id, NOW, Currency::Eur, Violations::new());
    checked.map_err(|found| found.as_slice().iter().map(|one| one.field.clone()).collect())
}

#[test]
fn what_is_left_out_is_filled_in() {
    let budget = BudgetInput { amount: Some(dec!(1000)), currency: None };
    let made = checked(&ProjectInput { budget: Some(budget), ..right() }).expect("right");
    assert_eq!((&*made.code, made.status, made.archived_at), ("P-1", ProjectStatus::Open, None));
    let budget = made.budget.expect("a budget");
    assert_eq!((budget.amount, budget.currency), (dec!(1000.00), Currency::Eur));
    assert!(made.is_in_use());
}

#[test]
fn everything_that_is_wrong_is_named() {
    assert_eq!(checked(&ProjectInput::default()), Err(vec!["code".into(), "name".into()]));
    let days = |start, end| ProjectInput { start_date: start, end_date: end, ..right() };
    let budget = |amount, currency| ProjectInput {
        budget: Some(BudgetInput { amount, currency }),
        ..right()
    };
    for (input, field) in [
        (ProjectInput { code: Some(" ".into()), ..right() }, "code"),
        (ProjectInput { code: Some("č".repeat(51)), ..right() }, "code"),
        (ProjectInput { code: Some("a\nb".into()), ..right() }, "code"),
        (ProjectInput { name: Some("č".repeat(201)), ..right() }, "name"),
        (ProjectInput { note: Some("č".repeat(2001)), ..right() }, "note"),
        (days(Some(date!(1890 - 01 - 01)), None), "start_date"),
        (days(Some(date!(2026 - 01 - 02)), Some(date!(2026 - 01 - 01))), "end_date"),
        (budget(None, None), "budget.amount"),
        (budget(Some(dec!(-0.01)), None), "budget.amount"),
    ] {
        assert_eq!(checked(&input), Err(vec![field.to_owned()]), "{input:?}");
    }
    let one_day = days(Some(date!(2026 - 01 - 01)), Some(date!(2026 - 01 - 01)));
    assert!(checked(&one_day).is_ok());
    let longest = ProjectInput { code: Some("č".repeat(50)), ..right() };
    assert!(checked(&longest).is_ok());
}

#[test]
fn a_project_stays_archived_since_it_was() {
    let made = checked(&right()).expect("right");
    let change = |before: &Project, input: ProjectInput, at| {
        input.change(before, at, Currency::Eur, Violations::new()).expect("right")
    };
    let archive = ProjectInput { archived: Some(true), ..right() };
    let later = NOW + Duration::days(1);
    let archived = change(&made, archive.clone(), NOW);
    let again = change(&archived, archive, later);
    assert_eq!((archived.archived_at, again.archived_at), (Some(NOW), Some(NOW)));
    assert_eq!((again.version, again.is_in_use()), (3, false));
    let restored = change(&again, right(), later);
    assert!(restored.is_in_use());
    let closed = ProjectInput { status: Some(ProjectStatus::Closed), ..right() };
    assert!(!change(&restored, closed, later).is_in_use());
}
