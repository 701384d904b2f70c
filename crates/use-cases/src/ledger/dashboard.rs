use crate::{
    context::Context,
    ports::{Ports, Runtime},
};
use dashboard::{
    DashboardStore, Month, Onboarding, Progress, Span, Summary, Window, Year, onboarding as decide,
    summary as shown, year,
};
use invoicing::{
    InvoiceFilter, InvoiceStore, Organization, References,
    records::{BankAccountStore, ContactFilter},
};
use peppol_connector::{
    ports::{AccountStore, CreditStore, SubmissionLists},
    submissions::SubmissionFilter,
};
use persistence::StoreError;
use webhooks::{Owner, endpoints::Status, ports::EndpointStore};

/// The data of a company's start page.
#[derive(Debug, Clone)]
pub struct Overview {
    pub summary: Summary,
    pub year: Year,
    pub onboarding: Onboarding,
}

/// Loads today's figures, those of twelve months, and the setup steps missing before the first send.
///
/// # Errors
/// Storage failures.
pub async fn overview<P: Ports>(context: &Context<'_, P>) -> Result<Overview, StoreError> {
    let organization = organization(context).await?;
    let (today, home) = (context.ports.runtime().today(), organization.home_currency());
    let span = Span::until(today, context.network());
    let flows = context.database().flows(context.organization, &span).await?;
    Ok(Overview {
        summary: summary_of(context, &organization).await?,
        year: year(&flows, home, today),
        onboarding: onboarding_of(context, &organization).await?,
    })
}

/// The organization of the context.
///
/// # Errors
/// Storage failures.
pub(super) async fn organization<P: Ports>(
    context: &Context<'_, P>,
) -> Result<Organization, StoreError> {
    let none = References::default();
    Ok(context.database().issuing_records(context.organization, &none).await?.organization)
}

/// Loads an organization's figures; received documents count only in the key's network.
///
/// # Errors
/// Storage failures.
pub async fn summary<P: Ports>(context: &Context<'_, P>) -> Result<Summary, StoreError> {
    summary_of(context, &organization(context).await?).await
}

async fn summary_of<P: Ports>(
    context: &Context<'_, P>,
    organization: &Organization,
) -> Result<Summary, StoreError> {
    let today = context.ports.runtime().today();
    let window = Window { today, month: Month::of(today), network: context.network() };
    let figures = context.database().figures(context.organization, &window).await?;
    Ok(shown(&figures, organization.home_currency(), window))
}

/// The setup steps missing before the first send in the key's network.
///
/// # Errors
/// Storage failures.
pub async fn onboarding<P: Ports>(context: &Context<'_, P>) -> Result<Onboarding, StoreError> {
    onboarding_of(context, &organization(context).await?).await
}

async fn onboarding_of<P: Ports>(
    context: &Context<'_, P>,
    organization: &Organization,
) -> Result<Onboarding, StoreError> {
    let (database, owner, network) = (context.database(), context.organization, context.network());
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
        organization,
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
