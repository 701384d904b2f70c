//! Figures: sums of what is kept, whatever became of it.

use super::expenses::add;
use crate::contract::{
    Ports, StoreUnderTest,
    invoicing::drafts::{issuing, kept, moment, try_issue},
    sending::setup::{keep, rich},
    setup::{issue, organization},
};
use crate::{
    build::{self, NOW},
    expenses::expense,
    memory::ledger::dashboard::add_figures,
    sends::send_of,
};
use access::OrganizationId;
use dashboard::{DashboardStore, Figures, Month, Span, Summary, Sums, Window, Year, summary, year};
use expenses::{ExpenseStatus, ExpenseType};
use idempotency::{Answer, UnwritableAnswer};
use invoicing::{
    AnyInvoice, Draft, InvoiceFilter, InvoiceId, InvoiceStore, InvoiceType, PaymentId,
    PaymentMethod,
    paying::{PaymentMoment, PaymentRequest, Settlement},
    recording::AnyDocument,
    states::{InvoiceChange, InvoiceChangeStore, InvoiceMove, Links},
};
use money::Currency;
use peppol_connector::identifiers::Network;
use rust_decimal::{Decimal, dec};
use time::{Date, macros::date};
use vat_categories::VatRate;

pub(in crate::contract) const TODAY: Date = date!(2026 - 12 - 10);

pub(in crate::contract) async fn shown(
    store: &impl Ports,
    owner: OrganizationId,
    network: Network,
) -> Summary {
    let window = Window { today: TODAY, month: Month::of(TODAY), network };
    let figures = store.figures(owner, &window).await.expect("figures");
    summary(&figures, Currency::Eur, window)
}

pub(in crate::contract) async fn live(store: &impl Ports, owner: OrganizationId) -> Summary {
    shown(store, owner, Network::Live).await
}

/// An invoice in a currency at a rate, due on a day.
fn draft(
    owner: OrganizationId,
    total: Decimal,
    (currency, rate): (Currency, Option<Decimal>),
    due: Date,
) -> Draft {
    let mut draft = build::with_total(build::draft(owner), total);
    draft.document.currency = currency;
    draft.document.exchange_rate = rate;
    draft.document.due_date = due;
    draft
}

fn of_type(mut draft: Draft, invoice_type: InvoiceType) -> Draft {
    draft.document.invoice_type = invoice_type;
    draft
}

pub(in crate::contract) async fn pay(
    store: &impl Ports,
    owner: OrganizationId,
    id: InvoiceId,
    amount: Decimal,
    day: Date,
) {
    let moment = PaymentMoment {
        id: PaymentId(build::id()),
        now: NOW,
        today: TODAY,
        links: Links::default(),
    };
    let request = PaymentRequest { amount, date: Some(day), method: PaymentMethod::Cash };
    let decide = |settlement: &Settlement| {
        let answer: Result<_, UnwritableAnswer> = Ok(Answer { status: 201, body: Vec::new() });
        Ok((settlement.record(request, &moment)?, answer?))
    };
    store.change_payments(owner, id, None, decide).await.expect("paid");
}

pub(in crate::contract) fn by_currency(sums: &Sums) -> Vec<(&str, u64, Decimal)> {
    sums.by_currency.iter().map(|sum| (sum.currency.code(), sum.count, sum.amount)).collect()
}

pub async fn an_organization_without_anything_has_no_figures(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let other = organization(store).await;
    issue(store, &build::draft(other)).await;
    let owner = organization(store).await;
    for network in [Network::Test, Network::Live] {
        let shown = shown(store, owner, network).await;
        assert_eq!((shown.open.count, shown.paid.count, shown.vat.len()), (0, 0, 0));
        assert_eq!((shown.received_due.count, shown.contracts_stuck), (0, 0));
    }
}

pub async fn what_is_owed_is_summed_by_currency_and_rate(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let eur = (Currency::Eur, None);
    let (past, ahead) = (date!(2026 - 12 - 09), TODAY);
    let first = issue(store, &draft(owner, dec!(100), eur, past)).await;
    issue(store, &draft(owner, dec!(20.50), eur, ahead)).await;
    issue(store, &draft(owner, dec!(110), (Currency::Usd, Some(dec!(1.1))), past)).await;
    issue(store, &draft(owner, dec!(50), (Currency::Usd, Some(dec!(1.25))), ahead)).await;
    issue(store, &draft(owner, dec!(500), (Currency::Czk, None), ahead)).await;
    for other in [InvoiceType::CreditNote, InvoiceType::Proforma, InvoiceType::SelfInvoice] {
        issue(store, &of_type(draft(owner, dec!(1), eur, past), other)).await;
    }
    issue(store, &of_type(draft(owner, dec!(3), eur, ahead), InvoiceType::DebitNote)).await;
    pay(store, owner, first.id, dec!(99.99), date!(2026 - 11 - 30)).await;
    let paid = issue(store, &draft(owner, dec!(7), eur, past)).await;
    pay(store, owner, paid.id, dec!(7), date!(2026 - 11 - 30)).await;
    let shown = live(store, owner).await;
    let open = [("CZK", 1, dec!(500.00)), ("EUR", 3, dec!(23.51)), ("USD", 2, dec!(160.00))];
    assert_eq!(by_currency(&shown.open), open);
    assert_eq!(by_currency(&shown.overdue), [("EUR", 1, dec!(0.01)), ("USD", 1, dec!(110.00))]);
    // 23.51 + 110 / 1.1 + 50 / 1.25
    assert_eq!((shown.open.home.amount, shown.open.home.without_rate), (dec!(163.51), 1));
    // the list of what is owed has what was counted
    let owed = InvoiceFilter { owed: true, ..InvoiceFilter::default() };
    let overdue = InvoiceFilter { due_to: TODAY.previous_day(), ..owed.clone() };
    for (filter, sums) in [(owed, &shown.open), (overdue, &shown.overdue)] {
        let page = store.invoices(owner, &filter, None, 100).await.expect("a page");
        assert_eq!(page.rows.len() as u64, sums.count, "{filter:?}");
    }
}

