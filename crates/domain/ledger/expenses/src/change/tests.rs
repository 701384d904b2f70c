use super::*;
use crate::{ExpenseVat, decisions::tests::hundred};
use invoicing::Totals;
use peppol_connector::identifiers::{Network, ReceivedId};
use rust_decimal::dec;
use time::macros::date;
use uuid::Uuid;

fn fields(change: Result<ExpenseChange, ExpenseRefused>) -> Vec<String> {
    match change {
        Err(ExpenseRefused::Invalid(found)) => {
            found.as_slice().iter().map(|v| v.field.clone()).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_approved_expense_goes_to_another_project_and_takes_nothing_else() {
    let project = ProjectId(Uuid::from_u128(5));
    let to = |project_id| ExpenseCorrection { project_id, ..ExpenseCorrection::default() };
    let approved = hundred(ExpenseStatus::Approved);
    let change = approved.correct(&to(Some(Some(project)))).expect("assigned");
    let expense = change.after(&approved).expect("there");
    assert_eq!(
        (expense.content.project_id, expense.status, expense.version),
        (Some(project), ExpenseStatus::Approved, 2)
    );
    let assigned = SettledExpense { expense, payments: Vec::new() };
    let cleared = assigned.correct(&to(Some(None))).expect("cleared").after(&assigned);
    assert_eq!(cleared.and_then(|it| it.content.project_id), None);
    let note = Some("x".to_owned());
    let more = ExpenseCorrection { note, ..to(Some(Some(project))) };
    assert!(matches!(approved.correct(&more), Err(ExpenseRefused::Status(..))));
    let rejected = hundred(ExpenseStatus::Rejected);
    let refused = rejected.correct(&to(Some(Some(project))));
    assert!(matches!(refused, Err(ExpenseRefused::Status(..))));
}

#[test]
fn a_correction_checks_what_it_changes_alone() {
    let project = Some(Some(ProjectId(Uuid::from_u128(5))));
    let note = Some("x".to_owned());
    let none = ExpenseCorrection::default;
    for status in [ExpenseStatus::PendingApproval, ExpenseStatus::Approved] {
        let mut odd = hundred(status);
        let content = &mut odd.expense.content;
        content.due_date = content.issue_date.previous_day();
        odd.expense.paid_amount = dec!(120);
        let to_project = ExpenseCorrection { project_id: project, ..none() };
        assert!(odd.correct(&to_project).is_ok(), "{status:?}");
        if status.is_open() {
            assert!(odd.correct(&ExpenseCorrection { note: note.clone(), ..none() }).is_ok());
            let due_date = odd.expense.content.due_date;
            assert_eq!(
                fields(odd.correct(&ExpenseCorrection { due_date, ..none() })),
                ["due_date"]
            );
        }
    }
}

#[test]
fn a_reviewed_expense_is_ready() {
    let mut before = hundred(ExpenseStatus::NeedsReview);
    before.expense.review.reasons = vec!["?".into()];
    let by = ExpenseCorrection {
        total: Some(dec!(246)),
        vat_total: Some(dec!(46)),
        due_date: Some(date!(2026 - 12 - 01)),
        variable_symbol: Some(String::new()),
        status: Some(ExpenseStatus::PendingApproval),
        ..ExpenseCorrection::default()
    };
    let after = before.correct(&by).expect("right").after(&before).expect("there");
    assert_eq!((after.status, after.version), (ExpenseStatus::PendingApproval, 2));
    assert_eq!(after.review.reasons, Vec::<String>::new());
    assert_eq!(after.content.totals.subtotal, dec!(200.00));
    let still = before.correct(&ExpenseCorrection::default()).expect("right");
    assert_eq!(still.after(&before).expect("there").review.reasons, ["?"]);
}

#[test]
fn what_somebody_else_changed_is_read_again() {
    let before = hundred(ExpenseStatus::PendingApproval);
    let by = |version| ExpenseCorrection {
        version: Some(version),
        note: Some("n".into()),
        ..ExpenseCorrection::default()
    };
    assert!(before.correct(&by(1)).is_ok());
    for version in [0, 2, i64::MAX] {
        let refused = before.correct(&by(version));
        let stale = matches!(refused, Err(ExpenseRefused::Stale { current: 1 }));
        assert!(stale, "{refused:?}");
    }
}

#[test]
fn what_was_decided_or_came_stays() {
    for status in [ExpenseStatus::Approved, ExpenseStatus::Rejected] {
        let refused = hundred(status).correct(&ExpenseCorrection::default());
        assert!(matches!(refused, Err(ExpenseRefused::Status(..))), "{refused:?}");
    }
    let mut came = hundred(ExpenseStatus::PendingApproval);
    came.expense.origin = ExpenseOrigin::Received(ReceivedId(Uuid::nil()), Network::Live);
    let by = ExpenseCorrection { total: Some(dec!(1)), ..ExpenseCorrection::default() };
    assert_eq!(fields(came.correct(&by)), ["total"]);
    let same = ExpenseCorrection { total: Some(dec!(100.0)), ..ExpenseCorrection::default() };
    assert_eq!(came.correct(&same), Ok(ExpenseChange::Nothing));
    let by = ExpenseCorrection { note: Some("n".into()), ..ExpenseCorrection::default() };
    assert!(came.correct(&by).is_ok());
}

/// An expense over 123.00 with its VAT by rate.
fn taxed() -> SettledExpense {
    let mut before = hundred(ExpenseStatus::PendingApproval);
    let content = &mut before.expense.content;
    content.totals = Totals { subtotal: dec!(100), vat_total: dec!(23), total: dec!(123) };
    let (taxable_amount, tax_amount) = (dec!(100), dec!(23));
    content.vat = vec![ExpenseVat { category: None, rate: dec!(23), taxable_amount, tax_amount }];
    before
}

fn rows(taxable: Decimal, tax: Decimal) -> Option<Option<Vec<VatInput>>> {
    let vat_rate = Some(dec!(23));
    let row = VatInput { vat_rate, taxable_amount: Some(taxable), tax_amount: Some(tax) };
    Some(Some(vec![row]))
}

#[test]
fn what_is_not_named_stays() {
    let none = ExpenseCorrection::default;
    let (before, total) = (taxed(), |total| Some(total));
    for (by, expected) in [
        (none(), Ok((dec!(123), dec!(23), 1))),
        (ExpenseCorrection { total: total(dec!(123.00)), ..none() }, Ok((dec!(123), dec!(23), 1))),
        (ExpenseCorrection { vat_total: total(dec!(23)), ..none() }, Ok((dec!(123), dec!(23), 1))),
        (ExpenseCorrection { total: total(dec!(124)), ..none() }, Err("total")),
        (ExpenseCorrection { vat_total: total(dec!(22)), ..none() }, Err("vat_total")),
        (
            ExpenseCorrection { total: total(dec!(123)), vat_total: total(dec!(22)), ..none() },
            Err("vat_total"),
        ),
        (
            ExpenseCorrection {
                total: total(dec!(246)),
                vat_breakdown: rows(dec!(200), dec!(46)),
                ..none()
            },
            Ok((dec!(246), dec!(46), 1)),
        ),
        (
            ExpenseCorrection { vat_breakdown: rows(dec!(200), dec!(46)), ..none() },
            Err("vat_breakdown"),
        ),
        (
            ExpenseCorrection { total: total(dec!(124)), vat_breakdown: Some(None), ..none() },
            Ok((dec!(124), dec!(23), 0)),
        ),
        (
            ExpenseCorrection { vat_breakdown: Some(Some(vec![])), ..none() },
            Ok((dec!(123), dec!(23), 0)),
        ),
        (
            ExpenseCorrection { total: total(dec!(20)), vat_breakdown: Some(None), ..none() },
            Err("vat_total"),
        ),
    ] {
        match (before.correct(&by), expected) {
            (Ok(change), Ok(expected)) => {
                let content = change.after(&before).expect("there").content;
                let totals = content.totals;
                assert_eq!((totals.total, totals.vat_total, content.vat.len()), expected, "{by:?}");
                assert_eq!(totals.subtotal, totals.total - totals.vat_total);
            }
            (refused, Err(field)) => assert_eq!(fields(refused), [field], "{by:?}"),
            other => panic!("{by:?}: {other:?}"),
        }
    }
    let same = ExpenseCorrection { total: Some(dec!(123.00)), ..none() };
    assert_eq!(
        before.correct(&same),
        Ok(ExpenseChange::Nothing),
        "unchanged values change nothing"
    );
}

/// Without a breakdown the stated VAT stays.
#[test]
fn a_total_alone_leaves_the_vat() {
    let mut before = taxed();
    before.expense.content.vat = Vec::new();
    let by = ExpenseCorrection { total: Some(dec!(150)), ..ExpenseCorrection::default() };
    let content = before.correct(&by).expect("right").after(&before).expect("there").content;
    assert_eq!((content.totals.vat_total, content.totals.subtotal), (dec!(23), dec!(127.00)));
}

#[test]
fn a_total_is_not_less_than_what_is_paid() {
    let mut paid = hundred(ExpenseStatus::PendingApproval);
    paid.expense.paid_amount = dec!(60);
    let to = |total| ExpenseCorrection { total: Some(total), ..ExpenseCorrection::default() };
    assert_eq!(fields(paid.correct(&to(dec!(59.99)))), ["total"]);
    assert!(paid.correct(&to(dec!(60))).is_ok());
}
