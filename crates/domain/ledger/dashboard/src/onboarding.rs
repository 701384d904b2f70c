//! The steps that are missing before the first live send.

use invoicing::Organization;
use money::Currency;
use peppol_connector::{
    credit::{Balance, Credits},
    identifiers::Network,
    registration::{AccountRecord, PeppolAccount},
};

/// The facts about an organization that decide on the steps.
#[derive(Debug, Clone)]
pub struct Progress<'a> {
    pub organization: &'a Organization,
    /// The currencies of the bank accounts in use.
    pub bank_accounts: &'a [Currency],
    pub account: &'a AccountRecord,
    pub balance: Balance,
    /// The network of the key: the sandbox has no credit.
    pub network: Network,
    /// Whether a webhook endpoint is enabled.
    pub has_webhook: bool,
    pub has_customer: bool,
    pub has_invoice: bool,
    /// Whether a document was sent in the network.
    pub has_sent: bool,
}

persistence::named! {
    /// A step on the way to the first send.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum StepCode {
        Record = "record",
        BankAccount = "bank_account",
        Registration = "peppol_registration",
        Credit = "credit",
        Webhook = "webhook",
        Customer = "first_customer",
        Invoice = "first_invoice",
        Send = "first_send",
    }
}

impl StepCode {
    /// The API request that does the step.
    #[must_use]
    pub const fn request(self) -> Option<&'static str> {
        match self {
            Self::Record => Some("PATCH /v1/agent/organizations/{id}"),
            Self::BankAccount => Some("POST /v1/agent/bank-accounts"),
            Self::Registration => Some("POST /v1/agent/peppol/enroll"),
            // credit is bought outside the API
            Self::Credit => None,
            Self::Webhook => Some("POST /v1/agent/webhooks"),
            Self::Customer => Some("POST /v1/agent/customers"),
            Self::Invoice => Some("POST /v1/agent/invoices"),
            Self::Send => Some("POST /v1/agent/peppol/send/{invoiceId}"),
        }
    }
}

/// Whether a step is done, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub code: StepCode,
    pub done: bool,
    /// Whether nothing can be sent without it.
    pub required: bool,
    /// What to do; `None` when it is done.
    pub missing: Option<String>,
}

/// All steps, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Onboarding {
    pub network: Network,
    /// Whether all required steps are done.
    pub ready: bool,
    pub steps: Vec<Step>,
}

/// Which steps are done and which are missing.
#[must_use]
pub fn onboarding(progress: &Progress<'_>) -> Onboarding {
    let missing = |missing: bool, what: &str| missing.then(|| what.to_owned());
    let steps = vec![
        step(StepCode::Record, true, record(progress.organization)),
        step(StepCode::BankAccount, false, bank_account(progress)),
        step(StepCode::Registration, true, registration(progress)),
        step(StepCode::Credit, true, credit(progress)),
        step(
            StepCode::Webhook,
            false,
            missing(
                !progress.has_webhook,
                "register an endpoint, to hear what becomes of documents",
            ),
        ),
        step(StepCode::Customer, false, missing(!progress.has_customer, "make a customer")),
        step(StepCode::Invoice, false, missing(!progress.has_invoice, "issue an invoice")),
        step(StepCode::Send, false, missing(!progress.has_sent, "send it")),
    ];
    let ready = steps.iter().all(|step| step.done || !step.required);
    Onboarding { network: progress.network, ready, steps }
}

fn step(code: StepCode, required: bool, missing: Option<String>) -> Step {
    Step { code, done: missing.is_none(), required, missing }
}

/// What the organization's record lacks that an invoice must state about its seller.
fn record(organization: &Organization) -> Option<String> {
    let mut missing: Vec<&str> = Vec::new();
    let has = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.is_empty());
    if !has(&organization.ico) {
        missing.push("IČO");
    }
    if !has(&organization.dic) {
        missing.push("DIČ");
    }
    missing.extend(organization.address.missing_parts());
    if !has(&organization.email) {
        missing.push("email");
    }
    (!missing.is_empty()).then(|| format!("complete the organization: {}", missing.join(", ")))
}

