//! What the documents of a project come to.

use super::project_setup::{draft, project, spent};
use crate::build;
use crate::contract::{
    Ports, StoreUnderTest,
    invoicing::drafts::{kept, moment},
    ledger::dashboard::pay,
    setup::{issue, organization},
};
use access::{KeyScope, OrganizationId};
use expenses::{ExpenseStatus, ExpenseType};
use invoicing::{Draft, InvoiceId, InvoiceType, Organization, Settings, states::InvoiceMove};
use money::Currency;
use organizations::{OptionsChange, OrganizationStore, SettingsChange};
use peppol_connector::identifiers::Network;
use projects::{Cost, ProjectId, ProjectSpan, ProjectTotals};
use rust_decimal::{Decimal, dec};
use time::{Date, Duration, macros::date};

const ALL: ProjectSpan =
    ProjectSpan { from: None, to: None, network: Network::Live, cost: Cost::WithoutVat };

async fn totals(store: &impl Ports, owner: OrganizationId, id: ProjectId) -> ProjectTotals {
    of_span(store, owner, id, &ALL).await
}

async fn of_span(
    store: &impl Ports,
    owner: OrganizationId,
    id: ProjectId,
    span: &ProjectSpan,
) -> ProjectTotals {
    let rows = store.project_amounts(owner, id, span).await.expect("summed up");
    ProjectTotals::of(&rows, Currency::Eur)
}

fn home(totals: &ProjectTotals) -> [Decimal; 5] {
    [&totals.invoiced, &totals.credited, &totals.spent, &totals.paid, &totals.open]
        .map(|sums| sums.home.amount)
}

/// Of a day, its total without VAT.
fn on(mut draft: Draft, day: Date) -> Draft {
    draft.document.issue_date = day;
    draft.document.delivery_date = draft.document.delivery_date.map(|_| day);
    draft
}

async fn cancel(store: &impl Ports, owner: OrganizationId, id: InvoiceId) {
    let state = store.invoice_state(owner, id).await.expect("there");
    let change = state.make(InvoiceMove::Cancel, &moment()).expect("right").expect("a change");
    store.change_invoice(&change).await.expect("cancelled");
}

pub async fn totals_count_each_document_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let one = project(store, owner, "1").await;
    let of = |kind, total| draft(owner, kind, total, &one);
    let first = issue(store, &of(InvoiceType::Invoice, dec!(1000))).await;
    pay(store, owner, first.id, dec!(400), date!(2026 - 11 - 21)).await;
    let mut dollars = of(InvoiceType::FinalInvoice, dec!(300));
    (dollars.document.currency, dollars.document.exchange_rate) = (Currency::Usd, Some(dec!(2)));
    issue(store, &dollars).await;
    issue(store, &of(InvoiceType::CreditNote, dec!(50))).await;
    // what does not count
    kept(store, &of(InvoiceType::Invoice, dec!(7))).await;
    let gone = issue(store, &of(InvoiceType::Invoice, dec!(9))).await;
    cancel(store, owner, gone.id).await;
    issue(store, &build::draft(owner)).await;
    // of a proforma its payment does
    let proforma = issue(store, &of(InvoiceType::Proforma, dec!(20))).await;
    pay(store, owner, proforma.id, dec!(20), date!(2026 - 11 - 21)).await;
    let mut theirs = of(InvoiceType::SelfInvoice, dec!(60));
    theirs.document.self_billed = true;
    issue(store, &theirs).await;
    let mut back = of(InvoiceType::CreditNote, dec!(10));
    back.document.self_billed = true;
    issue(store, &back).await;
    spent(store, owner, &one, |it| it.content.totals.subtotal = dec!(80)).await;
    spent(store, owner, &one, |it| it.content.expense_type = ExpenseType::CreditNote).await;
    spent(store, owner, &one, |it| it.status = ExpenseStatus::Rejected).await;
    spent(store, owner, &one, |it| it.content.currency = Currency::Czk.into()).await;
    let shown = totals(store, owner, one.id).await;
    // 1000 + 300 / 2; 50; 60 - 10 + 80 - 100; 400 + 20; 600 + 300 / 2
    let expected = [dec!(1150), dec!(50), dec!(30), dec!(420), dec!(750)];
    assert_eq!(home(&shown), expected, "{shown:?}");
    assert_eq!((shown.spent.home.without_rate, shown.margin.home.amount), (1, dec!(1070)));
    let counts = [&shown.invoiced, &shown.credited, &shown.spent, &shown.paid, &shown.open];
    assert_eq!(counts.map(|sums| sums.count), [2, 1, 5, 2, 2]);
    let with_vat = ProjectSpan { cost: Cost::WithVat, ..ALL };
    let with_vat = of_span(store, owner, one.id, &with_vat).await;
    assert_eq!(with_vat.spent.home.amount, dec!(50), "the expense comes to 100 with VAT");
    let other = organization(store).await;
    assert_eq!(home(&totals(store, other, one.id).await), [Decimal::ZERO; 5]);
}

