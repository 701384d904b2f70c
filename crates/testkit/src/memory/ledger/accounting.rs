use crate::memory::{
    Result,
    page::page,
    store::{Data, MemoryStore},
};
use access::{OrganizationId, Tier};
use accounting_programs::{
    AccountingLinkStore, Link, LinkId, LinkSecrets, Look, NextPosting, Posting, PostingFilter,
    PostingId, PostingKind, PostingState, PostingStore, ProgramSecret, ShownPosting, Subject,
};
use expenses::ExpenseStatus;
use invoicing::{InvoiceType, recording::InvoiceContent};
use jobs::NewJob;
use peppol_connector::identifiers::Network;
use persistence::{Cursor, Page, StoreError};
use secret_text::SecretHash;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

impl AccountingLinkStore for MemoryStore {
    async fn accounting_link(&self, owner: OrganizationId, tier: Tier) -> Result<Link> {
        let data = self.data();
        let found = data.accounting.links.of(owner).find(|link| link.tier == tier);
        found.cloned().ok_or(StoreError::NotFound)
    }

    async fn accounting_link_of(&self, owner: OrganizationId, id: LinkId) -> Result<Link> {
        self.data().accounting.links.one(owner, id).cloned()
    }

    async fn accounting_link_by_token(&self, token: SecretHash) -> Result<(OrganizationId, Link)> {
        let data = self.data();
        let of = |id: LinkId| data.accounting.tokens.get(&id) == Some(&token);
        let found = data.accounting.links.all().find(|(_, link)| of(link.id));
        found.map(|(owner, link)| (owner, link.clone())).ok_or(StoreError::NotFound)
    }

    async fn accounting_secret(&self, owner: OrganizationId, id: LinkId) -> Result<ProgramSecret> {
        let data = self.data();
        data.accounting.links.one(owner, id)?;
        data.accounting.secrets.get(&id).cloned().ok_or(StoreError::NotFound)
    }

    async fn add_accounting_link(
        &self,
        owner: OrganizationId,
        link: &Link,
        secrets: LinkSecrets<'_>,
        job: &NewJob,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.change(|data| {
            data.must_exist(owner)?;
            let accounting = &mut data.accounting;
            if accounting.links.of(owner).any(|other| other.tier == link.tier) {
                return Err(StoreError::Conflict);
            }
            accounting.links.put(owner, link.clone());
            accounting.keep(link.id, secrets);
            data.enqueue(job, now).map(drop)
        })
    }

    async fn change_accounting_link(
        &self,
        owner: OrganizationId,
        before: &Link,
        after: &Link,
        secrets: LinkSecrets<'_>,
        job: &NewJob,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.change(|data| {
            data.accounting.change(owner, before, after)?;
            data.accounting.links.one_mut(owner, before.id)?.looked_through = after.looked_through;
            data.accounting.keep(before.id, secrets);
            data.enqueue(job, now).map(drop)
        })
    }

    async fn keep_looked_through(
        &self,
        owner: OrganizationId,
        link: &Link,
        today: Date,
    ) -> Result<()> {
        self.change(|data| {
            let known = data.accounting.links.one_mut(owner, link.id);
            if let Some(known) = known.ok().filter(|known| known.from_date == link.from_date) {
                known.looked_through = Some(today);
            }
            Ok(())
        })
    }

    async fn delete_accounting_link(&self, owner: OrganizationId, id: LinkId) -> Result<()> {
        self.change(|data| data.accounting.forget(owner, id))
    }

    async fn accounting_links(
        &self,
        after: Option<LinkId>,
        limit: u16,
    ) -> Result<Vec<(OrganizationId, Link)>> {
        let data = self.data();
        let all = data.accounting.links.all().filter(|(_, link)| Some(link.id) > after);
        let mut all: Vec<_> = all.map(|(owner, link)| (owner, link.clone())).collect();
        all.sort_by_key(|(_, link)| link.id);
        all.truncate(limit.into());
        Ok(all)
    }
}

impl PostingStore for MemoryStore {
    async fn without_posting(
        &self,
        owner: OrganizationId,
        link: &Link,
        _: Look,
        limit: u16,
    ) -> Result<Vec<Subject>> {
        let data = self.data();
        let mut all = data.subjects(owner, link);
        all.retain(|subject| {
            link.kind.takes(subject.kind) && !data.is_posted(owner, link.id, subject)
        });
        all.sort_by_key(|subject| subject.id);
        all.truncate(limit.into());
        Ok(all)
    }

    async fn add_postings(
        &self,
        owner: OrganizationId,
        postings: &[Posting],
        job: Option<&NewJob>,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.change(|data| {
            for posting in postings {
                data.accounting.links.one(owner, posting.link)?;
                if !data.is_posted(owner, posting.link, &posting.subject) {
                    data.accounting.postings.put(owner, posting.clone());
                }
            }
            job.map_or(Ok(()), |job| data.enqueue(job, now).map(drop))
        })
    }

    async fn has_next_posting(&self, owner: OrganizationId, link: LinkId) -> Result<bool> {
        Ok(!self.data().accounting.next(owner, link).is_empty())
    }

    async fn next_postings(
        &self,
        owner: OrganizationId,
        link: LinkId,
        limit: u16,
    ) -> Result<Vec<NextPosting>> {
        let data = self.data();
        let next = data.accounting.next(owner, link).into_iter().take(limit.into());
        let next = next.map(|posting| {
            let mut documents = data.accounting.documents(owner, posting);
            let is_ready = documents.all(|state| state == PostingState::Created);
            NextPosting { posting: posting.clone(), is_ready }
        });
        Ok(next.collect())
    }

