//! Stock that documents and invoices take, over the store in memory.

use crate::{
    invoice_changes::{draft, kept},
    setup::{TestPorts, run},
    stock_setup::{
        answer, at, confirmed, input, issued, item, of, stock_document, there, warehouse,
    },
};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    InvoiceRequest, InvoiceType, ViolationKind, Violations,
    drafts::{Drafted, EditRefused, InvoiceEdit},
    states::InvoiceMove,
};
use rust_decimal::dec;
use stock::{DocumentInput, DocumentKind, StockRefused};
use use_cases::{
    invoicing::{
        change_invoice::{ChangeInvoiceError, edit_invoice, move_invoice},
        issue_draft::{IssueDraft, issue_draft},
        issue_invoice::IssueError,
    },
    ledger::stock::{StockFailure, change_document, items_to_choose, warehouses_to_choose},
};

const SHORT: (&str, ViolationKind) = ("items[1].quantity", ViolationKind::StockTooLow);

fn is_short(result: Result<impl Sized, ChangeInvoiceError>) {
    match result {
        Err(
            ChangeInvoiceError::Invalid(found)
            | ChangeInvoiceError::Edit(EditRefused::Invalid(found)),
        ) => assert_eq!(at(&found), [SHORT]),
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("it takes what is not there"),
    }
}

fn drawn(drafted: &Drafted<'_>) -> Result<Answer, UnwritableAnswer> {
    answer(drafted.kept.invoice.id.0)
}

#[test]
fn whatever_takes_too_much_says_at_which_line() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    warehouse(&context, "A");
    let chair = item(&context, "Stolička", 5);
    match issued(&context, of(InvoiceType::Invoice, chair, 6)) {
        Err(IssueError::Invalid(found)) => assert_eq!(at(&found), [SHORT]),
        other => panic!("{other:?}"),
    }
    let late = kept(
        &context,
        InvoiceRequest { draft: draft().draft, ..of(InvoiceType::Invoice, chair, 5) },
    );
    let sold = issued(&context, of(InvoiceType::Invoice, chair, 4)).expect("issued");
    is_short(run(issue_draft(&context, late, IssueDraft::issue(), None, drawn)));
    let more =
        InvoiceEdit { items: of(InvoiceType::Invoice, chair, 6).items, ..InvoiceEdit::default() };
    is_short(run(edit_invoice(&context, sold, &more, &Violations::new())));
    // what a credit note brought back was sold again
    let back = issued(&context, of(InvoiceType::CreditNote, chair, 3)).expect("credited");
    issued(&context, of(InvoiceType::Invoice, chair, 4)).expect("issued");
    is_short(run(move_invoice(&context, back, InvoiceMove::Cancel)));
    let less = InvoiceEdit {
        items: of(InvoiceType::CreditNote, chair, 1).items,
        ..InvoiceEdit::default()
    };
    is_short(run(edit_invoice(&context, back, &less, &Violations::new())));
    assert_eq!(there(&context, chair), dec!(0));
    run(move_invoice(&context, sold, InvoiceMove::Cancel)).expect("it gives back");
    run(move_invoice(&context, back, InvoiceMove::Cancel)).expect("now they are there");
    assert_eq!(there(&context, chair), dec!(1));
    let lines = [(chair, dec!(1)), (chair, dec!(1))];
    let issue = stock_document(&context, DocumentKind::Issue, &lines);
    match confirmed(&context, issue) {
        Err(StockFailure::Stock(stock::StockError::Refused(StockRefused::Invalid(found)))) => {
            assert_eq!(at(&found), [("lines[0].quantity", ViolationKind::StockTooLow)]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_draft_that_somebody_else_changed_is_read_again() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    warehouse(&context, "A");
    let chair = item(&context, "Stolička", 0);
    let document = stock_document(&context, DocumentKind::Receipt, &[(chair, dec!(1))]);
    let change = |version, quantity| {
        let asked = input(&context, DocumentKind::Receipt, &[(chair, quantity)]);
        let asked = DocumentInput { version, ..asked };
        run(change_document(&context, document, &asked, &Violations::new()))
    };
    assert_eq!(change(Some(1), dec!(2)).expect("changed").version, 2);
    let stale = change(Some(1), dec!(3));
    let is_stale = matches!(
        &stale,
        Err(StockFailure::Stock(stock::StockError::Refused(StockRefused::Stale(2))))
    );
    assert!(is_stale, "{stale:?}");
    assert_eq!(change(None, dec!(3)).expect("changed").lines[0].quantity, dec!(3));
}

#[test]
fn a_form_finds_what_it_looks_for() {
    let ports = TestPorts::default();
    let context = ports.context(ports.with_organization().id);
    for n in 0..25 {
        warehouse(&context, &format!("Hala {n}"));
    }
    let old = warehouse(&context, "Žilina");
    for n in 0..25 {
        item(&context, &format!("Lak {n}"), 0);
    }
    let found = |wanted: &str| {
        let offered = run(items_to_choose(&context, wanted, None)).expect("asked");
        (offered.rows.len(), offered.has_more)
    };
    assert_eq!(found(""), (20, true));
    assert_eq!(found("lak 24"), (1, false));
    assert_eq!(found(" sku-lak 24 "), (1, false));
    assert_eq!(found("nič"), (0, false));
    let found = |wanted: &str, chosen| {
        let offered = run(warehouses_to_choose(&context, wanted, chosen)).expect("asked");
        let first = offered.rows.first().map(|row| row.id);
        (offered.rows.len(), offered.has_more, first == Some(old))
    };
    assert_eq!(found("zilin", None), (1, false, true));
    assert_eq!(found("hala", None), (20, true, false));
    assert_eq!(found("hala 3", Some(old)), (2, false, true), "the chosen one comes first");
}