pub async fn totals_are_of_the_days_that_are_asked_for(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let one = project(store, owner, "1").await;
    for (day, total) in [
        (date!(2026 - 10 - 31), dec!(1)),
        (date!(2026 - 11 - 01), dec!(2)),
        (date!(2026 - 11 - 30), dec!(4)),
        (date!(2026 - 12 - 01), dec!(8)),
    ] {
        issue(store, &on(draft(owner, InvoiceType::Invoice, total, &one), day)).await;
        spent(store, owner, &one, |it| it.content.issue_date = day).await;
    }
    let (first, last) = (Some(date!(2026 - 11 - 01)), Some(date!(2026 - 11 - 30)));
    for (from, to, invoiced, spent, months) in [
        (None, None, dec!(15), dec!(400), 3),
        (first, None, dec!(14), dec!(300), 2),
        (None, last, dec!(7), dec!(300), 2),
        (first, last, dec!(6), dec!(200), 1),
        (last, first, dec!(0), dec!(0), 0),
    ] {
        let span = ProjectSpan { from, to, ..ALL };
        let shown = of_span(store, owner, one.id, &span).await;
        let sums = (shown.invoiced.home.amount, shown.spent.home.amount, shown.months.len());
        assert_eq!(sums, (invoiced, spent, months), "{from:?} {to:?}");
    }
}

pub async fn a_self_billed_invoice_is_of_its_tax_point(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let one = project(store, owner, "1").await;
    let (issued, supplied) = (date!(2026 - 11 - 02), date!(2026 - 10 - 31));
    for self_billed in [false, true] {
        let kind = if self_billed { InvoiceType::SelfInvoice } else { InvoiceType::Invoice };
        let mut draft = on(draft(owner, kind, dec!(10), &one), issued);
        (draft.document.self_billed, draft.document.delivery_date) = (self_billed, Some(supplied));
        issue(store, &draft).await;
    }
    let october = ProjectSpan { to: Some(supplied), ..ALL };
    let shown = of_span(store, owner, one.id, &october).await;
    assert_eq!(home(&shown)[..3], [dec!(10), dec!(0), dec!(10)], "{shown:?}");
    let november = ProjectSpan { from: Some(date!(2026 - 11 - 01)), ..ALL };
    let shown = of_span(store, owner, one.id, &november).await;
    assert_eq!(home(&shown), [Decimal::ZERO; 5], "{shown:?}");
}

/// Becomes a VAT payer, or ceases to be one.
async fn becomes(store: &impl Ports, owner: OrganizationId, vat_payer: bool, day: Date) {
    let record = store.organization_record(KeyScope::Organization(owner), owner).await;
    let before = record.expect("read").organization;
    let after = Organization { vat_payer, ic_dph: None, ..before.clone() };
    let of = |organization| Settings { organization, accounts: Vec::new(), new_logo: None };
    let now = day.midnight().assume_utc() + Duration::hours(12);
    let settings = SettingsChange { before: of(before), after: of(after), now };
    let change = OptionsChange { settings: Some(Box::new(settings)), ..OptionsChange::default() };
    store.change_options(owner, &change).await.expect("changed");
}

pub async fn whether_vat_is_a_cost_goes_by_the_day_of_the_document(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let one = project(store, owner, "1").await;
    // each comes to 80 without VAT, and to 100 with it
    for day in [date!(2026 - 05 - 09), date!(2026 - 05 - 10), date!(2026 - 06 - 20)] {
        spent(store, owner, &one, |it| {
            it.content.issue_date = day;
            it.content.totals.subtotal = dec!(80);
        })
        .await;
    }
    let cost = async |cost| {
        let shown = of_span(store, owner, one.id, &ProjectSpan { cost, ..ALL }).await;
        (shown.spent.home.amount, shown.months.iter().map(|it| it.spent.amount).collect::<Vec<_>>())
    };
    assert_eq!(cost(Cost::WithoutVat).await.0, dec!(240));
    let was_payer = store.organization_record(KeyScope::Organization(owner), owner).await;
    assert!(was_payer.expect("read").organization.is_vat_payer());
    becomes(store, owner, false, date!(2026 - 05 - 10)).await;
    assert_eq!(cost(Cost::WithVat).await, (dec!(280), vec![dec!(180), dec!(100)]));
    becomes(store, owner, true, date!(2026 - 06 - 20)).await;
    let expected = (dec!(260), vec![dec!(180), dec!(80)]);
    assert_eq!(cost(Cost::WithoutVat).await, expected);
    // of several changes on a day the first one counts
    becomes(store, owner, false, date!(2026 - 06 - 20)).await;
    becomes(store, owner, true, date!(2026 - 06 - 20)).await;
    assert_eq!(cost(Cost::WithoutVat).await, expected);
    let mut theirs =
        on(draft(owner, InvoiceType::SelfInvoice, dec!(60), &one), date!(2026 - 05 - 31));
    (theirs.document.self_billed, theirs.document.totals.total) = (true, dec!(70));
    issue(store, &theirs).await;
    assert_eq!(cost(Cost::WithoutVat).await.0, dec!(330), "of a day without VAT");
}
