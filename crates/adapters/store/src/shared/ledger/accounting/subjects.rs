//! Finds the subjects that belong into a program and have no posting yet.

use super::super::super::sql::*;
use access::OrganizationId;
use accounting_programs::{Link, Look, PostingKind, Subject};
use invoicing::InvoiceStatus;
use peppol_connector::identifiers::Network;
use time::Date;
use uuid::Uuid;

/// The first subjects of all kinds that the program takes, in the order of their ids.
pub(super) async fn without_posting(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    (link, look): (&Link, Look),
    limit: u16,
) -> Result<Vec<Subject>> {
    let mut all = Vec::new();
    let looked = Looked { organization, link, look };
    for kind in PostingKind::ALL {
        if !link.kind.takes(kind) {
            continue;
        }
        for query in looked.of_kind(kind) {
            let query = query.then(sql!(" ORDER BY 1 LIMIT {}", i64::from(limit)));
            let rows: Vec<(Uuid, Uuid, Uuid)> = query.all(conn).await?;
            all.extend(rows.into_iter().map(|(id, document, counterpart)| {
                let counterpart = (kind == PostingKind::Offset).then_some(counterpart);
                Subject { kind, id, document, counterpart }
            }));
        }
    }
    all.sort_by_key(|subject| subject.id);
    all.dedup();
    all.truncate(limit.into());
    Ok(all)
}

/// The range of a search.
struct Looked<'a> {
    organization: OrganizationId,
    link: &'a Link,
    look: Look,
}

impl Looked<'_> {
    /// Documents of this day or later.
    fn issued(&self) -> Date {
        match self.look {
            Look::Everything => self.link.from_date,
            Look::New { issued, .. } => issued,
        }
    }

    /// Rows of subject, document and, of a set-off, its expense.
    fn of_kind(&self, kind: PostingKind) -> Vec<Statement<'static>> {
        let found = match kind {
            PostingKind::Invoice => vec![self.invoices()],
            PostingKind::Expense => vec![self.expenses()],
            PostingKind::InvoicePayment => self.payments(sql!(
                "SELECT s.id, s.invoice_id, s.invoice_id FROM payments s JOIN accounting_postings d
                 ON d.organization_id = s.organization_id AND d.subject_id = s.invoice_id AND d.kind = 'invoice'"
            )),
            PostingKind::ExpensePayment => self.payments(sql!(
                "SELECT s.id, s.expense_id, s.expense_id FROM expense_payments s JOIN accounting_postings d
                 ON d.organization_id = s.organization_id AND d.subject_id = s.expense_id AND d.kind = 'expense'"
            )),
            PostingKind::Offset => vec![self.offsets()],
        };
        let posted = sql!(
            " AND NOT EXISTS (SELECT 1 FROM accounting_postings p WHERE p.organization_id = {} AND p.link_id = {}
               AND p.kind = {} AND p.subject_id = s.id)",
            self.organization,
            self.link.id.0,
            kind.name()
        );
        found.into_iter().map(|query| query.then(posted.clone())).collect()
    }

    /// Issued ones; a proforma is no document of accounting.
    fn invoices(&self) -> Statement<'static> {
        let issued = InvoiceStatus::ALL.into_iter().filter(|status| status.is_issued());
        sql!(
            "SELECT s.id, s.id, s.id FROM invoices s
             WHERE s.organization_id = {} AND s.issue_date >= {} AND s.invoice_type <> 'proforma' AND s.status IN {}",
            self.organization,
            self.issued(),
            list(issued.map(InvoiceStatus::name))
        )
    }

    fn expenses(&self) -> Statement<'static> {
        sql!(
            "SELECT s.id, s.id, s.id FROM expenses s
             WHERE s.organization_id = {} AND s.issue_date >= {} AND s.status = 'approved'
               AND (s.network IS NULL OR s.network = {})",
            self.organization,
            self.issued(),
            Network::of(self.link.tier).name()
        )
    }

    fn offsets(&self) -> Statement<'static> {
        let offsets = sql!(
            "SELECT s.id, s.invoice_id, s.expense_id FROM offsets s
             WHERE s.organization_id = {} AND s.offset_date >= {} AND (s.network IS NULL OR s.network = {})",
            self.organization,
            self.link.from_date,
            Network::of(self.link.tier).name()
        );
        match self.look {
            Look::Everything => offsets,
            Look::New { after, .. } => offsets.then(sql!(" AND s.id > {}", after)),
        }
    }

    /// Payments of documents that have a posting, without those that a set-off made. A search for new subjects finds
    /// payments of documents with a new posting, and new payments.
    fn payments(&self, of_posted: Statement<'static>) -> Vec<Statement<'static>> {
        let payments = of_posted.then(sql!(
            " WHERE s.organization_id = {} AND d.organization_id = {} AND d.link_id = {} AND s.offset_id IS NULL",
            self.organization,
            self.organization,
            self.link.id.0
        ));
        match self.look {
            Look::Everything => vec![payments],
            Look::New { after, .. } => vec![
                payments.clone().then(sql!(" AND s.id > {}", after)),
                payments.then(sql!(" AND d.id > {}", after)),
            ],
        }
    }
}
