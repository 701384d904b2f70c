use crate::Ports;
use access::OrganizationId;
use contracts::{Contract, ContractId, ContractStore, SendState};
use invoicing::{InvoiceContent, InvoiceId, InvoiceStore, References};
use notifications::{
    Address, AddressError, ContractStuck, DedupKey, KeyError, MailError, Mailer, contract_stuck,
};
use persistence::StoreError;

/// Why the mail was not handed over.
#[derive(Debug, thiserror::Error)]
pub enum ContractMailError {
    /// The mailer.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The organization has no usable address.
    #[error("the organization's e-mail address {0}")]
    Address(#[from] AddressError),
    /// The ids make no key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ContractMailError {
    /// Whether another attempt may have another end.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(
            self,
            ContractMailError::Mail(MailError::Refused(_))
                | ContractMailError::Address(_)
                | ContractMailError::Key(_)
        )
    }
}

/// Tells an organization what stands in the way of a contract's invoice, unless nothing does any more. Sent
/// twice it is the same mail.
///
/// # Errors
/// [`ContractMailError`].
pub async fn send_problem_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ContractId,
) -> Result<(), ContractMailError> {
    let contract = ports.database().contract(organization, id).await?;
    let Some(problem) = &contract.problem else { return Ok(()) };
    let key = format!("contract-{id}-{}-{}", problem.period, problem.code.name().replace('_', "-"));
    let stuck = Letter { period: problem.period, invoice: None, reason: &problem.message };
    stuck.send(ports, &contract, &key).await
}

/// Tells an organization that the invoice of a contract was not sent, unless it was meanwhile.
///
/// # Errors
/// [`ContractMailError`].
pub async fn send_refused_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<(), ContractMailError> {
    let store = ports.database();
    let period = store.period_invoice(organization, id).await?;
    let SendState::Refused(reason) = &period.send else { return Ok(()) };
    let contract = store.contract(organization, period.contract).await?;
    let invoice = store.invoice(organization, id).await?;
    let number = invoice.document.header().number;
    let letter = Letter { period: period.period.first, invoice: Some(number), reason };
    letter.send(ports, &contract, &format!("contract-send-{id}")).await
}

/// What the two mails say.
struct Letter<'a> {
    period: time::Date,
    invoice: Option<&'a str>,
    reason: &'a str,
}

impl Letter<'_> {
    async fn send<P: Ports>(
        self,
        ports: &P,
        contract: &Contract,
        key: &str,
    ) -> Result<(), ContractMailError> {
        let (store, base_url, id) = (ports.database(), ports.base_url(), contract.id);
        let organization = contract.organization;
        let records = store.issuing_records(organization, &References::default()).await?;
        let to = Address::parse(records.organization.email.as_deref().unwrap_or_default())?;
        let customer = store.contact(organization, contract.terms.customer_id).await?;
        let name = id.to_string();
        let letter = contract_stuck(&ContractStuck {
            contract: contract.name.as_deref().unwrap_or(&name),
            customer: &customer.contact.party.name,
            period: self.period,
            invoice: self.invoice,
            reason: self.reason,
            request: &format!("GET {base_url}/v1/agent/contracts/{id}"),
        });
        ports.mailer().send(&letter.to(to, DedupKey::parse(key)?)).await?;
        tracing::info!(org.id = %organization, contract.id = %id, "mail of a contract handed over");
        Ok(())
    }
}