pub async fn payments_of_the_month_are_summed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let dollars = (Currency::Usd, Some(dec!(2)));
    let first = issue(store, &draft(owner, dec!(100), (Currency::Eur, None), TODAY)).await;
    let second = issue(store, &draft(owner, dec!(100), dollars, TODAY)).await;
    let credit = draft(owner, dec!(100), (Currency::Eur, None), TODAY);
    let credit = issue(store, &of_type(credit, InvoiceType::CreditNote)).await;
    for (id, amount, day) in [
        (first.id, dec!(1), date!(2026 - 11 - 30)),
        (first.id, dec!(2), date!(2026 - 12 - 01)),
        (first.id, dec!(4), date!(2026 - 12 - 10)),
        (second.id, dec!(10), date!(2026 - 12 - 02)),
        // money that went out
        (credit.id, dec!(50), date!(2026 - 12 - 02)),
    ] {
        pay(store, owner, id, amount, day).await;
    }
    let shown = live(store, owner).await;
    assert_eq!(by_currency(&shown.paid), [("EUR", 2, dec!(6.00)), ("USD", 1, dec!(10.00))]);
    assert_eq!(shown.paid.home.amount, dec!(11.00));
}

pub async fn vat_of_the_month_is_summed_by_rate(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let taxed = |currency, rate: VatRate, taxable: Decimal, tax: Decimal, day: Date| {
        let mut draft = draft(owner, taxable + tax, currency, TODAY);
        draft.document.delivery_date = Some(day);
        let mut row = draft.document.vat_breakdown[0].clone();
        (row.rate, row.taxable_amount, row.tax_amount) = (rate, taxable, tax);
        draft.document.vat_breakdown = vec![row];
        draft
    };
    let (eur, usd) = ((Currency::Eur, None), (Currency::Usd, Some(dec!(2))));
    let (in_month, before) = (date!(2026 - 12 - 31), date!(2026 - 11 - 30));
    let (full, low) = (VatRate::TwentyThree, VatRate::Five);
    issue(store, &taxed(eur, full, dec!(1000.00), dec!(230.00), in_month)).await;
    issue(store, &taxed(usd, full, dec!(100.00), dec!(23.00), date!(2026 - 12 - 01))).await;
    issue(store, &taxed(eur, full, dec!(7.00), dec!(1.61), before)).await;
    let credit = taxed(eur, low, dec!(10.00), dec!(0.50), in_month);
    issue(store, &of_type(credit, InvoiceType::CreditNote)).await;
    let mut theirs = taxed(eur, low, dec!(10.00), dec!(0.50), in_month);
    theirs.document.self_billed = true;
    issue(store, &theirs).await;
    let mut proforma =
        of_type(taxed(eur, low, dec!(9.00), dec!(0.45), in_month), InvoiceType::Proforma);
    proforma.document.delivery_date = None;
    issue(store, &proforma).await;
    let shown = live(store, owner).await;
    let rows: Vec<_> = shown.vat.iter().map(|row| (row.rate, row.home)).collect();
    let expected =
        [(5, Some((dec!(-10.00), dec!(-0.50)))), (23, Some((dec!(1050.00), dec!(241.50))))];
    assert_eq!(rows, expected);
    let dollars = &shown.vat[1].by_currency[1];
    assert_eq!((dollars.taxable_amount, dollars.tax_amount), (dec!(100.00), dec!(23.00)));
}

async fn of_year(store: &impl Ports, owner: OrganizationId, network: Network) -> Year {
    let rows = store.flows(owner, &Span::until(TODAY, network)).await.expect("flows");
    year(&rows, Currency::Eur, TODAY)
}

