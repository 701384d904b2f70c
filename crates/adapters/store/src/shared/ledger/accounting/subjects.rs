//! What belongs into a program and has no posting yet.

use super::super::super::sql::*;
use access::OrganizationId;
use accounting_programs::{Link, PostingKind, Subject};
use invoicing::InvoiceStatus;
use peppol_connector::identifiers::Network;
use uuid::Uuid;

/// The first subjects of all kinds that the program takes, in the order of their ids.
pub(super) async fn without_posting(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    link: &Link,
    limit: u16,
) -> Result<Vec<Subject>> {
    let mut all = Vec::new();
    for kind in PostingKind::ALL {
        if !link.kind.takes(kind) {
            continue;
        }
        let query =
            of_kind(organization, link, kind).then(sql!(" ORDER BY 1 LIMIT {}", i64::from(limit)));
        let rows: Vec<(Uuid, Uuid, Uuid)> = query.all(conn).await?;
        all.extend(rows.into_iter().map(|(id, document, counterpart)| {
            let counterpart = (kind == PostingKind::Offset).then_some(counterpart);
            Subject { kind, id, document, counterpart }
        }));
    }
    all.sort_by_key(|subject| subject.id);
    all.truncate(limit.into());
    Ok(all)
}

/// Rows of subject, document and, of a set-off, its expense.
fn of_kind(organization: OrganizationId, link: &Link, kind: PostingKind) -> Statement<'static> {
    let found = match kind {
        PostingKind::Invoice => invoices(organization, link),
        PostingKind::Expense => expenses(organization, link),
        PostingKind::InvoicePayment => payments(
            organization,
            link,
            sql!("SELECT s.id, s.invoice_id, s.invoice_id FROM payments s JOIN accounting_postings d
                  ON d.organization_id = s.organization_id AND d.subject_id = s.invoice_id AND d.kind = 'invoice'"),
        ),
        PostingKind::ExpensePayment => payments(
            organization,
            link,
            sql!("SELECT s.id, s.expense_id, s.expense_id FROM expense_payments s JOIN accounting_postings d
                  ON d.organization_id = s.organization_id AND d.subject_id = s.expense_id AND d.kind = 'expense'"),
        ),
        PostingKind::Offset => sql!(
            "SELECT s.id, s.invoice_id, s.expense_id FROM offsets s
             WHERE s.organization_id = {} AND s.offset_date >= {} AND (s.network IS NULL OR s.network = {})",
            organization,
            link.from_date,
            Network::of(link.tier).name()
        ),
    };
    found.then(sql!(
        " AND NOT EXISTS (SELECT 1 FROM accounting_postings p WHERE p.organization_id = {} AND p.link_id = {}
           AND p.kind = {} AND p.subject_id = s.id)",
        organization,
        link.id.0,
        kind.name()
    ))
}

/// Issued ones; a proforma is no document of accounting.
fn invoices(organization: OrganizationId, link: &Link) -> Statement<'static> {
    let issued = InvoiceStatus::ALL.into_iter().filter(|status| status.is_issued());
    sql!(
        "SELECT s.id, s.id, s.id FROM invoices s
         WHERE s.organization_id = {} AND s.issue_date >= {} AND s.invoice_type <> 'proforma' AND s.status IN {}",
        organization,
        link.from_date,
        list(issued.map(InvoiceStatus::name))
    )
}

fn expenses(organization: OrganizationId, link: &Link) -> Statement<'static> {
    sql!(
        "SELECT s.id, s.id, s.id FROM expenses s
         WHERE s.organization_id = {} AND s.issue_date >= {} AND s.status = 'approved'
           AND (s.network IS NULL OR s.network = {})",
        organization,
        link.from_date,
        Network::of(link.tier).name()
    )
}

/// Of documents that have a posting; the payments of a set-off go over with it.
fn payments(
    organization: OrganizationId,
    link: &Link,
    of_posted: Statement<'static>,
) -> Statement<'static> {
    of_posted.then(sql!(
        " WHERE s.organization_id = {} AND d.link_id = {} AND s.offset_id IS NULL",
        organization,
        link.id.0
    ))
}
