//! Names of values in statements, contracts, settings and ledgers.

use crate::{
    blocks::{Badge, Kind},
    words::Words,
};
use accounting_export::ExportState;
use accounting_programs::PostingState;
use bank_statements::{LineState, Reason};
use contracts::{Billing, ContractState, Interval, Sending, TaxPoint};
use invoicing::numbering::YearStyle;
use languages::Language;
use organizations::ClaimStatus;
use peppol_connector::{
    credit::{CreditMove, LedgerKind},
    registration::PeppolStatus,
    sending::SendMode,
};
use time::Date;

impl Words {
    /// A span of days.
    pub(crate) fn days(&self, from: Date, to: Date) -> String {
        let day = |day| languages::date(day, self.language);
        match from == to {
            true => day(from),
            false => format!("{} – {}", day(from), day(to)),
        }
    }

    /// A size of a file.
    pub(crate) fn bytes(&self, bytes: u64) -> String {
        match bytes {
            0..1024 => format!("{bytes} B"),
            1024..1_048_576 => format!("{} kB", bytes.div_ceil(1024)),
            _ => format!("{} MB", bytes.div_ceil(1_048_576)),
        }
    }

    pub(crate) const fn line_state(&self, state: LineState) -> Badge {
        let (kind, text) = match state {
            LineState::Recorded => (Kind::Good, self.t.line_recorded),
            LineState::Proposed => (Kind::Warn, self.t.line_proposed),
            LineState::Refused => (Kind::Quiet, self.t.line_refused),
            LineState::Unmatched => (Kind::Info, self.t.line_unmatched),
            LineState::Ignored => (Kind::Quiet, self.t.line_ignored),
        };
        Badge { kind, text }
    }

    pub(crate) const fn posting_state(&self, state: PostingState) -> Badge {
        let (kind, text) = match state {
            PostingState::Pending => (Kind::Info, self.t.posting_pending),
            PostingState::Created => (Kind::Good, self.t.posting_created),
            PostingState::Failed => (Kind::Bad, self.t.posting_failed),
        };
        Badge { kind, text }
    }

