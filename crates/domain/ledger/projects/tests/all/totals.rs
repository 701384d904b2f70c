use invoicing::InvoiceType;
use money::{Currency, Decimal};
use projects::{
    Budget, Cost, ExpenseSums, InvoiceSums, Part, ProjectAmounts, ProjectFlow, ProjectTotals,
};
use rust_decimal::dec;
use time::{Date, macros::date};

const DAY: Date = date!(2026 - 11 - 20);

fn part(amount: Decimal) -> Part {
    Part { count: u64::from(!amount.is_zero()), amount }
}

/// One invoice of 100.00 and 23 % VAT, of which 50.00 is paid and the rest open.
fn invoice(invoice_type: InvoiceType, self_billed: bool) -> InvoiceSums {
    InvoiceSums {
        day: DAY,
        invoice_type,
        self_billed,
        cost: Cost::WithoutVat,
        currency: Currency::Eur.into(),
        exchange_rate: None,
        count: 1,
        subtotal: dec!(100),
        total: dec!(123),
        paid: part(dec!(50)),
        open: part(dec!(73)),
    }
}

fn expense(currency: Currency, subtotal: Decimal, total: Decimal) -> ExpenseSums {
    let cost = Cost::WithoutVat;
    ExpenseSums { day: DAY, cost, currency: currency.into(), count: 1, subtotal, total }
}

fn flows(sums: &InvoiceSums, cost: Cost) -> Vec<(ProjectFlow, Decimal)> {
    InvoiceSums { cost, ..sums.clone() }
        .amounts()
        .iter()
        .map(|row| (row.flow, row.amounts.amount))
        .collect()
}

fn totals(rows: &[Vec<ProjectAmounts>]) -> ProjectTotals {
    ProjectTotals::of(&rows.concat(), Currency::Eur)
}

#[test]
fn each_type_counts_as_what_it_is() {
    use InvoiceType::{CreditNote, DebitNote, FinalInvoice, Invoice, Proforma, SelfInvoice};
    use ProjectFlow::{Credited, Invoiced, Open, Paid, Spent};
    let (net, paid, open) = (dec!(100), (Paid, dec!(50)), (Open, dec!(73)));
    for (invoice_type, self_billed, expected) in [
        (Invoice, false, vec![(Invoiced, net), paid, open]),
        (FinalInvoice, false, vec![(Invoiced, net), paid, open]),
        (DebitNote, false, vec![(Invoiced, net), paid, open]),
        (CreditNote, false, vec![(Credited, net), (Paid, dec!(-50)), open]),
        (Proforma, false, vec![paid, open]),
        (SelfInvoice, true, vec![(Spent, net)]),
        (DebitNote, true, vec![(Spent, net)]),
        (CreditNote, true, vec![(Spent, -net)]),
    ] {
        let sums = invoice(invoice_type, self_billed);
        assert_eq!(flows(&sums, Cost::WithoutVat), expected, "{invoice_type:?} {self_billed}");
    }
    let self_invoice = invoice(SelfInvoice, true);
    assert_eq!(flows(&self_invoice, Cost::WithVat), [(Spent, dec!(123))]);
}

#[test]
fn the_margin_is_revenue_less_cost_in_each_currency_and_at_home() {
    let dollars = InvoiceSums {
        currency: Currency::Usd.into(),
        exchange_rate: Some(dec!(2)),
        ..invoice(InvoiceType::Invoice, false)
    };
    let credit = InvoiceSums {
        subtotal: dec!(20),
        paid: Part::default(),
        open: Part::default(),
        ..invoice(InvoiceType::CreditNote, false)
    };
    let shown = totals(&[
        invoice(InvoiceType::Invoice, false).amounts(),
        dollars.amounts(),
        credit.amounts(),
        vec![expense(Currency::Eur, dec!(30), dec!(36.90)).amounts()],
        vec![expense(Currency::Usd, dec!(10), dec!(10)).amounts()],
    ]);
    let by_currency: Vec<_> = shown
        .margin
        .by_currency
        .iter()
        .map(|row| (row.currency.code(), row.amount, row.percent))
        .collect();
    let expected =
        [("EUR", dec!(50.00), Some(dec!(62.50))), ("USD", dec!(90.00), Some(dec!(90.00)))];
    assert_eq!(by_currency, expected);
    // 100 + 100 / 2 - 20 - 30; of the expense in dollars no rate is kept
    assert_eq!((shown.margin.home.amount, shown.margin.home.without_rate), (dec!(100.00), 1));
    assert_eq!(shown.margin.percent, Some(dec!(76.92)));
    assert_eq!((shown.paid.count, shown.open.count), (2, 2));
    let budget = |amount, currency| Budget { amount, currency }.used(&shown);
    let (home, dollars) = (budget(dec!(25), Currency::Eur), budget(dec!(25), Currency::Usd));
    assert_eq!((home.spent, home.left), (dec!(30.00), dec!(-5.00)));
    assert_eq!((dollars.spent, dollars.left), (dec!(10.00), dec!(15.00)));
    assert_eq!(budget(dec!(25), Currency::Czk).spent, dec!(0));
}

#[test]
fn without_revenue_there_is_no_percentage() {
    let none = totals(&[]);
    assert_eq!((none.margin.percent, none.months.len()), (None, 0));
    let cost = expense(Currency::Eur, dec!(30), dec!(36.90));
    let cost = vec![ExpenseSums { cost: Cost::WithVat, ..cost }.amounts()];
    let shown = totals(&[cost]);
    assert_eq!((shown.margin.home.amount, shown.margin.percent), (dec!(-36.90), None));
}

#[test]
fn months_are_those_of_its_documents() {
    let of = |day, count: i64| InvoiceSums {
        day,
        subtotal: Decimal::from(count),
        ..invoice(InvoiceType::Invoice, false)
    };
    let days = [(date!(2027 - 01 - 31), 4), (date!(2026 - 11 - 01), 1), (date!(2026 - 11 - 30), 2)];
    let rows: Vec<_> = days.map(|(day, count)| of(day, count).amounts()).into_iter().collect();
    let shown = totals(&rows);
    let months: Vec<_> =
        shown.months.iter().map(|row| (row.month.first, row.margin.amount)).collect();
    let expected = [(date!(2026 - 11 - 01), dec!(3.00)), (date!(2027 - 01 - 01), dec!(4.00))];
    assert_eq!(months, expected);
}

#[test]
fn one_rate_is_converted_and_rounded_once() {
    let cents = |amount| InvoiceSums {
        currency: Currency::Usd.into(),
        exchange_rate: Some(dec!(3)),
        subtotal: amount,
        ..invoice(InvoiceType::Invoice, false)
    };
    let rows = [dec!(0.01), dec!(0.01), dec!(0.01)].map(|it| cents(it).amounts());
    assert_eq!(totals(&rows).invoiced.home.amount, dec!(0.01));
}
