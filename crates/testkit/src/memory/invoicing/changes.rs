use crate::memory::{
    page::page,
    store::{Data, MemoryStore},
};
use access::{Credential, OrganizationId};
use idempotency::{Answer, Lease, UnwritableAnswer};
use invoicing::{
    AnyInvoice, Draft, HistoryEntryId, Invoice, InvoiceId, InvoiceType,
    drafts::{DraftIssue, Drafted},
    recording::InvoiceContent,
    settling::advances_between,
    states::{
        ChangeMoment, FollowUp, HistoryEntry, HistoryRow, InvoiceChange, InvoiceChangeStore,
        InvoiceState, NoteEffect, share_out,
    },
};
use jobs::{JobKind, NewJob, SubjectId};
use persistence::{Cursor, Page, StoreError};
use stock::Following;
use uuid::Uuid;

impl InvoiceChangeStore for MemoryStore {
    async fn keep_draft<R>(
        &self,
        draft: &Draft,
        moment: &ChangeMoment,
        lease: Option<&Lease>,
        respond: R,
    ) -> Result<(Invoice, Answer), StoreError>
    where
        R: Fn(&Drafted<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
    {
        let drafted = draft.keep(moment).map_err(|error| StoreError::Backend(error.into()))?;
        let answer = respond(&drafted).map_err(|error| StoreError::Backend(error.into()))?;
        let mut data = self.data();
        let mut copy = data.clone();
        copy.insert(draft, &drafted.kept, (lease, &answer))?;
        copy.add_history((draft.organization, draft.id), &drafted.entry);
        *data = copy;
        Ok((drafted.kept.invoice, answer))
    }

    async fn issue_draft<R>(
        &self,
        issue: &DraftIssue,
        lease: Option<&Lease>,
        respond: R,
    ) -> Result<(Invoice, Answer), StoreError>
    where
        R: Fn(&Drafted<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
    {
        let mut data = self.data();
        let mut copy = data.clone();
        let owner = (issue.before.organization, issue.before.id);
        if copy.state(owner)?.invoice.version != issue.before.version {
            return Err(StoreError::Conflict);
        }
        copy.count_invoice(owner.0, &issue.draft.usage)?;
        let number = copy.number(&issue.draft)?;
        let drafted = issue.issue(&number).map_err(|error| StoreError::Backend(error.into()))?;
        let answer = respond(&drafted).map_err(|error| StoreError::Backend(error.into()))?;
        copy.invoices.insert(owner, drafted.kept.invoice.clone().into());
        copy.add_history(owner, &drafted.entry);
        copy.add_events(&drafted.kept.events);
        let before = issue.before.clone().into();
        let effect = NoteEffect::between(Some(&before), Some(&drafted.kept.invoice));
        copy.keep_effect(owner.0, effect, &issue.draft.moment())?;
        let after = drafted.kept.invoice.clone().into();
        copy.keep_advances((Some(&before), Some(&after)), &issue.draft.moment())?;
        copy.keep_stock(Following::invoice(Some(&before), Some(&after)), issue.draft.now)?;
        if let Some(lease) = lease {
            copy.complete((owner.0.into(), drafted.entry.at), lease, &answer)?;
        }
        *data = copy;
        Ok((drafted.kept.invoice, answer))
    }

    async fn invoice_state(
        &self,
        organization: OrganizationId,
        id: InvoiceId,
    ) -> Result<InvoiceState, StoreError> {
        self.data().state((organization, id))
    }

    async fn change_invoice(&self, change: &InvoiceChange) -> Result<(), StoreError> {
        let mut data = self.data();
        let before = &change.before;
        let owner = (before.invoice.organization, before.invoice.id);
        let now = data.state(owner)?;
        let counts =
            |state: &InvoiceState| (state.invoice.version, state.live_send, state.note.is_some());
        if counts(&now) != counts(before) {
            return Err(StoreError::Conflict);
        }
        let mut copy = data.clone();
        match &change.after {
            Some(after) => drop(copy.invoices.insert(owner, after.clone())),
            None => {
                copy.invoices.remove(&owner);
                copy.files.remove(&owner.1);
            }
        }
        copy.add_history(owner, &change.entry);
        copy.add_events(&change.events);
        if let Some(after) = &change.after {
            copy.keep_shares(&before.invoice, after, &change.moment)?;
        }
        let after = change.after.as_ref();
        copy.keep_advances((Some(&before.invoice), after), &change.moment)?;
        copy.keep_effect(owner.0, change.effect(), &change.moment)?;
        copy.keep_stock(Following::invoice(Some(&before.invoice), after), change.moment.now)?;
        if let Some(FollowUp { id, kind }) = change.follow_up {
            let job = NewJob {
                id,
                kind: JobKind(kind),
                organization: Some(owner.0),
                subject: Some(SubjectId(owner.1.0)),
                key: None,
                run_at: change.entry.at,
            };
            copy.enqueue(&job, change.entry.at)?;
        }
        *data = copy;
        Ok(())
    }

    async fn invoice_history(
        &self,
        organization: OrganizationId,
        id: InvoiceId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<HistoryRow>, StoreError> {
        let data = self.data();
        let own = data.history.iter().filter(|(owner, _)| *owner == (organization, id));
        let rows = own.map(|(_, row)| row.clone()).collect();
        Ok(page(rows, after, limit, |row| (row.entry.at, row.id.0)))
    }
}

impl Data {
    pub(in crate::memory) fn add_history(
        &mut self,
        owner: (OrganizationId, InvoiceId),
        entry: &HistoryEntry,
    ) {
        let email = self.email_of(entry.actor);
        let id = HistoryEntryId(Uuid::now_v7());
        self.history.push((owner, HistoryRow { id, entry: entry.clone(), email }));
    }

    /// The address of the person who asked for something.
    pub(in crate::memory) fn email_of(&self, actor: Option<Credential>) -> Option<String> {
        let Some(Credential::Person(id)) = actor else { return None };
        self.users.iter().find(|user| user.id == id).map(|user| user.email.clone())
    }

    pub(in crate::memory) fn state(
        &self,
        owner: (OrganizationId, InvoiceId),
    ) -> Result<InvoiceState, StoreError> {
        let invoice = self.invoices.get(&owner).cloned().ok_or(StoreError::NotFound)?;
        let live_send = self.sends.live_send(owner.0, owner.1);
        let own = self.invoices.iter().filter(|((organization, _), _)| *organization == owner.0);
        let mut notes = own.map(|(_, invoice)| invoice).filter(|invoice| {
            invoice.document.header().original == Some(owner.1) && invoice.status.is_issued()
        });
        let note = notes.next().map(|note| note.document.header().number.to_owned());
        Ok(InvoiceState { invoice, live_send, note })
    }

    /// What a note does to the invoice that it refers to, if that is there.
    pub(in crate::memory) fn keep_effect(
        &mut self,
        organization: OrganizationId,
        effect: Option<NoteEffect>,
        moment: &ChangeMoment,
    ) -> Result<(), StoreError> {
        let Some(effect) = effect else { return Ok(()) };
        let owner = (organization, effect.original);
        let Ok(state) = self.state(owner) else { return Ok(()) };
        let change = state.with_note(effect, moment).map_err(|_| StoreError::Conflict)?;
        let Some((change, after)) = change.and_then(|it| Some((it.clone(), it.after?))) else {
            return Ok(());
        };
        self.keep_credited(change);
        self.share_out(&after, effect.checked(), moment)
    }

    /// What becomes of the credit notes of an invoice of which something else is to be paid now.
    pub(in crate::memory) fn keep_shares(
        &mut self,
        before: &AnyInvoice,
        after: &AnyInvoice,
        moment: &ChangeMoment,
    ) -> Result<(), StoreError> {
        match before.credit_taken_off() == after.credit_taken_off() {
            true => Ok(()),
            false => self.share_out(after, None, moment),
        }
    }

    fn share_out(
        &mut self,
        original: &AnyInvoice,
        checked: Option<InvoiceId>,
        moment: &ChangeMoment,
    ) -> Result<(), StoreError> {
        let of_original = |invoice: &&AnyInvoice| {
            let header = invoice.document.header();
            invoice.organization == original.organization
                && header.original == Some(original.id)
                && header.invoice_type == InvoiceType::CreditNote
                && invoice.status.is_issued()
        };
        let mut notes: Vec<_> = self.invoices.values().filter(of_original).collect();
        notes.sort_by_key(|note| (note.created_at, note.id));
        let notes = notes.into_iter().map(|note| self.state((note.organization, note.id)));
        let notes: Vec<_> = notes.collect::<Result<_, _>>()?;
        for change in share_out(original, &notes, moment).map_err(|_| StoreError::Conflict)? {
            if checked == Some(change.before.invoice.id) {
                return Err(StoreError::Conflict);
            }
            self.keep_credited(change);
        }
        Ok(())
    }

    /// What becomes of advances when the document that settles them becomes another.
    pub(in crate::memory) fn keep_advances(
        &mut self,
        (before, after): (Option<&AnyInvoice>, Option<&AnyInvoice>),
        moment: &ChangeMoment,
    ) -> Result<(), StoreError> {
        let Some(organization) = before.or(after).map(|it| it.organization) else { return Ok(()) };
        for (advance, by) in advances_between(before, after) {
            let state = self.state((organization, advance))?;
            let change = state.settle_advance(by, moment).map_err(|_| StoreError::Conflict)?;
            self.keep_credited(change);
        }
        Ok(())
    }

    fn keep_credited(&mut self, change: InvoiceChange) {
        let before = &change.before.invoice;
        let owner = (before.organization, before.id);
        self.invoices.extend(change.after.map(|after| (owner, after)));
        self.add_history(owner, &change.entry);
        self.add_events(&change.events);
    }
}