fn bank_account(progress: &Progress<'_>) -> Option<String> {
    let home = progress.organization.home_currency();
    let missing = !progress.bank_accounts.contains(&home);
    missing.then(|| format!("add an account in {}, so that invoices can be paid", home.code()))
}

fn registration(progress: &Progress<'_>) -> Option<String> {
    let network = progress.network;
    match progress.account.account {
        PeppolAccount::Enrolled(of) | PeppolAccount::SendOnly(of) if of == network => None,
        PeppolAccount::Enrolled(_) | PeppolAccount::SendOnly(_) => Some(format!(
            "the organization is registered in the other network: register it with a {} key",
            network.name()
        )),
        _ => Some("register the organization as a participant".to_owned()),
    }
}

fn credit(progress: &Progress<'_>) -> Option<String> {
    if progress.network == Network::Test {
        return None;
    }
    if progress.account.prepayment_overdue {
        return Some("pay the prepayment that is overdue".to_owned());
    }
    let missing = progress.balance.available == Credits(0);
    missing.then(|| "buy credit: each live send takes some".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::build;
    use time::OffsetDateTime;

    fn account(account: PeppolAccount) -> AccountRecord {
        AccountRecord {
            account,
            participant: None,
            held_by: None,
            since: None,
            dic: None,
            registered_at: OffsetDateTime::UNIX_EPOCH,
            strict_sandbox: false,
            prepayment_overdue: false,
        }
    }

    fn missing(progress: &Progress<'_>) -> (bool, Vec<&'static str>) {
        let shown = onboarding(progress);
        let open = shown.steps.iter().filter(|step| !step.done).map(|step| step.code.name());
        (shown.ready, open.collect())
    }

    #[test]
    fn every_step_is_missing_until_it_is_done() {
        let organization = build::organization();
        let bare = Organization { ico: None, email: None, ..organization.clone() };
        let (none, live) =
            (account(PeppolAccount::None), account(PeppolAccount::Enrolled(Network::Live)));
        let overdue = AccountRecord { prepayment_overdue: true, ..live.clone() };
        let credit = Balance { available: Credits(1), reserved: Credits(0) };
        let no_credit = Balance { available: Credits(0), reserved: Credits(3) };
        let all = Progress {
            organization: &organization,
            bank_accounts: &[Currency::Eur],
            account: &live,
            balance: credit,
            network: Network::Live,
            has_webhook: true,
            has_customer: true,
            has_invoice: true,
            has_sent: true,
        };
        assert_eq!(missing(&all), (true, vec![]));
        for (progress, ready, open) in [
            (Progress { organization: &bare, ..all.clone() }, false, "record"),
            (Progress { bank_accounts: &[Currency::Usd], ..all.clone() }, true, "bank_account"),
            (Progress { account: &none, ..all.clone() }, false, "peppol_registration"),
            (Progress { balance: no_credit, ..all.clone() }, false, "credit"),
            (Progress { account: &overdue, ..all.clone() }, false, "credit"),
            (Progress { has_webhook: false, ..all.clone() }, true, "webhook"),
            (Progress { has_customer: false, ..all.clone() }, true, "first_customer"),
            (Progress { has_invoice: false, ..all.clone() }, true, "first_invoice"),
            (Progress { has_sent: false, ..all.clone() }, true, "first_send"),
            // a test key is about the sandbox, where the live registration does not count
            (
                Progress { network: Network::Test, balance: no_credit, ..all.clone() },
                false,
                "peppol_registration",
            ),
        ] {
            assert_eq!(missing(&progress), (ready, vec![open]));
        }
        let shown = onboarding(&Progress { organization: &bare, ..all });
        let said = shown.steps[0].missing.as_deref();
        assert_eq!(said, Some("complete the organization: IČO, email"));
    }
}