pub async fn months_are_summed_by_what_happened_in_them(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, supplier) = (organization(store).await, build::contact("Píla"));
    let issued = |total: Decimal, rate: Option<Decimal>, day: Date| {
        let currency = if rate.is_some() { Currency::Usd } else { Currency::Eur };
        let mut draft = draft(owner, total, (currency, rate), TODAY);
        draft.document.delivery_date = Some(day);
        let mut row = draft.document.vat_breakdown[0].clone();
        (row.rate, row.taxable_amount, row.tax_amount) = (VatRate::Zero, total, Decimal::ZERO);
        draft.document.vat_breakdown = vec![row];
        draft
    };
    let (january, december) = (date!(2026 - 01 - 01), date!(2026 - 12 - 31));
    let first = issue(store, &issued(dec!(100), None, january)).await;
    issue(store, &issued(dec!(50), Some(dec!(2)), january)).await;
    issue(store, &of_type(issued(dec!(1), None, january), InvoiceType::CreditNote)).await;
    issue(store, &issued(dec!(7), None, december)).await;
    issue(store, &issued(dec!(999), None, date!(2025 - 12 - 31))).await;
    pay(store, owner, first.id, dec!(40), date!(2026 - 02 - 28)).await;
    let spent = |total: Decimal, day: Date| {
        let mut expense = expense(owner, &supplier, total);
        expense.content.issue_date = day;
        expense
    };
    add(store, &supplier, &spent(dec!(30), december)).await;
    let mut credit = spent(dec!(5), december);
    credit.content.expense_type = ExpenseType::CreditNote;
    add(store, &supplier, &credit).await;
    let mut rejected = spent(dec!(800), december);
    rejected.status = ExpenseStatus::Rejected;
    add(store, &supplier, &rejected).await;
    let shown = of_year(store, owner, Network::Live).await;
    let months: Vec<_> = shown
        .months
        .iter()
        .map(|row| (row.issued.amount, row.paid.amount, row.spent.amount))
        .collect();
    let none = dec!(0.00);
    // 100 + 50 / 2 - 1
    assert_eq!(months[0], (dec!(124.00), none, none));
    assert_eq!(months[1], (none, dec!(40.00), none));
    assert_eq!(months[11], (dec!(7.00), none, dec!(25.00)));
    assert!(months[2..11].iter().all(|month| *month == (none, none, none)), "{months:?}");
    let other = organization(store).await;
    assert!(of_year(store, other, Network::Live).await.is_empty());
}

pub async fn a_draft_has_figures_when_it_is_issued(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let mut paid = build::draft(owner);
    paid.document.delivery_date = Some(TODAY);
    paid.document.already_paid = true;
    paid.document.payment_method = PaymentMethod::Cash;
    let draft = kept(store, &paid).await;
    let none = live(store, owner).await;
    assert_eq!((none.vat.len(), none.open.count, none.paid.count), (0, 0, 0));
    let issue = issuing(store, owner, draft.id).await;
    let (issued, _) = try_issue(store, &issue, None).await.expect("issued");
    let issued = AnyInvoice::from(issued);
    let month = |day| Window { today: TODAY, month: Month::of(day), network: Network::Live };
    // the tax point and the payment may lie in two months
    for window in [month(build::NOW.date()), month(TODAY)] {
        let mut expected = Figures::default();
        add_figures(&issued, &window, &mut expected);
        let figures = store.figures(owner, &window).await.expect("figures");
        let shown = |figures| summary(figures, Currency::Eur, window);
        assert_eq!(shown(&figures), shown(&expected));
        assert!(!figures.vat.is_empty() || !figures.paid.is_empty());
    }
}

pub async fn payments_follow_the_rate_of_their_invoice(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let dollars = (Currency::Usd, Some(dec!(2)));
    let invoice = issue(store, &draft(owner, dec!(100), dollars, TODAY)).await;
    pay(store, owner, invoice.id, dec!(10), TODAY).await;
    assert_eq!(live(store, owner).await.paid.home.amount, dec!(5.00));
    let state = store.invoice_state(owner, invoice.id).await.expect("there");
    let change = state.make(InvoiceMove::Archive, &moment()).expect("right").expect("a change");
    let mut after = change.after.clone().expect("the invoice");
    let AnyDocument::Issued(document) = &mut after.document else { panic!("issued here") };
    document.exchange_rate = Some(dec!(4));
    let change = InvoiceChange { after: Some(after), ..change };
    store.change_invoice(&change).await.expect("changed");
    assert_eq!(live(store, owner).await.paid.home.amount, dec!(2.50));
}

pub async fn payments_follow_the_currency_of_a_record(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = rich(store, 9).await;
    let first = send_of("EXT-1");
    keep(store, owner, &first).await;
    let id = first.submission.invoice;
    pay(store, owner, id, dec!(1), TODAY).await;
    assert_eq!(by_currency(&live(store, owner).await.paid), [("ISK", 1, dec!(1.00))]);
    let before = *store.invoice(owner, id).await.expect("there").issued().expect_err("recorded");
    let mut document = before.document.clone();
    document.currency = Currency::Czk.into();
    let mut again = send_of("EXT-1");
    let change = again.invoice.as_mut().expect("new");
    change.invoice = before.revised(document).expect("another currency");
    change.before = Some(Box::new(before));
    again.submission.invoice = id;
    again.submission.receiver = "0088:another".parse().expect("a receiver");
    keep(store, owner, &again).await;
    assert_eq!(by_currency(&live(store, owner).await.paid), [("CZK", 1, dec!(1.00))]);
}