    /// Why a line of a statement is a payment, may be one, or is none.
    pub(crate) const fn match_reason(&self, reason: Reason) -> &'static str {
        match reason {
            Reason::SymbolAndAmount => self.t.match_symbol_and_amount,
            Reason::SymbolAndPayer => self.t.match_symbol_and_payer,
            Reason::AmountBelow => self.t.match_amount_below,
            Reason::AmountAbove => self.t.match_amount_above,
            Reason::PayerOfAnother => self.t.match_payer_of_another,
            Reason::SeveralInvoices => self.t.match_several_invoices,
            Reason::NumberInMessage => self.t.match_number_in_message,
            Reason::PayerAndAmount => self.t.match_payer_and_amount,
            Reason::AmountOnly => self.t.match_amount_only,
            Reason::MayBeRepeat => self.t.match_may_be_repeat,
            Reason::DirectionUnknown => self.t.match_direction_unknown,
            Reason::PaymentTakenBack => self.t.match_payment_taken_back,
            Reason::PartOfBatch => self.t.match_part_of_batch,
            Reason::DetailsDiffer => self.t.match_details_differ,
            Reason::StateUnknown => self.t.match_state_unknown,
            Reason::LongBeforeInvoice => self.t.match_long_before_invoice,
            Reason::TakesPaymentBack => self.t.match_takes_payment_back,
            Reason::Returned => self.t.match_returned,
            Reason::MayBeReturned => self.t.match_may_be_returned,
            Reason::Chosen => self.t.match_chosen,
            Reason::NoOpenInvoice => self.t.match_no_open_invoice,
            Reason::Outgoing => self.t.match_outgoing,
            Reason::Reversal => self.t.match_reversal,
            Reason::Zero => self.t.match_zero,
        }
    }

    pub(crate) const fn contract_state(&self, state: ContractState) -> Badge {
        let (kind, text) = match state {
            ContractState::Active => (Kind::Good, self.t.contract_active),
            ContractState::Paused => (Kind::Warn, self.t.contract_paused),
            ContractState::Ended => (Kind::Quiet, self.t.contract_ended),
            ContractState::Cancelled => (Kind::Quiet, self.t.contract_cancelled),
        };
        Badge { kind, text }
    }

    pub(crate) const fn interval(&self, interval: Interval) -> &'static str {
        match interval {
            Interval::Monthly => self.t.monthly,
            Interval::Quarterly => self.t.quarterly,
            Interval::Yearly => self.t.yearly,
        }
    }

    pub(crate) const fn billing(&self, billing: Billing) -> &'static str {
        match billing {
            Billing::InAdvance => self.t.in_advance,
            Billing::InArrears => self.t.in_arrears,
        }
    }

    pub(crate) const fn send_by(&self, sending: Sending) -> &'static str {
        match sending {
            Sending::None => self.t.send_by_hand,
            Sending::Peppol => self.t.send_by_itself,
        }
    }

    pub(crate) const fn tax_point(&self, point: TaxPoint) -> &'static str {
        match point {
            TaxPoint::DueDay => self.t.tax_point_due_day,
            TaxPoint::PeriodStart => self.t.tax_point_start,
            TaxPoint::PeriodEnd => self.t.tax_point_end,
        }
    }

    pub(crate) const fn year_style(&self, style: YearStyle) -> &'static str {
        match style {
            YearStyle::Four => self.t.year_four,
            YearStyle::Two => self.t.year_two,
            YearStyle::None => self.t.year_none,
        }
    }

    /// When documents are sent.
    pub(crate) fn send_mode(&self, mode: SendMode) -> String {
        match mode {
            SendMode::Immediate => self.t.send_immediate.to_owned(),
            SendMode::Scheduled(time) => {
                format!("{}: {}:{:02}", self.t.send_scheduled, time.hour(), time.minute())
            }
            SendMode::Manual => self.t.send_manual.to_owned(),
        }
    }

    pub(crate) const fn ledger(&self, kind: LedgerKind) -> &'static str {
        match kind {
            LedgerKind::TopUp => self.t.ledger_top_up,
            LedgerKind::Seat => self.t.ledger_seat,
            LedgerKind::Send(CreditMove::Reserve) => self.t.ledger_reserve,
            LedgerKind::Send(CreditMove::Capture) => self.t.ledger_capture,
            LedgerKind::Send(CreditMove::Release) => self.t.ledger_release,
        }
    }

    pub(crate) const fn export_state(&self, state: ExportState) -> Badge {
        let (kind, text) = match state {
            ExportState::Waiting => (Kind::Quiet, self.t.export_waiting),
            ExportState::Running => (Kind::Warn, self.t.export_running),
            ExportState::Ready => (Kind::Good, self.t.export_ready),
            ExportState::Failed => (Kind::Bad, self.t.export_failed),
        };
        Badge { kind, text }
    }

    /// The state of a registration in the network.
    pub(crate) const fn peppol_status(&self, status: PeppolStatus) -> Badge {
        let (kind, text) = match status {
            PeppolStatus::None => (Kind::Quiet, self.t.network_none),
            PeppolStatus::Enrolled => (Kind::Good, self.t.network_enrolled),
            PeppolStatus::SendOnly => (Kind::Info, self.t.network_send_only),
            PeppolStatus::Deactivated => (Kind::Quiet, self.t.network_deactivated),
        };
        Badge { kind, text }
    }

    /// The text for the status of a claim.
    pub(crate) const fn claim_status(&self, status: ClaimStatus) -> &'static str {
        match status {
            ClaimStatus::Sent => self.t.claim_sent,
            ClaimStatus::Pending => self.t.claim_pending,
            ClaimStatus::Confirmed => self.t.claim_confirmed,
            ClaimStatus::Collision => self.t.claim_collision,
        }
    }

    /// A language in the words of the reader.
    pub(crate) const fn language_name(&self, language: Language) -> &'static str {
        match language {
            Language::Sk => self.t.language_sk,
            Language::Cs => self.t.language_cs,
            Language::En => self.t.language_en,
            Language::De => self.t.language_de,
            Language::Hu => self.t.language_hu,
        }
    }
}
