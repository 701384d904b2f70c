//! Whatever happens in whatever order, levels are the sums of their movements, and what the documents say.

use super::{
    expenses::{add as add_expense, change as change_expense},
    stock_setup::{a_document, if_there, item, level, made, sums_agree, warehouse},
};
use crate::{
    build::{NOW, contact, draft_of},
    contract::{
        Ports, StoreUnderTest,
        invoicing::{
            drafts::{issuing, kept, moment, try_issue as try_issue_draft},
            invoice_changes::{edited, state},
        },
        random::Random,
        setup::{organization, try_issue},
    },
    expenses::expense,
};
use access::OrganizationId;
use expenses::{ExpenseStatus, SettledExpense, StockLine};
use invoicing::{
    Draft, InvoiceId, InvoiceType, ItemInput, StockRef, drafts::InvoiceEdit, states::InvoiceMove,
};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use stock::{DocumentKind, Place, StockError, StockRefused};
use time::Duration;
use vat_categories::VatRate;

/// What happens in one life.
const STEPS: usize = 60;

/// An organization with two items in two warehouses, of which the second item must not go below zero.
struct Life<'a, S> {
    store: &'a S,
    owner: OrganizationId,
    random: Random,
    places: [Place; 4],
    strict: Place,
    /// What is in each place, by what has happened.
    there: BTreeMap<Place, Decimal>,
    /// What each invoice has moved, and where.
    moved: Vec<(InvoiceId, InvoiceType, Place, Decimal)>,
    /// How many were issued, cancelled ones too.
    issued: usize,
}

pub async fn whatever_happens_levels_are_their_sums(subject: &impl StoreUnderTest) {
    for seed in 1..=3 {
        let mut life = Life::begun(subject.store(), seed).await;
        for step in 1..=STEPS {
            life.step().await;
            if step % 20 == 0 {
                life.is_right().await;
            }
        }
        assert!(life.issued > 10, "{} invoices were among it", life.issued);
    }
}

impl<'a, S: Ports> Life<'a, S> {
    async fn begun(store: &'a S, seed: u64) -> Self {
        let owner = organization(store).await;
        let (shop, hall) = (warehouse(store, owner, "A").await, warehouse(store, owner, "B").await);
        let loose = item(store, owner, &stock::ItemInput::default()).await;
        let strict = stock::ItemInput { below_zero: Some(false), ..stock::ItemInput::default() };
        let strict = item(store, owner, &strict).await;
        let place = |(item, warehouse)| Place { item, warehouse };
        let places = [(loose, shop), (loose, hall), (strict, shop), (strict, hall)].map(place);
        let (random, there, moved) = (Random(seed), BTreeMap::new(), Vec::new());
        Self { store, owner, random, places, strict: places[2], there, moved, issued: 0 }
    }

    async fn step(&mut self) {
        match self.random.below(8) {
            0 | 1 => self.document().await,
            2 | 3 => self.invoice().await,
            4 => self.draft().await,
            5 => self.edit().await,
            6 => self.cancel().await,
            _ => self.expense().await,
        }
    }

    fn place(&mut self) -> Place {
        let places = self.places;
        self.random.pick(&places)
    }

    /// Up to a thousand, with up to six decimals.
    fn quantity(&mut self) -> Decimal {
        let (digits, scale) = (1 + self.random.below(999), self.random.below(7));
        Decimal::new(digits.cast_signed(), u32::try_from(scale).unwrap_or_default())
    }

    fn at(&self, place: Place) -> Decimal {
        self.there.get(&place).copied().unwrap_or_default()
    }

    /// Whether this much may come to a place, or be taken from it.
    fn may(&self, place: Place, moves: Decimal) -> bool {
        let is_strict = place.item == self.strict.item;
        !is_strict || moves >= Decimal::ZERO || self.at(place) + moves >= Decimal::ZERO
    }

    /// It was done where it may be, and not done where it must not be.
    fn happened(&mut self, moves: &[(Place, Decimal)], is_done: bool) {
        assert_eq!(is_done, moves.iter().all(|(place, by)| self.may(*place, *by)), "{moves:?}");
        for (place, by) in moves.iter().filter(|_| is_done) {
            *self.there.entry(*place).or_default() += by;
        }
    }

    async fn document(&mut self) {
        let (place, quantity) = (self.place(), self.quantity());
        let kind = self.random.pick(&DocumentKind::ALL);
        let comes = matches!(kind, DocumentKind::Receipt | DocumentKind::Count);
        let cost = (comes && self.random.one_in(2)).then(|| self.quantity());
        let other = self.places.into_iter().find(|it| it.item == place.item && *it != place);
        let other = other.expect("two warehouses");
        let moves = match kind {
            DocumentKind::Receipt => vec![(place, quantity)],
            DocumentKind::Issue => vec![(place, -quantity)],
            DocumentKind::Transfer => vec![(place, -quantity), (other, quantity)],
            DocumentKind::Count => vec![(place, quantity - self.at(place))],
        };
        let to = (kind == DocumentKind::Transfer).then_some(other.warehouse);
        let line = (place.item, quantity, cost);
        let document = a_document(kind, (place.warehouse, to), &[line]);
        let done = match made(self.store, self.owner, &document).await {
            Ok(_) => true,
            Err(StockError::Refused(StockRefused::Invalid(_))) => false,
            Err(other) => panic!("{other:?}"),
        };
        self.happened(&moves, done);
        if !done {
            // its draft would keep others from counting there
            self.store.delete_stock_document(self.owner, &document).await.expect("deleted");
        }
    }

