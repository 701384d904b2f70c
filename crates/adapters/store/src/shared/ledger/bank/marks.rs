//! Lines that are found by their marks.

use super::{
    super::super::sql::*,
    AT_ONCE,
    overtaken::BeforeRow,
    rows::{LINE_COLUMNS, LineRow},
};
use crate::error::backend;
use access::OrganizationId;
use bank_statements::{Line, LineRecord, StatementRecord, marks};
use money::Currency;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// The most rows of one statement.
const ROWS: usize = 200;

/// The most lines of one mark that wait for an open invoice, the newest first.
const MOST_WAITING: i64 = 200;

/// The most lines of one mark that may be taken back, or take something back, the newest first.
const MOST_RETURNED: i64 = 20;

/// Stores the marks of new lines.
pub(super) async fn insert(
    conn: &mut Conn,
    organization: OrganizationId,
    statement: &StatementRecord,
    lines: &[LineRecord],
) -> Result<()> {
    let all: Vec<_> = lines.iter().map(|line| (line.id, marks(line))).collect();
    let each = all.iter().flat_map(|(id, marks)| marks.iter().map(move |mark| (*id, mark)));
    let rows: Vec<_> = each
        .map(|(id, mark)| {
            row!("bank_line_marks",
                organization_id: organization,
                currency: statement.currency.code(),
                mark: mark.as_str(),
                line_id: id.0,
            )
        })
        .collect();
    for rows in rows.chunks(ROWS) {
        if let Some(insert) = insert_all(rows.iter().cloned()) {
            insert.once().execute(conn).await?;
        }
    }
    Ok(())
}

/// Of each mark so many lines, the newest.
struct Marked {
    organization: OrganizationId,
    currency: Currency,
    most: i64,
}

impl Marked {
    /// The table of lines with those that have one of the marks and meet a condition, perhaps more than once.
    fn lines<'a>(&self, marks: &'a [&'a String], condition: Statement<'a>) -> Statement<'a> {
        sql!(
            "(SELECT l.*, row_number() OVER
                (PARTITION BY m.mark ORDER BY l.created_at DESC, l.id DESC) AS place
              FROM bank_line_marks AS m JOIN bank_statement_lines AS l
                ON l.organization_id = m.organization_id AND l.id = m.line_id
              WHERE m.organization_id = {organization} AND m.currency = {currency}
                AND m.mark IN {marks} AND {condition}) AS bank_statement_lines
             WHERE place <= {most}",
            organization = self.organization,
            currency = self.currency.code(),
            marks = list(marks.iter().copied()),
            condition = condition,
            most = self.most,
        )
    }
}

/// The lines that wait for an open invoice, each with its account, by the day on which they were booked.
pub(super) async fn waiting(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    currency: Currency,
    marks: &[String],
) -> Result<Vec<(String, LineRecord)>> {
    let marked = Marked { organization, currency, most: MOST_WAITING };
    let marks: Vec<_> = marks.iter().collect();
    let mut found: BTreeMap<Uuid, (String, LineRecord)> = BTreeMap::new();
    for marks in marks.chunks(AT_ONCE) {
        let lines = marked.lines(marks, sql!("l.state = 'unmatched'"));
        let query = sql!("SELECT {} FROM {}", LINE_COLUMNS, lines);
        for mut row in query.all::<LineRow>(conn).await? {
            let (iban, line) = (std::mem::take(&mut row.iban), row.into_domain()?);
            found.insert(line.id.0, (iban, line));
        }
    }
    let mut lines: Vec<_> = found.into_values().collect();
    lines.sort_by_key(|(_, record)| (record.line.booked_on, record.id));
    Ok(lines)
}

/// The lines of an account that wait for an open invoice and may be taken back.
pub(super) async fn came(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    account: (&str, Currency),
    marks: &BTreeSet<String>,
) -> Result<Vec<BeforeRow>> {
    of_account(conn, organization, account, marks, Fragment("l.state = 'unmatched'")).await
}

/// The lines of an account that take something back, and by which no payment was undone.
pub(super) async fn returns(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    account: (&str, Currency),
    marks: &BTreeSet<String>,
) -> Result<Vec<Line>> {
    let undid_nothing = Fragment("l.state <> 'recorded'");
    let found = of_account(conn, organization, account, marks, undid_nothing).await?;
    found.iter().map(|row| serde_json::from_str(&row.line).map_err(backend)).collect()
}

async fn of_account(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    (iban, currency): (&str, Currency),
    marks: &BTreeSet<String>,
    state: Fragment,
) -> Result<Vec<BeforeRow>> {
    let marked = Marked { organization, currency, most: MOST_RETURNED };
    let marks: Vec<_> = marks.iter().collect();
    let mut found: BTreeMap<Uuid, BeforeRow> = BTreeMap::new();
    for marks in marks.chunks(AT_ONCE) {
        let lines = marked.lines(marks, sql!("l.iban = {} AND {}", iban, state));
        let query = sql!("SELECT id, statement_id, state, line FROM {}", lines);
        let rows: Vec<BeforeRow> = query.all(conn).await?;
        found.extend(rows.into_iter().map(|row| (row.id, row)));
    }
    Ok(found.into_values().collect())
}
