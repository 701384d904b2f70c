use crate::{Context, Ports, Runtime};
use dashboard::{
    DashboardStore, Month, Onboarding, Progress, Summary, Window, onboarding as decide,
    summary as shown,
};
use invoicing::{BankAccountStore, ContactFilter, InvoiceFilter, InvoiceStore, References};
use peppol_connector::{AccountStore, CreditStore, SubmissionFilter, SubmissionLists};
use persistence::StoreError;
use webhooks::{EndpointStore, Owner, Status};

/// What an organization has in figures: of received documents those of the key's network.
///
/// # Errors
/// Storage.
pub async fn summary<P: Ports>(context: &Context<'_, P>) -> Result<Summary, StoreError> {
    let (database, owner) = (context.database(), context.organization);
    let today = context.ports.runtime().today();
    let window = Window { today, month: Month::of(today), network: context.network() };
    let records = database.issuing_records(owner, &References::default()).await?;
    let figures = database.figures(owner, &window).await?;
    Ok(shown(&figures, records.organization.home_currency(), window))
}

/// What is missing before the first send in the key's network.
///
/// # Errors
/// Storage.
pub async fn onboarding<P: Ports>(context: &Context<'_, P>) -> Result<Onboarding, StoreError> {
    let (database, owner, network) = (context.database(), context.organization, context.network());
    let records = database.issuing_records(owner, &References::default()).await?;
    let accounts = database.bank_accounts_in_use(owner).await?;
    let currencies: Vec<_> = accounts.iter().map(|record| record.account.currency).collect();
    let account = database.account(owner).await?;
    let balance = database.balance(owner).await?;
    let endpoints = database.endpoints(Owner::Organization(owner)).await?;
    let customers = database.contacts(owner, &ContactFilter::default(), None, 1).await?;
    let invoices = database.invoices(owner, &InvoiceFilter::default(), None, 1).await?;
    let sent = SubmissionFilter { network: Some(network), ..SubmissionFilter::default() };
    let sends = database.submissions(owner, &sent, None, 1).await?;
    Ok(decide(&Progress {
        organization: &records.organization,
        bank_accounts: &currencies,
        account: &account,
        balance,
        network,
        has_webhook: endpoints.iter().any(|endpoint| endpoint.health.status == Status::Active),
        has_customer: !customers.rows.is_empty(),
        has_invoice: !invoices.rows.is_empty(),
        has_sent: !sends.rows.is_empty(),
    }))
}
