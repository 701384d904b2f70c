use super::Data;
use idempotency::{Answer, Claim, Scope, State, UnwritableAnswer};
use invoicing::{Contact, ContactRow, Draft, Invoice, Issued, NumberSource, Totals};
use money::{AMOUNT_DECIMALS, MAX_AMOUNT};
use persistence::StoreError;
use rust_decimal::Decimal;
use time::OffsetDateTime;

impl Data {
    /// On data that is thrown away when it fails.
    pub(super) fn issue(
        &mut self,
        draft: &Draft,
        claim: Option<&Claim>,
        respond: impl Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer>,
    ) -> Result<(Invoice, Answer), StoreError> {
        let organization = draft.organization;
        let number = self.number(draft)?;
        let issued = draft.issue(&number).map_err(|error| StoreError::Backend(error.into()))?;
        let answer = respond(&issued).map_err(|error| StoreError::Backend(error.into()))?;
        self.check(draft, &issued)?;
        if let Some(contact) = issued.new_contact {
            let row = ContactRow { contact: contact.clone(), created_at: draft.now };
            self.contacts.insert((organization, contact.id), row);
        }
        self.files.insert(draft.id, issued.files.to_vec());
        self.add_events(&issued.events);
        self.invoices.insert((organization, draft.id), issued.invoice.clone());
        if !self.contacts.contains_key(&(organization, draft.document.customer_id)) {
            return Err(StoreError::NotFound);
        }
        if let Some(claim) = claim {
            self.complete((organization.into(), draft.now), claim, &answer)?;
        }
        Ok((issued.invoice, answer))
    }

    /// What the keys and columns of a database would refuse.
    fn check(&self, draft: &Draft, issued: &Issued<'_>) -> Result<(), StoreError> {
        let organization = draft.organization;
        self.must_exist(organization)?;
        if self.invoices.contains_key(&(organization, draft.id)) {
            return Err(StoreError::Taken("invoice".into()));
        }
        let known = |contact: &Contact| self.contacts.contains_key(&(organization, contact.id));
        if issued.new_contact.is_some_and(known) {
            return Err(StoreError::Taken("contact".into()));
        }
        let Totals { subtotal, vat_total, total } = issued.invoice.document.totals;
        if ![subtotal, vat_total, total, issued.invoice.paid_amount].into_iter().all(is_money) {
            return Err(StoreError::Backend("an amount that is no money".into()));
        }
        if issued.files.len() > issued.invoice.document.attachments.len() {
            return Err(StoreError::Backend("a file without its record".into()));
        }
        Ok(())
    }

    fn number(&mut self, draft: &Draft) -> Result<String, StoreError> {
        let organization = draft.organization;
        match &draft.number {
            NumberSource::Own(number) if self.is_taken(draft, number) => {
                Err(StoreError::Taken(number.clone()))
            }
            NumberSource::Own(number) => Ok(number.clone()),
            NumberSource::Series { invoice_type, format, year } => loop {
                let series = (organization, *invoice_type, format.counted_year(*year));
                let count = self.counts.entry(series).or_default();
                *count += 1;
                let number = format.number(*year, *count);
                if !self.is_taken(draft, &number) {
                    return Ok(number);
                }
            },
        }
    }

    fn is_taken(&self, draft: &Draft, number: &str) -> bool {
        let mut invoices = self.invoices.values();
        invoices.any(|i| i.organization == draft.organization && i.document.number == number)
    }

    /// Keeps the answer under its claim.
    pub(super) fn complete(
        &mut self,
        (scope, now): (Scope, OffsetDateTime),
        claim: &Claim,
        answer: &Answer,
    ) -> Result<(), StoreError> {
        let key = (scope, claim.operation, claim.key.clone());
        let held = self.answers.get_mut(&key).filter(|known| {
            known.token == claim.token && matches!(known.record.state, State::Running { .. })
        });
        let known = held.ok_or(StoreError::LeaseLost)?;
        known.record.state = State::Done(answer.clone());
        known.since = now;
        Ok(())
    }
}

fn is_money(amount: Decimal) -> bool {
    amount.normalize().scale() <= AMOUNT_DECIMALS && amount.abs() <= MAX_AMOUNT
}
