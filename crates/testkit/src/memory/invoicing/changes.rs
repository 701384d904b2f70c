use crate::memory::{
    Result,
    page::page,
    store::{Data, MemoryStore},
};
use access::{Credential, OrganizationId};
use idempotency::{Answer, Lease, UnwritableAnswer};
use invoicing::{
    AnyInvoice, Draft, HistoryEntryId, Invoice, InvoiceId, InvoiceType,
    corrections::StandingNote,
    drafts::{DraftIssue, Drafted},
    recording::InvoiceContent,
    settling::{AdvanceFacts, Claim, claims_between},
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
    ) -> Result<(Invoice, Answer)>
    where
        R: Fn(&Drafted<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
    {
        let drafted = draft.keep(moment).map_err(backend)?;
        let answer = respond(&drafted).map_err(backend)?;
        self.change(|data| {
            data.insert(draft, &drafted.kept, (lease, &answer))?;
            data.add_history((draft.organization, draft.id), &drafted.entry);
            Ok((drafted.kept.invoice, answer))
        })
    }

    async fn issue_draft<R>(
        &self,
        issue: &DraftIssue,
        lease: Option<&Lease>,
        respond: R,
    ) -> Result<(Invoice, Answer)>
    where
        R: Fn(&Drafted<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
    {
        let owner = (issue.before.organization, issue.before.id);
        self.change(|data| {
            if data.state(owner)?.invoice.version != issue.before.version {
                return Err(StoreError::Conflict);
            }
            data.count_invoice(owner.0, &issue.draft.usage)?;
            let number = data.number(&issue.draft)?;
            let drafted = issue.issue(&number).map_err(backend)?;
            let answer = respond(&drafted).map_err(backend)?;
            let (before, after) = (issue.before.clone().into(), &drafted.kept.invoice);
            data.invoices.put(owner.0, after.clone().into());
            data.add_history(owner, &drafted.entry);
            data.add_events(&drafted.kept.events);
            let effect = NoteEffect::between(Some(&before), Some(after));
            data.keep_effect(owner.0, effect, &issue.draft.moment())?;
            let after = after.clone().into();
            let claims = claims_between(Some(&before), Some(&after), &[]);
            data.keep_claims(owner.0, &claims, &issue.draft.moment())?;
            data.match_what_waits(Some(&before), &after, issue.draft.now)?;
            data.keep_stock(Following::invoice(Some(&before), Some(&after)), issue.draft.now)?;
            data.answer(owner.0, lease.map(|lease| (lease, &answer)), drafted.entry.at)?;
            Ok((drafted.kept.invoice, answer))
        })
    }

    async fn invoice_state(
        &self,
        organization: OrganizationId,
        id: InvoiceId,
    ) -> Result<InvoiceState> {
        self.data().state((organization, id))
    }

    async fn change_invoice(&self, change: &InvoiceChange) -> Result<()> {
        self.change(|data| data.change_invoice(change))
    }

    async fn invoice_history(
        &self,
        organization: OrganizationId,
        id: InvoiceId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<HistoryRow>> {
        let data = self.data();
        let own = data.history.iter().filter(|(owner, _)| *owner == (organization, id));
        Ok(page(own.map(|(_, row)| row.clone()), after, limit))
    }
}

fn backend(error: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Backend(error.into())
}

impl Data {
    fn change_invoice(&mut self, change: &InvoiceChange) -> Result<()> {
        let (before, after) = (&change.before, change.after.as_ref());
        let owner = (before.invoice.organization, before.invoice.id);
        if !self.state(owner)?.is_as_read(before) {
            return Err(StoreError::Conflict);
        }
        if let Some(after) = after {
            self.invoices.put(owner.0, after.clone());
        } else {
            self.invoices.remove(owner.0, owner.1)?;
            self.files.remove(&owner.1);
        }
        self.add_history(owner, &change.entry);
        self.add_events(&change.events);
        if let Some(after) = after {
            self.match_what_waits(Some(&before.invoice), after, change.entry.at)?;
            self.keep_shares(&before.invoice, after, &change.moment)?;
        }
        let claims = claims_between(Some(&before.invoice), after, &before.notes);
        self.keep_claims(owner.0, &claims, &change.moment)?;
        self.keep_effect(owner.0, change.effect(), &change.moment)?;
        self.keep_stock(Following::invoice(Some(&before.invoice), after), change.moment.now)?;
        for FollowUp { id, kind, subject } in &change.follow_ups {
            let (about, at) = ((owner.0, SubjectId(subject.0)), change.entry.at);
            self.enqueue(&NewJob::about(about, *id, JobKind(kind), at), at)?;
        }
        Ok(())
    }

    pub(in crate::memory) fn add_history(
        &mut self,
        owner: (OrganizationId, InvoiceId),
        entry: &HistoryEntry,
    ) {
        let email = self.email_of(entry.actor);
        let id = HistoryEntryId(Uuid::now_v7());
        self.history.push((owner, HistoryRow { id, entry: entry.clone(), email }));
    }

    /// The current e-mail address of the person who acted.
    pub(in crate::memory) fn email_of(&self, actor: Option<Credential>) -> Option<String> {
        let Some(Credential::Person(id)) = actor else { return None };
        self.users.iter().find(|user| user.id == id).map(|user| user.email.clone())
    }

    pub(in crate::memory) fn state(
        &self,
        owner: (OrganizationId, InvoiceId),
    ) -> Result<InvoiceState> {
        let invoice = self.invoices.one(owner.0, owner.1)?.clone();
        let live_send = self.sends.live_send(owner.0, owner.1);
        let advances = self.advance_facts(&invoice);
        Ok(InvoiceState { invoice, live_send, notes: self.notes_to(owner), advances })
    }

    /// The restrictions on an invoice that follow from advances.
    fn advance_facts(&self, invoice: &AnyInvoice) -> AdvanceFacts {
        let owner = invoice.organization;
        let find = |id: InvoiceId| self.invoices.find(owner, id);
        let settling = invoice.holds.settled_by.and_then(find);
        let is_settled =
            settling.is_some_and(|by| invoice.is_settled_by(by, &self.notes_to((owner, by.id))));
        let of = invoice.takes_back_from().and_then(find).unwrap_or(invoice);
        let advances: Vec<_> = of.taken_off().into_iter().filter_map(find).cloned().collect();
        AdvanceFacts { is_settled, spent: of.spent(&advances) }
    }

    /// The notes to an invoice that are in force, the oldest first.
    pub(in crate::memory) fn notes_to(
        &self,
        owner: (OrganizationId, InvoiceId),
    ) -> Vec<StandingNote> {
        let notes = self.invoices.of(owner.0).filter(|invoice| {
            invoice.document.header().original == Some(owner.1) && invoice.status.is_issued()
        });
        let mut notes: Vec<_> = notes.collect();
        notes.sort_by_key(|note| (note.created_at, note.id));
        notes.into_iter().map(StandingNote::of).collect()
    }

    /// Stores the effect of a note on the invoice that it refers to, if that exists.
    pub(in crate::memory) fn keep_effect(
        &mut self,
        organization: OrganizationId,
        effect: Option<NoteEffect>,
        moment: &ChangeMoment,
    ) -> Result<()> {
        let Some(effect) = effect else { return Ok(()) };
        let owner = (organization, effect.original);
        let Ok(state) = self.state(owner) else { return Ok(()) };
        let change = state.with_note(&effect, moment).map_err(|_| StoreError::Conflict)?;
        let changed = change.as_ref().and_then(|change| change.after.clone());
        let claims = changed.as_ref().unwrap_or(&state.invoice).claims(&state.notes);
        self.keep_claims(organization, &claims, moment)?;
        let Some((change, after)) = change.zip(changed) else { return Ok(()) };
        self.keep_credited(change)?;
        self.share_out(&after, effect.checked(), moment)
    }

    /// Updates the credit notes of an invoice whose amount due has changed.
    pub(in crate::memory) fn keep_shares(
        &mut self,
        before: &AnyInvoice,
        after: &AnyInvoice,
        moment: &ChangeMoment,
    ) -> Result<()> {
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
    ) -> Result<()> {
        let of_original = |invoice: &&AnyInvoice| {
            let header = invoice.document.header();
            header.original == Some(original.id)
                && header.invoice_type == InvoiceType::CreditNote
                && invoice.status.is_issued()
        };
        let mut notes: Vec<_> =
            self.invoices.of(original.organization).filter(of_original).collect();
        notes.sort_by_key(|note| (note.created_at, note.id));
        let notes = notes.into_iter().map(|note| self.state((note.organization, note.id)));
        let notes: Vec<_> = notes.collect::<Result<_, _>>()?;
        for change in share_out(original, &notes, moment).map_err(|_| StoreError::Conflict)? {
            if checked == Some(change.before.invoice.id) {
                return Err(StoreError::Conflict);
            }
            self.keep_credited(change)?;
        }
        Ok(())
    }

    /// Updates the advances that a document claims or frees.
    pub(in crate::memory) fn keep_claims(
        &mut self,
        organization: OrganizationId,
        claims: &[Claim],
        moment: &ChangeMoment,
    ) -> Result<()> {
        for claim in claims {
            let state = self.state((organization, claim.advance.id))?;
            let change = state.claimed(claim, moment).map_err(|_| StoreError::Conflict)?;
            change.into_iter().try_for_each(|change| self.keep_credited(change))?;
        }
        Ok(())
    }

    fn keep_credited(&mut self, change: InvoiceChange) -> Result<()> {
        let before = &change.before.invoice;
        let owner = (before.organization, before.id);
        if let Some(after) = change.after {
            self.match_what_waits(Some(before), &after, change.entry.at)?;
            self.invoices.put(owner.0, after);
        }
        self.add_history(owner, &change.entry);
        self.add_events(&change.events);
        Ok(())
    }
}
