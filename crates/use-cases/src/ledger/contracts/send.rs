use crate::{
    context::Context,
    ports::{Ports, Runtime},
    sending::native_send::{NativeSendError, send_invoice},
};
use access::OrganizationId;
use contracts::{ContractStore, PeriodInvoice, SendState};
use invoicing::InvoiceId;
use jobs::JobId;
use peppol_connector::sending::NativeRefusal;
use persistence::StoreError;

/// Why the invoice of a contract was not queued for sending.
#[derive(Debug, thiserror::Error)]
pub enum SendContractError {
    /// The send was refused; a retry may succeed.
    #[error(transparent)]
    Send(#[from] NativeSendError),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sends the invoice of a contract over the contract's network, unless it was sent before. A refusal is stored with
/// the period and reported to the organization once.
///
/// # Errors
/// [`SendContractError`]; the caller may retry.
pub async fn send_period<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    invoice: InvoiceId,
) -> Result<(), SendContractError> {
    let store = ports.database();
    let period = match store.period_invoice(organization, invoice).await {
        Err(StoreError::NotFound) => return Ok(()),
        period => period?,
    };
    if !matches!(period.send, SendState::Waiting | SendState::Refused(_)) {
        return Ok(());
    }
    let contract = store.contract(organization, period.contract).await?;
    let context = Context::new(ports, organization, contract.tier);
    match send_invoice(&context, invoice).await {
        // another caller queued it first, or this job did before its process was killed
        Ok(_) | Err(NativeSendError::Refused(NativeRefusal::UnderWay(..))) => {
            keep(ports, organization, &period, SendState::Queued).await?;
            Ok(())
        }
        Err(NativeSendError::Refused(refusal)) => {
            let refused = SendState::Refused(refusal.to_string());
            keep(ports, organization, &period, refused).await?;
            Err(NativeSendError::Refused(refusal).into())
        }
        Err(error) => Err(error.into()),
    }
}

async fn keep<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    period: &PeriodInvoice,
    send: SendState,
) -> Result<(), StoreError> {
    let (store, runtime) = (ports.database(), ports.runtime());
    let is_first = period.send == SendState::Waiting && matches!(send, SendState::Refused(_));
    let (id, now) = (JobId(runtime.new_id()), runtime.now());
    let mail = is_first.then(|| period.refused_mail(organization, id, now));
    store.keep_period_send(organization, period.invoice, &send, mail.as_ref(), now).await
}
