use super::Data;
use idempotency::{Answer, Claim, State};
use invoicing::{ContactRow, Draft, Invoice, Issued, NumberSource, Rendered, StoreError};

impl Data {
    /// On data that is thrown away when it fails.
    pub(super) fn issue(
        &mut self,
        draft: &Draft,
        claim: Option<&Claim>,
        render: impl Fn(&Issued<'_>) -> Rendered,
    ) -> Result<(Invoice, Answer), StoreError> {
        let organization = draft.organization;
        let number = self.number(draft)?;
        let issued = draft.issue(&number);
        let Rendered { answer, event_payload } = render(&issued);
        if let Some(contact) = issued.new_contact {
            let row = ContactRow { contact: contact.clone(), created_at: draft.now };
            self.contacts.insert((organization, contact.id), row);
        }
        self.files.insert(draft.id, issued.files.to_vec());
        self.events.push((organization, event_payload));
        self.invoices.insert((organization, draft.id), issued.invoice.clone());
        if let Some(claim) = claim {
            self.complete(draft, claim, &answer)?;
        }
        Ok((issued.invoice, answer))
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

    fn complete(
        &mut self,
        draft: &Draft,
        claim: &Claim,
        answer: &Answer,
    ) -> Result<(), StoreError> {
        let key = (draft.organization, claim.operation, claim.key.clone());
        let held = self.answers.get_mut(&key).filter(|known| {
            known.token == claim.token && matches!(known.record.state, State::Running { .. })
        });
        let known = held.ok_or(StoreError::ClaimLost)?;
        known.record.state = State::Done(answer.clone());
        known.since = draft.now;
        Ok(())
    }
}
