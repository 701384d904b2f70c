//! Options that several forms offer.

use crate::{
    blocks::{Choice, Field},
    error::PageError,
    visit::Visit,
};
use ::projects::{ProjectId, ProjectStore};
use invoicing::{
    ContactId, InvoiceFilter, InvoiceStore, InvoiceSummary, records::BankAccountStore,
};
use money::{Currency, Ended};

/// Advances that a form offers at most.
const ADVANCES: u16 = 30;

/// All options of a closed set by their names. The label is that of the option for no choice.
pub(super) fn named<T: Copy>(
    empty: Option<&str>,
    all: &[T],
    name: fn(T) -> &'static str,
    label: impl Fn(T) -> &'static str,
    chosen: &str,
) -> Vec<Choice> {
    let empty = empty.map(|label| Choice::new("", label, chosen));
    let known = all.iter().map(|it| Choice::new(name(*it), label(*it), chosen));
    empty.into_iter().chain(known).collect()
}

pub(super) fn yes_or_no(visit: &Visit, chosen: &str) -> Vec<Choice> {
    [true, false].map(|it| Choice::new(it.to_string(), visit.words.yes(it), chosen)).to_vec()
}

pub(super) fn currencies(visit: &Visit, chosen: &str) -> Vec<Choice> {
    let own = Choice::new("", visit.t().own_currency, chosen);
    let choice = |it: &Currency| Choice::new(it.code(), currency_label(visit, *it), chosen);
    std::iter::once(own).chain(Currency::ALL.iter().map(choice)).collect()
}

/// The label of a currency. For one that has ended it says when, what replaced it, and that documents in it are not
/// sent.
fn currency_label(visit: &Visit, currency: Currency) -> String {
    let Some(Ended { last_day, successor }) = currency.ended() else {
        return currency.code().to_owned();
    };
    let (t, day) = (visit.t(), languages::date(last_day, visit.words.language));
    format!("{currency} ({} {day} → {successor}; {})", t.until, t.not_over_peppol)
}

/// The newest paid advances that no invoice settles yet: those of the chosen customer, or else of all, with their
/// customers.
pub(super) async fn advances<'a>(
    visit: &Visit,
    customer: &str,
    chosen: impl Iterator<Item = &'a str>,
) -> Result<Vec<Choice>, PageError> {
    let customer_id = customer.parse::<ContactId>().ok();
    let filter = InvoiceFilter { customer_id, open_advances: true, ..InvoiceFilter::default() };
    let organization = visit.member.organization;
    let page = visit.store.invoices(organization, &filter, None, ADVANCES).await?;
    let chosen: Vec<_> = chosen.collect();
    let choice = |row: &InvoiceSummary| {
        let total = visit.words.money(row.total, row.currency.code());
        let label = format!("{} · {} · {total}", row.number, row.customer_name);
        let id = row.id.to_string();
        let is_chosen = chosen.contains(&&*id);
        Choice { chosen: is_chosen, ..Choice::new(id, label, "") }
    };
    Ok(page.rows.iter().map(choice).collect())
}

/// The project that a list is of, as its filter keeps it.
///
/// # Errors
/// Storage.
pub(super) async fn listed_project(
    visit: &Visit,
    id: Option<ProjectId>,
) -> Result<Option<Field>, PageError> {
    let Some(id) = id else { return Ok(None) };
    let (t, chosen) = (visit.t(), id.to_string());
    let project = visit.store.project(visit.member.organization, id).await?;
    let choices =
        vec![Choice::new("", t.any, &chosen), Choice::new(&*chosen, project.name, &chosen)];
    Ok(Some(Field::new("project_id", t.project, "").choice(choices)))
}

/// The bank accounts in use.
pub(super) async fn accounts(
    visit: &Visit,
    empty: &str,
    chosen: &str,
) -> Result<Vec<Choice>, PageError> {
    let accounts = visit.store.bank_accounts_in_use(visit.member.organization).await?;
    let account = |record: &invoicing::records::BankAccountRecord| {
        let account = &record.account;
        let label = format!("{} {}", account.currency.code(), languages::iban(&account.iban));
        Choice::new(account.id.to_string(), label, chosen)
    };
    let empty = std::iter::once(Choice::new("", empty, chosen));
    Ok(empty.chain(accounts.iter().map(account)).collect())
}
