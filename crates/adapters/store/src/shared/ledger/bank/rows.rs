use super::super::super::sql::*;
use crate::{
    error::{backend, require_known},
    names,
};
use bank_statements::{Counts, LineId, LineRecord, StatementId, StatementRecord};
use invoicing::{BankAccountId, InvoiceId};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

pub(super) const STATEMENT_COLUMNS: Fragment = Fragment(
    "id, sha256, bank_account_id, iban, currency, format, number, booked_from, booked_to, lines,
     repeated, pending, recorded, proposed, refused, unmatched, ignored, created_at",
);

columns! {
    pub(super) struct StatementRow {
        id: Uuid,
        sha256: Vec<u8>,
        bank_account_id: Uuid,
        iban: String,
        currency: String,
        format: String,
        number: Option<String>,
        booked_from: Option<Date>,
        booked_to: Option<Date>,
        lines: i32,
        repeated: i32,
        pending: i32,
        recorded: i32,
        proposed: i32,
        refused: i32,
        unmatched: i32,
        ignored: i32,
        created_at: OffsetDateTime,
    }
}

impl StatementRow {
    pub(super) fn into_domain(self) -> Result<StatementRecord> {
        let sha256 = <[u8; 32]>::try_from(self.sha256);
        Ok(StatementRecord {
            id: StatementId(self.id),
            sha256: require_known("hash", "", sha256.ok())?,
            bank_account_id: BankAccountId(self.bank_account_id),
            iban: self.iban,
            currency: names::currency(&self.currency)?,
            format: names::statement_format(&self.format)?,
            number: self.number,
            booked_from: self.booked_from,
            booked_to: self.booked_to,
            counts: Counts {
                lines: count(self.lines)?,
                repeated: count(self.repeated)?,
                pending: count(self.pending)?,
                recorded: count(self.recorded)?,
                proposed: count(self.proposed)?,
                refused: count(self.refused)?,
                unmatched: count(self.unmatched)?,
                ignored: count(self.ignored)?,
            },
            created_at: self.created_at,
        })
    }
}

fn count(stored: i32) -> Result<u32> {
    u32::try_from(stored).map_err(backend)
}

pub(super) const LINE_COLUMNS: Fragment = Fragment(
    "id, statement_id, iban, position, key, content, line, state, reason, invoice_id,
     (SELECT i.number FROM invoices AS i
      WHERE i.organization_id = bank_statement_lines.organization_id
        AND i.id = bank_statement_lines.invoice_id) AS invoice_number, created_at",
);

columns! {
    pub(super) struct LineRow {
        id: Uuid,
        statement_id: Uuid,
        pub(super) iban: String,
        position: i32,
        key: String,
        content: String,
        line: String,
        state: String,
        reason: String,
        invoice_id: Option<Uuid>,
        invoice_number: Option<String>,
        created_at: OffsetDateTime,
    }
}

impl LineRow {
    pub(super) fn into_domain(self) -> Result<LineRecord> {
        Ok(LineRecord {
            id: LineId(self.id),
            statement: StatementId(self.statement_id),
            position: count(self.position)?,
            key: self.key,
            content: self.content,
            line: serde_json::from_str(&self.line).map_err(backend)?,
            state: names::line_state(&self.state)?,
            reason: names::match_reason(&self.reason)?,
            invoice: self.invoice_id.map(InvoiceId),
            invoice_number: self.invoice_number,
            created_at: self.created_at,
        })
    }
}
