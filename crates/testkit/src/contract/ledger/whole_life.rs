//! A firm's documents through random payments, set-offs, credit notes, edits and cancellations: the same steps
//! on every store.

use super::{
    expenses::{change as change_expense, pay as pay_expense},
    offsets::{Documents, documents, put, remove},
};
use crate::contract::{
    Ports, StoreUnderTest,
    invoicing::{
        drafts::moment,
        invoice_changes::{edited, pay, state, take_back},
        notes::noted,
    },
    random::Random,
    setup::{organization, try_issue},
};
use crate::{
    build::{NOW, contact, draft_of, with_total},
    memory::ledger::dashboard::add_figures,
};
use access::OrganizationId;
use dashboard::{DashboardStore, Figures, Month, Summary, Window, summary};
use expenses::{ExpenseId, SettledExpense};
use invoicing::{
    AnyInvoice, Contact, InvoiceId, InvoiceStatus, InvoiceType, ItemInput, Payment,
    drafts::InvoiceEdit, recording::InvoiceContent, states::InvoiceMove,
};
use money::{Currency, Decimal};
use offsets::{OffsetFilter, OffsetId, OffsetRecord, PageNumber};
use peppol_connector::identifiers::Network;
use rust_decimal::dec;
use vat_categories::VatRate;

const STEPS: usize = 80;
const SEEDS: u64 = 3;

/// A firm that buys from its customer too.
struct Firm<'a, S> {
    store: &'a S,
    owner: OrganizationId,
    customer: Contact,
    invoices: Vec<InvoiceId>,
    expenses: Vec<ExpenseId>,
    /// The set-offs in force, with their documents.
    offsets: Vec<(OffsetId, Documents)>,
    random: Random,
    /// Steps that changed something.
    done: usize,
}

