use crate::{
    ledger::unsent_mail::UnsentMail, people::organization_mail::mail_to_organization, ports::Ports,
};
use access::OrganizationId;
use contracts::{Contract, ContractId, ContractStore, SendState};
use invoicing::{InvoiceId, InvoiceStore, recording::InvoiceContent};
use notifications::{ContractStuck, contract_stuck};

/// Tells an organization by mail what blocks the invoice of a contract, unless the problem is gone. Repeating it sends
/// the same mail.
///
/// # Errors
/// [`UnsentMail`].
pub async fn send_problem_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ContractId,
) -> Result<(), UnsentMail> {
    let contract = ports.database().contract(organization, id).await?;
    let Some(problem) = &contract.problem else { return Ok(()) };
    let key = format!("contract-{id}-{}-{}", problem.period, problem.code.name().replace('_', "-"));
    let stuck = Letter { period: problem.period, invoice: None, reason: &problem.message };
    stuck.send(ports, &contract, &key).await
}

/// Tells an organization by mail that a contract's invoice was not sent, unless it was sent in the meantime.
///
/// # Errors
/// [`UnsentMail`].
pub async fn send_refused_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<(), UnsentMail> {
    let store = ports.database();
    let period = store.period_invoice(organization, id).await?;
    let SendState::Refused(reason) = &period.send else { return Ok(()) };
    let contract = store.contract(organization, period.contract).await?;
    let invoice = store.invoice(organization, id).await?;
    let number = invoice.document.header().number;
    let letter = Letter { period: period.period.first, invoice: Some(number), reason };
    letter.send(ports, &contract, &format!("contract-send-{id}")).await
}

/// The content of the two mails.
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
    ) -> Result<(), UnsentMail> {
        let (store, base_url, id) = (ports.database(), ports.base_url(), contract.id);
        let organization = contract.organization;
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
        mail_to_organization(ports, organization, key, letter).await?;
        tracing::info!(org.id = %organization, contract.id = %id, "contract mail handed to the mail server");
        Ok(())
    }
}
