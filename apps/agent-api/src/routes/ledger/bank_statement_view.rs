//! Statements, lines and proposals as answers show them.

use crate::{
    error::ApiError,
    http::List,
    requests::{LineReasonName, LineStateName, ProposalStateName},
};
use bank_statements::{LineRecord, ProposalRow, StatementRecord};
use money::{Currency, CurrencyCode, Decimal};
use serde::Serialize;
use time::{Date, OffsetDateTime};
use use_cases::ledger::bank_statements::TakenFile;
use utoipa::ToSchema;
use uuid::Uuid;

/// A statement, and how many of its lines became what.
#[derive(Serialize, ToSchema)]
pub struct StatementView<'a> {
    pub id: Uuid,
    pub bank_account_id: Uuid,
    #[schema(example = "SK3112000000198742637541")]
    pub iban: &'a str,
    #[schema(value_type = String, example = "EUR")]
    pub currency: CurrencyCode,
    /// camt.053, camt.052, camt.054, csv, mt940 or gpc
    pub format: &'static str,
    /// The bank's number of it.
    pub number: Option<&'a str>,
    /// The day of the first movement.
    #[serde(with = "service_day::iso_date::option")]
    pub booked_from: Option<Date>,
    /// The day of the last movement.
    #[serde(with = "service_day::iso_date::option")]
    pub booked_to: Option<Date>,
    /// Booked movements in it.
    pub lines: u32,
    /// Of them came in an earlier statement: nothing was done with these.
    pub repeated: u32,
    /// Movements that are not booked yet: nothing was done with these either.
    pub pending: u32,
    /// Lines that are payments of invoices.
    pub recorded: u32,
    /// Lines with proposals that wait for an answer.
    pub proposed: u32,
    /// Lines of which all proposals were refused.
    pub refused: u32,
    /// Lines that no open invoice fitted.
    pub unmatched: u32,
    /// Lines of money that went out.
    pub ignored: u32,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

impl<'a> StatementView<'a> {
    pub fn of(record: &'a StatementRecord) -> Self {
        let counts = record.counts;
        Self {
            id: record.id.0,
            bank_account_id: record.bank_account_id.0,
            iban: &record.iban,
            currency: record.currency.into(),
            format: record.format.name(),
            number: record.number.as_deref(),
            booked_from: record.booked_from,
            booked_to: record.booked_to,
            lines: counts.lines,
            repeated: counts.repeated,
            pending: counts.pending,
            recorded: counts.recorded,
            proposed: counts.proposed,
            refused: counts.refused,
            unmatched: counts.unmatched,
            ignored: counts.ignored,
            created_at: record.created_at,
        }
    }
}

/// What was taken of a file.
#[derive(Serialize, ToSchema)]
pub struct TakenView<'a> {
    pub data: StatementView<'a>,
    /// The statements of further accounts in the file.
    pub others: Vec<StatementView<'a>>,
    /// Accounts in the file that are none of the organization's, or not the one that is named: nothing was done with
    /// their movements.
    pub left_out: &'a [String],
}

impl<'a> TakenView<'a> {
    /// # Errors
    /// None was taken, which cannot be.
    pub fn of(taken: &'a TakenFile) -> Result<Self, ApiError> {
        let mut views = taken.statements.iter().map(|taken| StatementView::of(&taken.record));
        let data = views.next().ok_or_else(|| ApiError::internal("no statement was taken"))?;
        Ok(Self { data, others: views.collect(), left_out: &taken.left_out })
    }
}

/// A page of statements.
pub type StatementList<'a> = List<StatementView<'a>>;

/// A movement.
#[derive(Serialize, ToSchema)]
pub struct MovementView<'a> {
    #[serde(with = "service_day::iso_date")]
    pub booked_on: Date,
    /// Negative when money went out.
    #[schema(value_type = String, example = "123.00")]
    pub amount: Decimal,
    #[schema(value_type = String, example = "EUR")]
    pub currency: CurrencyCode,
    /// Without leading zeros.
    pub variable_symbol: Option<&'a str>,
    pub constant_symbol: Option<&'a str>,
    pub specific_symbol: Option<&'a str>,
    /// An IBAN, else the account as the bank writes it.
    pub counterparty_account: Option<&'a str>,
    /// The IBAN as it was written, when its check digits are wrong; it identifies no payer.
    pub counterparty_account_unproven: bool,
    pub counterparty_name: Option<&'a str>,
    pub message: Option<&'a str>,
    pub bank_reference: Option<&'a str>,
}

