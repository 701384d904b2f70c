//! What lines of a statement are compared with.

use super::{
    super::{invoices::read::InvoiceRow, sql::*},
    AT_ONCE,
};
use crate::{names, sql_types::AsMoney};
use access::OrganizationId;
use bank_statements::{Candidates, KnownLines, OpenInvoice, Wanted};
use invoicing::ContactId;
use money::{Currency, Decimal};
use std::collections::BTreeMap;
use uuid::Uuid;

/// As in the index `invoices_open_symbol`; which types are paid to us is for the domain to say.
const OPEN: Fragment = Fragment("status in ('issued', 'sent', 'partially_paid', 'overdue')");

/// Invoices of one symbol or amount at most: among more nobody is asked to choose.
const MOST: i64 = 6;

/// Open invoices of one customer at most.
const MOST_OF_CUSTOMER: i64 = 200;

pub(super) async fn known_lines(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    (iban, currency): (&str, Currency),
    keys: &[String],
    contents: &[String],
) -> Result<KnownLines> {
    let mut known = KnownLines::default();
    for keys in keys.chunks(AT_ONCE) {
        let query = sql!(
            "SELECT key FROM bank_statement_lines
             WHERE organization_id = {} AND iban = {} AND currency = {} AND key IN {}",
            organization,
            iban,
            currency.code(),
            list(keys)
        );
        known.keys.extend(query.all::<String>(conn).await?);
    }
    for contents in contents.chunks(AT_ONCE) {
        let query = sql!(
            "SELECT DISTINCT content, format FROM bank_statement_lines
             WHERE organization_id = {} AND iban = {} AND currency = {} AND content IN {}",
            organization,
            iban,
            currency.code(),
            list(contents)
        );
        for (content, format) in query.all::<(String, String)>(conn).await? {
            let format = names::statement_format(&format)?;
            known.contents.entry(content).or_default().push(format);
        }
    }
    Ok(known)
}

pub(super) async fn candidates(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    currency: Currency,
    wanted: &Wanted,
) -> Result<Candidates> {
    let mut found = Found { organization, currency, invoices: BTreeMap::new() };
    let symbols: Vec<_> = wanted.symbols.iter().collect();
    for symbols in symbols.chunks(AT_ONCE) {
        let condition = sql!("payment_symbol IN {}", list(symbols.iter().copied()));
        found.add(conn, Fragment("payment_symbol"), condition, MOST).await?;
    }
    let mut payers: BTreeMap<String, std::collections::BTreeSet<ContactId>> = BTreeMap::new();
    let accounts: Vec<_> = wanted.accounts.iter().collect();
    for accounts in accounts.chunks(AT_ONCE) {
        for (account, customer) in paid_before(organization, accounts).all(conn).await? {
            payers.entry(account).or_default().insert(ContactId(customer));
        }
    }
    let customers: Vec<ContactId> = payers.values().flatten().copied().collect();
    for customers in customers.chunks(AT_ONCE) {
        let condition = sql!("customer_id IN {}", list(customers.iter().copied()));
        found.add(conn, Fragment("customer_id"), condition, MOST_OF_CUSTOMER).await?;
    }
    let amounts: Vec<Decimal> = wanted.amounts.iter().copied().collect();
    for amounts in amounts.chunks(AT_ONCE) {
        let values = list(amounts.iter().copied().map(AsMoney));
        let condition = sql!("total - paid_amount - credited_amount IN {}", values);
        let open = Fragment("total - paid_amount - credited_amount");
        found.add(conn, open, condition, MOST).await?;
    }
    Ok(Candidates { invoices: found.invoices.into_values().collect(), payers })
}

/// Whose invoices accounts have paid.
fn paid_before<'a>(organization: OrganizationId, accounts: &[&'a String]) -> Statement<'a> {
    sql!(
        "SELECT DISTINCT l.counterparty_account, i.customer_id FROM bank_statement_lines AS l
         JOIN invoices AS i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
         WHERE l.organization_id = {} AND l.state = 'recorded' AND l.counterparty_account IN {}",
        organization,
        list(accounts.iter().copied())
    )
}

/// Open invoices by their ids.
struct Found {
    organization: OrganizationId,
    currency: Currency,
    invoices: BTreeMap<Uuid, OpenInvoice>,
}

impl Found {
    /// Adds those that meet a condition, the oldest first, and of each `by` so many at most.
    async fn add(
        &mut self,
        conn: &mut ReadConn<'_>,
        by: Fragment,
        condition: Statement<'_>,
        most: i64,
    ) -> Result<()> {
        let query = sql!(
            "SELECT id, origin, document, status, paid_amount, credited_amount, version, archived_at,
               locked_at, created_at FROM (
               SELECT id, origin, document, status, paid_amount, credited_amount, version, archived_at, locked_at,
                 created_at,
                 row_number() OVER (PARTITION BY {by} ORDER BY issue_date, id) AS place
               FROM invoices
               WHERE organization_id = {organization} AND currency = {currency} AND {open}
                 AND invoice_type NOT IN ('credit_note', 'self_invoice') AND {condition}
             ) AS found WHERE place <= {most}",
            by = by,
            organization = self.organization,
            currency = self.currency.code(),
            open = OPEN,
            condition = condition,
            most = most,
        );
        for row in query.all::<InvoiceRow>(conn).await? {
            let invoice = row.into_domain(self.organization)?;
            self.invoices.extend(OpenInvoice::of(&invoice).map(|open| (open.id.0, open)));
        }
        Ok(())
    }
}
