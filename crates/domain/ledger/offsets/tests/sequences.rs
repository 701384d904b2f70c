//! After any sequence of payments, set-offs and undone ones both sides agree, and nothing is negative.

use access::OrganizationId;
use expenses::{ExpenseChange, SettledExpense};
use invoicing::{
    Contact, PaymentId, PaymentMethod,
    paying::{PaymentChange, PaymentMoment, PaymentRequest, Settlement},
    states::Links,
};
use offsets::{Offset, Pair, set_off, undo};
use proptest::prelude::*;
use rust_decimal::Decimal;
use testkit::{
    build::{NOW, contact, draft, id, with_total},
    expenses::{expense, offset_moment, offset_request},
};

/// What happens: to which invoice, to which expense, over how many cents.
#[derive(Debug, Clone)]
enum Step {
    PayInvoice(usize, i64),
    PayExpense(usize, i64),
    SetOff(usize, usize, i64),
    TakeBackInvoice(usize, usize),
    TakeBackExpense(usize, usize),
    Undo(usize),
}

const DOCUMENTS: usize = 3;

fn step() -> impl Strategy<Value = Step> {
    let (document, cents) = (|| 0..DOCUMENTS, || 1_i64..6_000);
    prop_oneof![
        (document(), cents()).prop_map(|(n, cents)| Step::PayInvoice(n, cents)),
        (document(), cents()).prop_map(|(n, cents)| Step::PayExpense(n, cents)),
        (document(), document(), cents()).prop_map(|(n, m, cents)| Step::SetOff(n, m, cents)),
        (document(), 0..4_usize).prop_map(|(n, m)| Step::TakeBackInvoice(n, m)),
        (document(), 0..4_usize).prop_map(|(n, m)| Step::TakeBackExpense(n, m)),
        (0..6_usize).prop_map(Step::Undo),
    ]
}

struct Books {
    customer: Contact,
    invoices: Vec<Settlement>,
    expenses: Vec<SettledExpense>,
    offsets: Vec<(usize, usize, Offset)>,
}

impl Books {
    fn open(totals: &[(i64, i64)]) -> Self {
        let (owner, customer) = (OrganizationId(id()), contact("Oba, s. r. o."));
        let cents = |cents: i64| Decimal::new(cents, 2);
        let invoice = |total: i64| {
            let mut draft = with_total(draft(owner), cents(total));
            draft.document.customer_id = customer.id;
            let issued = draft.issue("FA20260001").expect("an invoice").invoice;
            Settlement { invoice: issued.into(), was_sent: false }
        };
        let expense = |total: i64| {
            let expense = expense(owner, &customer, cents(total));
            SettledExpense { expense, payments: Vec::new() }
        };
        Self {
            invoices: totals.iter().map(|(total, _)| invoice(*total)).collect(),
            expenses: totals.iter().map(|(_, total)| expense(*total)).collect(),
            customer,
            offsets: Vec::new(),
        }
    }

    fn pair(&self, n: usize, m: usize) -> Pair {
        let (settlement, expense) = (self.invoices[n].clone(), self.expenses[m].clone());
        let customer = self.customer.party.clone();
        Pair { settlement, customer, expense, number: None }
    }

    fn keep_invoice(&mut self, n: usize, change: PaymentChange) {
        self.invoices[n].invoice = change.after;
    }

    fn keep_expense(&mut self, m: usize, change: &ExpenseChange) {
        let before = &self.expenses[m];
        let expense = change.after(before).expect("there");
        self.expenses[m] = SettledExpense { expense, payments: before.payments_after(change) };
    }

