//! The tax authority of the sandbox: it takes reports and decides at once.

use crate::{
    Behaviour, SandboxNetwork,
    outcome::behaviour,
    receipt,
    transaction::{delivered, transaction_of},
};
use invoice_responses::ResponseInbox;
use peppol_connector::{
    ports::{AccountStore, DeliveryError, InboxStore, Receipt},
    submissions::OutgoingMessage,
};
use peppol_messages::mls::{Issue, MessageStatus, ReasonCode, ResponseCode};
use persistence::StoreError;
use tax_reports::{AnswerRefused, KeptReport, NotDecided, ReportId, Reporting, TaxReportStore};
use time::OffsetDateTime;

/// Who reports go to in the sandbox.
pub const TAX_AUTHORITY: &str = "0242:000000";

/// This installation, as it reports in the sandbox.
const PROVIDER: &str = "0242:000001";

/// Between whom reports travel in the sandbox; none only when these are no participants.
#[must_use]
pub fn reporting() -> Option<Reporting> {
    Some(Reporting { authority: TAX_AUTHORITY.parse().ok()?, provider: PROVIDER.parse().ok()? })
}

const UNKNOWN: &str = "no report of this installation has this id";
const REJECTED: &str =
    "the tax authority of the sandbox rejects reports about this participant, on purpose";

impl<S, C> SandboxNetwork<S, C>
where
    S: AccountStore + InboxStore + TaxReportStore + ResponseInbox,
    C: Fn() -> OffsetDateTime + Send + Sync,
{
    /// Takes a report and decides on it, once however often it is sent: what a message level status would do.
    pub(crate) async fn report(
        &self,
        message: &OutgoingMessage,
        document: &[u8],
    ) -> Result<Receipt, DeliveryError> {
        let (now, id) = ((self.clock)(), ReportId::from(message.message_id));
        let unknown = |error: StoreError| DeliveryError::NoReceipt(error.into());
        let found = self.store.report_sent_as(message.network, id).await.map_err(unknown)?;
        let refused = || DeliveryError::Refused(UNKNOWN.to_owned());
        let (organization, kept) = found.ok_or_else(refused)?;
        let status = answer(&kept, message, now);
        let decided = kept.report.answered(organization, &status, &message.receiver, now);
        let duplicate = match decided {
            Ok(decided) => match self.store.decide_report(organization, &decided).await {
                Ok(()) => false,
                Err(StoreError::Conflict) => true,
                Err(error) => return Err(unknown(error)),
            },
            Err(NotDecided::Refused(AnswerRefused::Decided)) => true,
            Err(error) => return Err(DeliveryError::Refused(error.to_string())),
        };
        let transaction_id = transaction_of(message.message_id).to_string();
        let evidence = receipt::write(message, document, &transaction_id, now);
        Ok(delivered(transaction_id, evidence, duplicate))
    }
}

/// The authority's answer to a report: accepted, unless the sender or receiver is a participant whose reports are
/// rejected on purpose.
fn answer(kept: &KeptReport, message: &OutgoingMessage, now: OffsetDateTime) -> MessageStatus {
    let behaviour = behaviour(message.network, &kept.counterparty);
    let rejects = behaviour == Some(Behaviour::ReportRejected);
    let issue =
        Issue { location: None, description: REJECTED.to_owned(), reason: ReasonCode::Rule };
    MessageStatus {
        id: transaction_of(message.message_id).to_string(),
        issued: now,
        sender: message.receiver.value().to_owned(),
        receiver: message.sender.value().to_owned(),
        response: if rejects { ResponseCode::Rejected } else { ResponseCode::Delivered },
        description: rejects.then(|| REJECTED.to_owned()),
        about: kept.report.id.to_string(),
        issues: if rejects { vec![issue] } else { Vec::new() },
    }
}