    /// An invoice of any type with a line of a place, and what it moves.
    fn drafted(&mut self, invoice_type: InvoiceType) -> (Draft, Place, Decimal) {
        let (place, quantity) = (self.place(), self.quantity());
        let mut draft = draft_of(self.owner, invoice_type);
        for line in &mut draft.document.lines {
            let Place { item, warehouse } = place;
            (line.quantity, line.stock) = (quantity, Some(StockRef { item, warehouse }));
        }
        (draft, place, quantity * sign(invoice_type))
    }

    async fn invoice(&mut self) {
        let types = [
            InvoiceType::Invoice,
            InvoiceType::Invoice,
            InvoiceType::CreditNote,
            InvoiceType::SelfInvoice,
            InvoiceType::Proforma,
        ];
        let invoice_type = self.random.pick(&types);
        let (draft, place, moves) = self.drafted(invoice_type);
        let issued = try_issue(self.store, &draft).await;
        let id = if_there(issued).map(|(invoice, _)| invoice.id);
        self.issued(id, invoice_type, place, moves);
    }

    /// A draft moves nothing until it is issued.
    async fn draft(&mut self) {
        let (draft, place, moves) = self.drafted(InvoiceType::Invoice);
        let kept = kept(self.store, &draft).await;
        let issue = issuing(self.store, self.owner, kept.id).await;
        let issued = if_there(try_issue_draft(self.store, &issue, None).await);
        self.issued(issued.map(|(invoice, _)| invoice.id), InvoiceType::Invoice, place, moves);
    }

    fn issued(&mut self, id: Option<InvoiceId>, of: InvoiceType, place: Place, moves: Decimal) {
        self.happened(&[(place, moves)], id.is_some());
        self.issued += usize::from(id.is_some());
        self.moved.extend(id.map(|id| (id, of, place, moves)));
    }

    /// Another quantity, at another place sometimes, or on another day.
    async fn edit(&mut self) {
        let is_plain = |it: &&(_, InvoiceType, _, _)| it.1 == InvoiceType::Invoice;
        let Some((id, of, before, moved)) = self.moved.iter().rev().find(is_plain).copied() else {
            return;
        };
        let (place, quantity) = (self.place(), self.quantity());
        let line = ItemInput {
            stock_item_id: Some(place.item),
            warehouse_id: Some(place.warehouse),
            ..ItemInput::new("Stolička", quantity, 10, VatRate::TwentyThree)
        };
        let days = Duration::days(self.random.below(9).cast_signed());
        let delivery_date = self.random.one_in(2).then(|| Some(NOW.date() - days));
        let edit = InvoiceEdit { items: Some(vec![line]), delivery_date, ..InvoiceEdit::default() };
        let change = edited(self.store, (self.owner, id), &edit).await.expect("right");
        let Some(change) = change else { return };
        let done = if_there(self.store.change_invoice(&change).await).is_some();
        let moves = match place == before {
            true => vec![(place, -quantity - moved)],
            false => vec![(before, -moved), (place, -quantity)],
        };
        self.happened(&moves, done);
        if done {
            self.moved.retain(|it| it.0 != id);
            self.moved.push((id, of, place, -quantity));
        }
    }

    async fn cancel(&mut self) {
        if self.moved.is_empty() {
            return;
        }
        let (id, of, place, moved) = self.random.pick(&self.moved);
        let cancel = state(self.store, (self.owner, id)).await.make(InvoiceMove::Cancel, &moment());
        let cancel = cancel.expect("right").expect("a change");
        let done = if_there(self.store.change_invoice(&cancel).await).is_some();
        self.happened(&[(place, -moved)], done);
        if done {
            self.moved.retain(|it| (it.0, it.1) != (id, of));
        }
    }

    /// An expense brings its lines when it is approved.
    async fn expense(&mut self) {
        let (place, quantity, supplier) = (self.place(), self.quantity(), contact("Píla"));
        let unit_cost = self.random.one_in(2).then(|| self.quantity());
        let stock = StockRef { item: place.item, warehouse: place.warehouse };
        let mut expense = expense(self.owner, &supplier, Decimal::TEN);
        (expense.status, expense.review.decided_at) = (ExpenseStatus::PendingApproval, None);
        expense.content.stock = vec![StockLine { stock, quantity, unit_cost }];
        add_expense(self.store, &supplier, &expense).await;
        let approve = |expense: &SettledExpense| expense.approve(NOW);
        let changed = change_expense(self.store, (self.owner, expense.id), None, approve).await;
        self.happened(&[(place, quantity)], changed.is_ok());
    }

    async fn is_right(&self) {
        sums_agree(self.store, self.owner).await;
        for place in self.places {
            let (quantity, value) =
                level(self.store, self.owner, place.item, place.warehouse).await;
            assert_eq!(quantity, self.at(place), "{place:?}");
            assert!(quantity * value >= Decimal::ZERO, "{quantity} is worth {value}");
        }
    }
}

fn sign(invoice_type: InvoiceType) -> Decimal {
    match invoice_type {
        InvoiceType::Invoice => Decimal::NEGATIVE_ONE,
        InvoiceType::Proforma => Decimal::ZERO,
        _ => Decimal::ONE,
    }
}
