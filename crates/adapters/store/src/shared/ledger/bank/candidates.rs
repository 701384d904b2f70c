//! The invoices that lines of a statement are compared with.

use super::{
    super::super::{invoicing::invoices::read::InvoiceRow, sql::*},
    AT_ONCE, firms, marks, overtaken, paid,
};
use crate::{error::backend, names, sql_types::AsMoney};
use access::OrganizationId;
use bank_statements::{Candidates, KnownLine, KnownLines, OpenInvoice, Wanted};
use invoicing::ContactId;
use money::{Currency, Decimal};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// The condition of the index `invoices_open_symbol`; the domain decides which types are paid to us.
const OPEN: Fragment = Fragment("status in ('issued', 'sent', 'partially_paid', 'overdue')");

/// The most invoices of one amount: a person is not asked to choose among more.
const MOST: i64 = 6;

/// The most open invoices of one symbol, or of one customer: some customers use one symbol for all.
const MOST_OF_ONE: i64 = 200;

columns! {
    struct KnownRow {
        key: String,
        content: String,
        format: String,
        line: String,
    }
}

impl KnownRow {
    fn into_domain(self) -> Result<KnownLine> {
        Ok(KnownLine {
            key: self.key,
            content: self.content,
            format: names::statement_format(&self.format)?,
            line: serde_json::from_str(&self.line).map_err(backend)?,
        })
    }
}

pub(super) async fn known_lines(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    (iban, currency): (&str, Currency),
    keys: &[String],
    contents: &[String],
) -> Result<KnownLines> {
    let mut known: BTreeMap<String, KnownLine> = BTreeMap::new();
    for (column, values) in [(Fragment("key"), keys), (Fragment("content"), contents)] {
        for values in values.chunks(AT_ONCE) {
            let query = sql!(
                "SELECT key, content, format, line FROM bank_statement_lines
                 WHERE organization_id = {organization} AND iban = {iban}
                   AND currency = {currency} AND {column} IN {values}",
                organization = organization,
                iban = iban,
                currency = currency.code(),
                column = column,
                values = list(values),
            );
            for row in query.all::<KnownRow>(conn).await? {
                known.insert(row.key.clone(), row.into_domain()?);
            }
        }
    }
    Ok(KnownLines(known.into_values().collect()))
}

pub(super) async fn candidates(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    (iban, currency): (&str, Currency),
    wanted: &Wanted,
) -> Result<Candidates> {
    let mut found = Found { organization, currency, invoices: BTreeMap::new() };
    let symbols: Vec<_> = wanted.symbols.iter().collect();
    for symbols in symbols.chunks(AT_ONCE) {
        let condition = sql!("payment_symbol IN {}", list(symbols.iter().copied()));
        found.add(conn, Fragment("payment_symbol"), condition, MOST_OF_ONE).await?;
    }
    let mut payers: BTreeMap<String, BTreeSet<ContactId>> = BTreeMap::new();
    let accounts: Vec<_> = wanted.accounts.iter().collect();
    for accounts in accounts.chunks(AT_ONCE) {
        for (account, customer) in paid_before(organization, accounts).all(conn).await? {
            payers.entry(account).or_default().insert(ContactId(customer));
        }
    }
    let paying: BTreeSet<ContactId> = payers.values().flatten().copied().collect();
    let mut firms = firms::of(conn, organization, &paying).await?;
    let customers: Vec<_> = firms::alike(conn, organization, &firms).await?.into_iter().collect();
    for customers in customers.chunks(AT_ONCE) {
        let condition = sql!("customer_id IN {}", list(customers.iter().copied()));
        found.add(conn, Fragment("customer_id"), condition, MOST_OF_ONE).await?;
    }
    let amounts: Vec<Decimal> = wanted.amounts.iter().copied().collect();
    for amounts in amounts.chunks(AT_ONCE) {
        let values = list(amounts.iter().copied().map(AsMoney));
        let condition = sql!("outstanding IN {}", values);
        found.add(conn, Fragment("outstanding"), condition, MOST).await?;
    }
    let invoices: Vec<_> = found.invoices.into_values().collect();
    let others = invoices.iter().map(|invoice| invoice.customer_id);
    let others = others.filter(|customer| !firms.contains_key(customer)).collect();
    firms.extend(firms::of(conn, organization, &others).await?);
    let account = (iban, currency);
    let paid = paid::of(conn, organization, account, &wanted.returned).await?;
    let waiting = overtaken::waiting(conn, organization, account, wanted).await?;
    let returns = marks::returns(conn, organization, account, &wanted.returns).await?;
    Ok(Candidates { invoices, payers, firms, paid, waiting, returns })
}

/// The customers whose invoices were paid from these accounts.
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
    /// Adds the invoices that meet a condition, the oldest first, and at most a limit for each `by`.
    async fn add(
        &mut self,
        conn: &mut ReadConn<'_>,
        by: Fragment,
        condition: Statement<'_>,
        most: i64,
    ) -> Result<()> {
        let query = sql!(
            "SELECT id, origin, document, status, paid_amount, credited_amount, refunded_amount,
               version, archived_at, locked_at, settled_by, created_at FROM (
               SELECT id, origin, document, status, paid_amount, credited_amount, refunded_amount,
                 version, archived_at, locked_at, settled_by, created_at,
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