impl<'a> MovementView<'a> {
    fn of(line: &'a bank_statements::Line, currency: Currency) -> Self {
        Self {
            booked_on: line.booked_on,
            amount: money::round(line.amount),
            currency: currency.into(),
            variable_symbol: line.variable_symbol.as_deref(),
            constant_symbol: line.constant_symbol.as_deref(),
            specific_symbol: line.specific_symbol.as_deref(),
            counterparty_account: line.counterparty_account.as_deref(),
            counterparty_account_unproven: line.counterparty_account.is_some()
                && line.known_account().is_none(),
            counterparty_name: line.counterparty_name.as_deref(),
            message: line.message.as_deref(),
            bank_reference: line.bank_reference.as_deref(),
        }
    }
}

/// A line of a statement, and its outcome.
#[derive(Serialize, ToSchema)]
pub struct LineView<'a> {
    pub id: Uuid,
    /// In the statement, from 1.
    pub position: u32,
    #[serde(flatten)]
    pub movement: MovementView<'a>,
    /// recorded, proposed, refused, unmatched or ignored
    #[schema(value_type = LineStateName)]
    pub state: &'static str,
    /// Why: `symbol_and_amount`, `amount_below` and so on
    #[schema(value_type = LineReasonName)]
    pub reason: &'static str,
    /// What it paid, or whose payment it took back.
    pub invoice_id: Option<Uuid>,
    /// Its number.
    pub invoice_number: Option<&'a str>,
    /// The payment of that invoice. When it is deleted the line is proposed again. Null of a line that takes a payment
    /// back.
    pub payment_id: Option<Uuid>,
}

impl<'a> LineView<'a> {
    pub fn of(record: &'a LineRecord, currency: Currency) -> Self {
        Self {
            id: record.id.0,
            position: record.position,
            movement: MovementView::of(&record.line, currency),
            state: record.state.name(),
            reason: record.reason.name(),
            invoice_id: record.invoice.map(|invoice| invoice.0),
            invoice_number: record.invoice_number.as_deref(),
            payment_id: record.payment().map(|payment| payment.0),
        }
    }
}

/// A page of the lines of a statement.
pub type LineList<'a> = List<LineView<'a>>;

/// A statement with lines.
#[derive(Serialize, ToSchema)]
pub struct StatementDetails<'a> {
    pub data: StatementView<'a>,
    pub lines: LineList<'a>,
}

/// A payment that waits to be accepted or refused.
#[derive(Serialize, ToSchema)]
pub struct ProposalView<'a> {
    pub id: Uuid,
    pub statement_id: Uuid,
    pub line_id: Uuid,
    pub invoice_id: Uuid,
    pub invoice_number: &'a str,
    /// What would be recorded, at most what was outstanding; of an accepted one what was recorded.
    #[schema(value_type = String, example = "100.00")]
    pub amount: Decimal,
    /// The payment that would be taken back: the bank took the money back. Then nothing is recorded.
    pub takes_back_payment_id: Option<Uuid>,
    /// Why it is not certain: `amount_below`, `amount_above`, `payer_of_another_customer`,
    /// `several_invoices`, `number_in_message`, `payer_and_amount`, `amount_only`, `may_be_repeat`,
    /// `direction_unknown`, `payment_taken_back`, `part_of_batch`, `details_differ`, `state_unknown`,
    /// `long_before_invoice`, `takes_payment_back`, `may_be_returned`, `chosen`; of a
    /// withdrawn one `returned`: the bank took the movement back
    #[schema(value_type = LineReasonName)]
    pub reason: &'static str,
    /// open, accepted, refused, or withdrawn: another one for the movement was accepted, or the bank took it back
    #[schema(value_type = ProposalStateName)]
    pub state: &'static str,
    /// The movement that it is for.
    pub movement: MovementView<'a>,
    /// The payment that was recorded, once it is accepted.
    pub payment_id: Option<Uuid>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub decided_at: Option<OffsetDateTime>,
}

impl<'a> ProposalView<'a> {
    pub fn of(row: &'a ProposalRow) -> Self {
        let proposal = &row.proposal;
        let accepted = proposal.state == bank_statements::ProposalState::Accepted;
        Self {
            id: proposal.id.0,
            statement_id: proposal.statement.0,
            line_id: proposal.line.0,
            invoice_id: proposal.invoice.0,
            invoice_number: &proposal.invoice_number,
            amount: money::round(proposal.amount),
            takes_back_payment_id: proposal.undoes.map(|payment| payment.0),
            reason: proposal.reason.name(),
            state: proposal.state.name(),
            movement: MovementView::of(&row.line, row.currency),
            payment_id: (accepted && proposal.undoes.is_none()).then_some(proposal.line.0),
            created_at: proposal.created_at,
            decided_at: proposal.decided_at,
        }
    }
}

/// A page of proposals.
pub type ProposalList<'a> = List<ProposalView<'a>>;