    /// Makes a step; what is refused changes nothing.
    fn make(&mut self, step: &Step) {
        let pay = |cents| PaymentRequest {
            amount: Decimal::new(cents, 2),
            date: None,
            method: PaymentMethod::BankTransfer,
        };
        let moment = PaymentMoment {
            id: PaymentId(id()),
            now: NOW,
            today: NOW.date(),
            links: Links::default(),
        };
        match *step {
            Step::PayInvoice(n, cents) => {
                if let Ok(change) = self.invoices[n].record(pay(cents), &moment) {
                    self.keep_invoice(n, change);
                }
            }
            Step::PayExpense(m, cents) => {
                if let Ok(change) = self.expenses[m].record(pay(cents), moment.id, moment.today) {
                    self.keep_expense(m, &change);
                }
            }
            Step::SetOff(n, m, cents) => self.set_off(n, m, cents),
            Step::TakeBackInvoice(n, which) => {
                let payments = &self.invoices[n].invoice.payments;
                let Some(payment) = payments.get(which).map(|p| p.id) else { return };
                if let Ok(change) = self.invoices[n].take_back(payment, &moment) {
                    self.keep_invoice(n, change);
                }
            }
            Step::TakeBackExpense(m, which) => {
                let payments = &self.expenses[m].payments;
                let Some(payment) = payments.get(which).map(|p| p.id) else { return };
                if let Ok(change) = self.expenses[m].take_back(payment) {
                    self.keep_expense(m, &change);
                }
            }
            Step::Undo(which) => self.undo(which),
        }
    }

    fn set_off(&mut self, n: usize, m: usize, cents: i64) {
        let pair = self.pair(n, m);
        let (invoice, expense) = (pair.settlement.invoice.id, pair.expense.expense.id);
        let request = offset_request(invoice, expense, Decimal::new(cents, 2));
        let Ok(change) = set_off(&request, &pair, &offset_moment()) else { return };
        self.keep_expense(m, &change.expense);
        self.keep_invoice(n, change.invoice);
        self.offsets.push((n, m, change.offset));
    }

    fn undo(&mut self, which: usize) {
        if which >= self.offsets.len() {
            return;
        }
        let (n, m, offset) = self.offsets.remove(which);
        let change = undo(&offset, &self.pair(n, m), &offset_moment());
        let change = change.expect("a set-off that is there can be undone");
        self.keep_expense(m, &change.expense);
        self.keep_invoice(n, change.invoice);
    }

    /// What must hold of the books at any time.
    fn agree(&self) {
        for Settlement { invoice, .. } in &self.invoices {
            assert!(invoice.outstanding() >= Decimal::ZERO, "{invoice:?}");
            let paid: Decimal = invoice.payments.iter().map(|payment| payment.amount).sum();
            assert_eq!(invoice.paid_amount, paid);
        }
        for SettledExpense { expense, payments } in &self.expenses {
            assert!(expense.outstanding() >= Decimal::ZERO, "{expense:?}");
            let paid: Decimal = payments.iter().map(|payment| payment.amount).sum();
            assert_eq!(expense.paid_amount, paid);
        }
        for (n, m, offset) in &self.offsets {
            let sides = [&self.invoices[*n].invoice.payments, &self.expenses[*m].payments];
            for payments in sides {
                let made: Vec<_> =
                    payments.iter().filter(|p| p.offset_id == Some(offset.id)).collect();
                assert!(made.len() == 1 && made[0].amount == offset.amount, "{made:?}");
            }
        }
        let by_offset = |payments: &[invoicing::Payment]| -> Decimal {
            payments.iter().filter(|p| p.offset_id.is_some()).map(|p| p.amount).sum()
        };
        let issued: Decimal = self.invoices.iter().map(|s| by_offset(&s.invoice.payments)).sum();
        let owed: Decimal = self.expenses.iter().map(|e| by_offset(&e.payments)).sum();
        assert_eq!(issued, owed, "both sides of all set-offs");
    }
}

proptest! {
    #[test]
    fn both_sides_agree_after_any_sequence(
        totals in prop::collection::vec((1_i64..10_000, 1_i64..10_000), DOCUMENTS),
        steps in prop::collection::vec(step(), 1..40),
    ) {
        let mut books = Books::open(&totals);
        for step in &steps {
            books.make(step);
            books.agree();
        }
    }
}