    async fn save_postings(
        &self,
        owner: OrganizationId,
        before: &Link,
        after: &Link,
        postings: &[Posting],
        dropped: &[PostingId],
    ) -> Result<()> {
        self.change(|data| {
            data.accounting.change(owner, before, after)?;
            for posting in postings {
                *data.accounting.postings.one_mut(owner, posting.id)? = posting.clone();
            }
            data.accounting.postings.retain(|_, posting| !dropped.contains(&posting.id));
            Ok(())
        })
    }

    async fn change_posting(
        &self,
        owner: OrganizationId,
        before: &Posting,
        after: &Posting,
        job: Option<&NewJob>,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.change(|data| {
            data.accounting.postings.replace(owner, before, after)?;
            job.map_or(Ok(()), |job| data.enqueue(job, now).map(drop))
        })
    }

    async fn posting(
        &self,
        owner: OrganizationId,
        link: LinkId,
        id: PostingId,
    ) -> Result<ShownPosting> {
        let data = self.data();
        let posting = data.accounting.postings.one(owner, id)?;
        match posting.link == link {
            true => Ok(data.shown_posting(owner, posting)),
            false => Err(StoreError::NotFound),
        }
    }

    async fn pending_postings(
        &self,
        owner: OrganizationId,
        link: LinkId,
        ids: &[PostingId],
    ) -> Result<Vec<Posting>> {
        let data = self.data();
        let own = data.accounting.postings.of(owner).filter(|posting| {
            posting.link == link
                && posting.state == PostingState::Pending
                && ids.contains(&posting.id)
        });
        let mut all: Vec<_> = own.cloned().collect();
        all.sort_by_key(|posting| posting.subject.id);
        Ok(all)
    }

    async fn postings(
        &self,
        owner: OrganizationId,
        link: LinkId,
        filter: PostingFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ShownPosting>> {
        let data = self.data();
        let passes = |posting: &&Posting| {
            posting.link == link
                && filter.state.is_none_or(|state| posting.state == state)
                && filter.kind.is_none_or(|kind| posting.subject.kind == kind)
        };
        let own = data.accounting.postings.of(owner).filter(passes);
        Ok(page(own.map(|posting| data.shown_posting(owner, posting)), after, limit))
    }

    async fn postings_of(
        &self,
        owner: OrganizationId,
        link: LinkId,
        kind: PostingKind,
        subjects: &[Uuid],
    ) -> Result<Vec<ShownPosting>> {
        let data = self.data();
        let own = data.accounting.postings.of(owner).filter(|posting| {
            posting.link == link
                && posting.subject.kind == kind
                && subjects.contains(&posting.subject.id)
        });
        Ok(own.map(|posting| data.shown_posting(owner, posting)).collect())
    }
}

impl Data {
    fn shown_posting(&self, owner: OrganizationId, posting: &Posting) -> ShownPosting {
        let is_held = self.accounting.is_held(owner, posting);
        ShownPosting { posting: posting.clone(), is_held }
    }

    fn is_posted(&self, owner: OrganizationId, link: LinkId, subject: &Subject) -> bool {
        let mut own = self.accounting.postings.of(owner).filter(|posting| posting.link == link);
        own.any(|known| (known.subject.kind, known.subject.id) == (subject.kind, subject.id))
    }

    /// Everything that belongs into the program of a link.
    fn subjects(&self, owner: OrganizationId, link: &Link) -> Vec<Subject> {
        let network = Network::of(link.tier);
        let mut all = self.posted_invoices(owner, link);
        let approved = self.expenses_of(owner).filter(|expense| {
            expense.status == ExpenseStatus::Approved
                && expense.content.issue_date >= link.from_date
                && expense.is_seen_from(network)
        });
        all.extend(approved.map(|expense| Subject::expense(expense.id)));
        all.extend(self.posted_payments(owner, link));
        let seen = self.offsets.of(owner).filter(|offset| {
            offset.date >= link.from_date && offset.network.is_none_or(|own| own == network)
        });
        all.extend(seen.map(|offset| Subject::offset(offset.id, offset.invoice, offset.expense)));
        all
    }

    fn posted_invoices(&self, owner: OrganizationId, link: &Link) -> Vec<Subject> {
        let issued = self.invoices.of(owner).filter(|invoice| {
            let header = invoice.document.header();
            invoice.status.is_issued()
                && header.invoice_type != InvoiceType::Proforma
                && header.issue_date >= link.from_date
        });
        issued.map(|invoice| Subject::invoice(invoice.id)).collect()
    }

    /// The payments of documents that have a posting.
    fn posted_payments(&self, owner: OrganizationId, link: &Link) -> Vec<Subject> {
        let mut all = Vec::new();
        for invoice in self.invoices.of(owner) {
            if self.is_posted(owner, link.id, &Subject::invoice(invoice.id)) {
                let own = invoice.payments.iter().filter(|payment| payment.offset_id.is_none());
                all.extend(own.map(|payment| Subject::invoice_payment(payment.id, invoice.id)));
            }
        }
        for settled in self.expenses.of(owner) {
            let id = settled.expense.id;
            if self.is_posted(owner, link.id, &Subject::expense(id)) {
                let own = settled.payments.iter().filter(|payment| payment.offset_id.is_none());
                all.extend(own.map(|payment| Subject::expense_payment(payment.id, id)));
            }
        }
        all
    }
}