impl<'a, S: Ports> Firm<'a, S> {
    async fn new(store: &'a S, seed: u64) -> Self {
        let (owner, customer) = (organization(store).await, contact("Oba"));
        let (mut invoices, mut expenses) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            let totals = (dec!(50), dec!(40));
            let (invoice, expense) = documents(store, owner, &customer, totals).await;
            invoices.push(invoice);
            expenses.push(expense);
        }
        let (offsets, random) = (Vec::new(), Random(seed));
        Self { store, owner, customer, invoices, expenses, offsets, random, done: 0 }
    }

    fn amount(&mut self) -> Decimal {
        Decimal::new(i64::try_from(1 + self.random.below(3_000)).unwrap_or(1), 2)
    }

    async fn step(&mut self) {
        let (amount, invoice) = (self.amount(), self.random.pick(&self.invoices));
        let (expense, place) = (self.random.pick(&self.expenses), (self.owner, invoice));
        let done = match self.random.below(12) {
            0 | 1 => pay(self.store, place, amount).await.is_ok(),
            2 => pay_expense(self.store, (self.owner, expense), amount).await.is_ok(),
            3 | 4 => self.set_off((invoice, expense), amount).await,
            5 => self.undo().await,
            6 => self.take_invoice_payment_back(invoice).await,
            7 => self.take_expense_payment_back(expense).await,
            8 => self.credit(amount).await,
            9 if self.random.one_in(3) => self.cancel(invoice).await,
            _ => self.edit(invoice, amount).await,
        };
        self.done += usize::from(done);
    }

    /// Refused of a credit note, of a void invoice, and beyond what is open of one of both.
    async fn set_off(&mut self, documents: Documents, amount: Decimal) -> bool {
        let made = put(self.store, self.owner, documents, amount, None).await.ok();
        self.offsets.extend(made.map(|id| (id, documents)));
        made.is_some()
    }

    async fn undo(&mut self) -> bool {
        if self.offsets.is_empty() {
            return false;
        }
        let (gone, _) = self.offsets.remove(self.offsets.len() / 2);
        remove(self.store, self.owner, gone).await.expect("undone");
        true
    }

    /// A payment of a set-off is not removed alone.
    async fn take_invoice_payment_back(&mut self, id: InvoiceId) -> bool {
        let payments = self.invoice(id).await.payments;
        let Some(payment) = self.any(&payments) else { return false };
        let taken = take_back(self.store, (self.owner, id), payment.id).await;
        assert!(payment.offset_id.is_none() || taken.is_err(), "{payment:?}");
        taken.is_ok()
    }

    async fn take_expense_payment_back(&mut self, id: ExpenseId) -> bool {
        let payments = self.expense(id).await.payments;
        let Some(payment) = self.any(&payments) else { return false };
        let decide = |expense: &SettledExpense| expense.take_back(payment.id);
        let taken = change_expense(self.store, (self.owner, id), None, decide).await;
        assert_eq!(taken.is_ok(), payment.offset_id.is_none(), "{payment:?}");
        taken.is_ok()
    }

    fn any(&mut self, payments: &[Payment]) -> Option<Payment> {
        (!payments.is_empty()).then(|| self.random.pick(payments))
    }

    async fn credit(&mut self, amount: Decimal) -> bool {
        if self.invoices.len() > 5 {
            return false;
        }
        let note = draft_of(self.owner, InvoiceType::CreditNote);
        let mut note = with_total(note, amount);
        note.document.customer_id = self.customer.id;
        note.document.buyer = self.customer.party.clone();
        note.new_contact = None;
        let original = self.random.pick(&self.invoices);
        let original = self.invoice(original).await.issued().expect("issued here");
        let is_credited = original.document.invoice_type == InvoiceType::Invoice
            && original.status.is_issued()
            && original.creditable() >= amount;
        if is_credited {
            note = noted(note, &original, original.outstanding());
        }
        // refused where the original has VAT of another rate by now
        let Ok((note, _)) = try_issue(self.store, &note).await else { return false };
        self.invoices.push(note.id);
        true
    }

    async fn cancel(&self, id: InvoiceId) -> bool {
        let asked = state(self.store, (self.owner, id)).await.make(InvoiceMove::Cancel, &moment());
        let Ok(Some(change)) = asked else { return false };
        self.store.change_invoice(&change).await.expect("nobody else is here");
        true
    }

    async fn edit(&mut self, id: InvoiceId, amount: Decimal) -> bool {
        let rate = self.random.pick(&VatRate::ALL);
        let items = vec![ItemInput::new("Práca", 1, amount, rate)];
        let edit = InvoiceEdit { items: Some(items), ..InvoiceEdit::default() };
        let Ok(Some(change)) = edited(self.store, (self.owner, id), &edit).await else {
            return false;
        };
        self.store.change_invoice(&change).await.expect("nobody else is here");
        true
    }

    async fn invoice(&self, id: InvoiceId) -> AnyInvoice {
        self.store.invoice(self.owner, id).await.expect("an invoice")
    }

    async fn expense(&self, id: ExpenseId) -> SettledExpense {
        self.store.expense(self.owner, id).await.expect("an expense")
    }

    /// The set-offs in force, as they are listed.
    async fn set_offs(&self) -> Vec<OffsetRecord> {
        let first = PageNumber { page: 1, per_page: 100 };
        let listed = self.store.offsets(self.owner, OffsetFilter::default(), first).await;
        listed.expect("a page").rows
    }

    async fn check(&self) {
        let rows = self.set_offs().await;
        assert_eq!(rows.len(), self.offsets.len());
        let of = |is_of: &dyn Fn(&OffsetRecord) -> bool| -> Decimal {
            rows.iter().filter(|row| is_of(row)).map(|row| row.offset.amount).sum()
        };
        for id in &self.invoices {
            let invoice = self.invoice(*id).await;
            invoice_adds_up(&invoice);
            assert_eq!(by_set_off(&invoice.payments), of(&|row| row.offset.invoice == *id));
        }
        self.notes_add_up().await;
        for id in &self.expenses {
            let SettledExpense { expense, payments } = self.expense(*id).await;
            let paid: Decimal = payments.iter().map(|payment| payment.amount).sum();
            let total = expense.content.totals.total;
            assert_eq!((expense.paid_amount, expense.outstanding()), (paid, total - paid));
            assert!(expense.outstanding() >= Decimal::ZERO, "{expense:?}");
            assert_eq!(by_set_off(&payments), of(&|row| row.offset.expense == *id));
        }
    }

    /// The outstanding amount of an invoice, less those of its credit notes, is the sum over all of them, and only
    /// one side has an outstanding amount.
    async fn notes_add_up(&self) {
        let mut all = Vec::new();
        for id in &self.invoices {
            all.push(self.invoice(*id).await);
        }
        let is_original = |invoice: &&AnyInvoice| {
            let kind = invoice.document.header().invoice_type;
            kind != InvoiceType::CreditNote && invoice.status.is_issued()
        };
        for original in all.iter().filter(is_original) {
            let notes: Vec<_> = all
                .iter()
                .filter(|note| note.document.header().original == Some(original.id))
                .filter(|note| note.status.is_issued())
                .collect();
            let sum = |of: &dyn Fn(&AnyInvoice) -> Decimal| notes.iter().map(|it| of(it)).sum();
            let [owed, said, paid]: [Decimal; 3] = [
                sum(&AnyInvoice::outstanding),
                sum(&|note| note.document.header().totals.total),
                sum(&|note| note.paid_amount),
            ];
            let open = original.document.header().totals.total - original.paid_amount;
            assert_eq!(original.outstanding() - owed, open - said + paid, "{original:?} {notes:?}");
            assert!(original.outstanding().is_zero() || owed.is_zero(), "{original:?} {notes:?}");
        }
    }

    /// Each change has its line.
    async fn check_histories(&self) {
        for id in &self.invoices {
            let lines = self.store.invoice_history(self.owner, *id, None, 100).await.expect("read");
            let version = self.invoice(*id).await.version;
            assert_eq!(i32::try_from(lines.rows.len()).expect("few"), version - 1);
        }
    }
}

