use crate::memory::{Result, store::Data, table::free};
use access::OrganizationId;
use idempotency::{Answer, Lease, Scope, State, UnwritableAnswer};
use invoicing::{
    AnyInvoice, Contact, Draft, Invoice, InvoiceType, Issued, Totals,
    numbering::{NumberSource, Series},
    recording::InvoiceContent,
    records::ContactRow,
    settling::claims_between,
    states::{HistoryEntry, NoteEffect},
};
use money::{AMOUNT_DECIMALS, MAX_AMOUNT};
use persistence::StoreError;
use rust_decimal::Decimal;
use stock::Following;
use time::OffsetDateTime;

impl Data {
    /// Works on a copy of the data, which is dropped if it fails.
    pub(in crate::memory) fn issue(
        &mut self,
        draft: &Draft,
        lease: Option<&Lease>,
        respond: impl Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer>,
    ) -> Result<(Invoice, Answer)> {
        let organization = draft.organization;
        self.count_invoice(organization, &draft.usage)?;
        let number = self.number(draft)?;
        let issued = draft.issue(&number).map_err(|error| StoreError::Backend(error.into()))?;
        let answer = respond(&issued).map_err(|error| StoreError::Backend(error.into()))?;
        self.insert(draft, &issued, (lease, &answer))?;
        let effect = NoteEffect::between(None, Some(&issued.invoice));
        self.keep_effect(organization, effect, &draft.moment())?;
        let after = issued.invoice.clone().into();
        let claims = claims_between(None, Some(&after), &[]);
        self.keep_claims(organization, &claims, &draft.moment())?;
        self.keep_stock(Following::invoice(None, Some(&after)), draft.now)?;
        if let Some(by) = issued.by {
            let entry = HistoryEntry::issued(&issued.invoice, by);
            self.add_history((organization, draft.id), &entry);
        }
        Ok((issued.invoice, answer))
    }

    /// The invoice, or the draft, with what belongs to it.
    pub(in crate::memory) fn insert(
        &mut self,
        draft: &Draft,
        issued: &Issued<'_>,
        (lease, answer): (Option<&Lease>, &Answer),
    ) -> Result<()> {
        let organization = draft.organization;
        self.check(draft, issued)?;
        if let Some(contact) = issued.new_contact {
            let row =
                ContactRow { contact: contact.clone(), created_at: draft.now, retired_at: None };
            self.contacts.put(organization, row);
        }
        self.files.insert(draft.id, issued.files.to_vec());
        self.add_events(&issued.events);
        self.invoices.put(organization, issued.invoice.clone().into());
        self.contacts.one(organization, draft.document.customer_id)?;
        self.project_exists(organization, draft.document.project_id)?;
        self.answer(organization, lease.map(|lease| (lease, answer)), draft.now)
    }

    /// Checks what the keys and columns of a database would refuse.
    fn check(&self, draft: &Draft, issued: &Issued<'_>) -> Result<()> {
        let organization = draft.organization;
        self.must_exist(organization)?;
        free("invoice", self.invoices.find(organization, draft.id).is_none())?;
        let known = |contact: &Contact| self.contacts.find(organization, contact.id).is_some();
        free("contact", !issued.new_contact.is_some_and(known))?;
        let Totals { subtotal, vat_total, total } = issued.invoice.document.totals;
        if ![subtotal, vat_total, total, issued.invoice.paid_amount].into_iter().all(is_money) {
            return Err(StoreError::Backend("an amount that is no money".into()));
        }
        if issued.files.len() > issued.invoice.document.attachments.len() {
            return Err(StoreError::Backend("a file without its record".into()));
        }
        Ok(())
    }

    pub(in crate::memory) fn number(&mut self, draft: &Draft) -> Result<String> {
        let organization = draft.organization;
        match &draft.number {
            NumberSource::Own(number) if self.is_taken(draft, number) => {
                Err(StoreError::Taken(number.clone()))
            }
            NumberSource::Own(number) => Ok(number.clone()),
            NumberSource::Series(series) => {
                let count = self.next_count(organization, series, 1);
                self.counts.insert(counted(organization, series), count);
                Ok(series.number(count))
            }
            NumberSource::Advance { series, count } => {
                let last = self.counts.entry(counted(organization, series)).or_default();
                if *last >= *count {
                    return Err(StoreError::Conflict);
                }
                *last = *count;
                let number = series.number(*count);
                match self.is_taken(draft, &number) {
                    true => Err(StoreError::Taken(number)),
                    false => Ok(number),
                }
            }
        }
    }

    /// See [`invoicing::InvoiceStore::next_count`].
    pub(in crate::memory) fn next_count(
        &self,
        organization: OrganizationId,
        series: &Series,
        at_least: i64,
    ) -> i64 {
        let last = self.counts.get(&counted(organization, series)).copied().unwrap_or_default();
        let mut counts = at_least.max(last + 1)..;
        let is_free = |count: &i64| self.holder(organization, &series.number(*count)).is_none();
        counts.find(is_free).unwrap_or(at_least)
    }

    fn is_taken(&self, draft: &Draft, number: &str) -> bool {
        self.holder(draft.organization, number).is_some()
    }

    /// The invoice that has a number, issued here or recorded.
    pub(in crate::memory) fn holder(
        &self,
        organization: OrganizationId,
        number: &str,
    ) -> Option<&AnyInvoice> {
        let mut own = self.invoices.of(organization);
        own.find(|invoice| invoice.document.header().number == number)
    }

    /// Keeps the answer under its lease.
    pub(in crate::memory) fn complete(
        &mut self,
        (scope, now): (Scope, OffsetDateTime),
        lease: &Lease,
        answer: &Answer,
    ) -> Result<()> {
        let key = (scope, lease.operation.clone(), lease.key.clone());
        let held = self.answers.get_mut(&key).filter(|known| {
            known.token == lease.token && matches!(known.record.state, State::Running { .. })
        });
        let known = held.ok_or(StoreError::LeaseLost)?;
        known.record.state = State::Done(answer.clone());
        known.since = now;
        Ok(())
    }
}

fn counted(organization: OrganizationId, series: &Series) -> (OrganizationId, InvoiceType, i32) {
    (organization, series.invoice_type, series.counted_year())
}

fn is_money(amount: Decimal) -> bool {
    amount.normalize().scale() <= AMOUNT_DECIMALS && amount.abs() <= MAX_AMOUNT
}