fn by_set_off(payments: &[Payment]) -> Decimal {
    payments.iter().filter(|payment| payment.offset_id.is_some()).map(|p| p.amount).sum()
}

fn invoice_adds_up(invoice: &AnyInvoice) {
    let sum: Decimal = invoice.payments.iter().map(|payment| payment.amount).sum();
    assert_eq!(invoice.paid_amount, sum, "{invoice:?}");
    assert!(invoice.outstanding() >= Decimal::ZERO, "{invoice:?}");
    let is_paid = invoice.status == InvoiceStatus::Paid;
    let is_void = invoice.status == InvoiceStatus::Cancelled;
    assert!(is_void || is_paid == invoice.outstanding().is_zero(), "{invoice:?}");
    assert!(!is_void || invoice.payments.is_empty(), "{invoice:?}");
}

pub async fn whatever_happens_balances_add_up_and_both_sides_agree(subject: &impl StoreUnderTest) {
    let (mut set_off, mut credited) = (0, 0);
    for seed in 0..SEEDS {
        let mut firm = Firm::new(subject.store(), seed).await;
        for _ in 0..STEPS {
            firm.step().await;
            firm.check().await;
            set_off += firm.offsets.len();
        }
        firm.check_histories().await;
        assert!(firm.done > STEPS / 4, "{} steps did something", firm.done);
        credited += firm.invoices.len() - 3;
    }
    assert!(set_off > 0 && credited > 0, "something happened");
}

/// The stored figures of the dashboard follow from the documents.
pub async fn whatever_happens_the_figures_are_those_of_the_documents(
    subject: &impl StoreUnderTest,
) {
    let today = NOW.date();
    let window = Window { today, month: Month::of(today), network: Network::Live };
    for seed in 10..10 + SEEDS {
        let mut firm = Firm::new(subject.store(), seed).await;
        for _ in 0..STEPS / 8 {
            for _ in 0..8 {
                firm.step().await;
            }
            let mut expected = Figures::default();
            for id in &firm.invoices {
                add_figures(&firm.invoice(*id).await, &window, &mut expected);
            }
            let kept = firm.store.figures(firm.owner, &window).await.expect("figures");
            assert_eq!(of_invoices(&kept, window), of_invoices(&expected, window));
        }
    }
}

/// All but what comes from elsewhere.
fn of_invoices(figures: &Figures, window: Window) -> Summary {
    let of_invoices = Figures { received: Vec::new(), payable: Vec::new(), ..figures.clone() };
    summary(&of_invoices, Currency::Eur, window)
}
