//! The accounts that invoices are paid to.

use super::{invoice_parts::NoticeBody, record_operations::record_operations};
use crate::{
    http::{Call, List, Reply, operations},
    requests::{BankAccountBody, BankAccountChange, CurrencyCode},
    routes::paging,
};
use access::Scope;
use invoicing::{
    BankAccountId,
    records::{BankAccountFilter, BankAccountRecord, BankAccountStore},
    warnings::{self, Warning},
};
use money::Currency;
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::invoicing::records;
use utoipa::ToSchema;
use uuid::Uuid;

operations![
    create_bank_account,
    list_bank_accounts,
    get_bank_account,
    change_bank_account,
    retire_bank_account
];

/// A caller who has one of these scopes may read accounts.
const READERS: [Scope; 2] = [Scope::BankRead, Scope::SettingsUpdate];

/// A bank account.
#[derive(Serialize, ToSchema)]
pub struct BankAccountView<'a> {
    pub id: Uuid,
    #[schema(value_type = CurrencyCode, example = "EUR")]
    pub currency: Currency,
    /// Without spaces (BT-84)
    #[schema(example = "SK3112000000198742637541")]
    pub iban: &'a str,
    /// BT-86
    pub bic: Option<&'a str>,
    pub bank_name: Option<&'a str>,
    /// Of its currency: on invoices that name no account
    pub is_default: bool,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Since when it is not for new invoices; null: it is
    #[serde(with = "time::serde::rfc3339::option")]
    pub retired_at: Option<OffsetDateTime>,
    /// CHECK_DIGIT of what looks mistyped, CURRENCY_ENDED of a currency that is none any more
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, value_type = Vec<NoticeBody>)]
    pub warnings: Vec<Warning>,
}

/// A page of accounts.
pub type BankAccountList<'a> = List<BankAccountView<'a>>;

fn view(record: &BankAccountRecord) -> BankAccountView<'_> {
    let account = &record.account;
    let mistyped = warnings::of_account(&account.iban).into_iter();
    BankAccountView {
        id: account.id.0,
        currency: account.currency,
        iban: &account.iban,
        bic: account.bic.as_deref(),
        bank_name: account.bank_name.as_deref(),
        is_default: account.is_default,
        created_at: record.created_at,
        retired_at: record.retired_at,
        warnings: mistyped.chain(warnings::of_currency(account.currency)).collect(),
    }
}

record_operations! {
    "/v1/agent/bank-accounts", "settings", "account": BankAccountId "bank account", view -> BankAccountView;

    /// Makes an account. The first of its currency is the default unless the body says otherwise.
    /// Scope settings:update.
    create create_bank_account "createBankAccount" for Scope::SettingsUpdate,
        BankAccountBody as "bank_accounts.create" => records::add_bank_account;

    /// One account, in use or retired. Scope bank:read or settings:update.
    get get_bank_account "getBankAccount" for READERS, bank_account;

    /// Changes an account: what the body does not name stays. It keeps its currency, and invoices that
    /// were issued keep what they say. Scope settings:update.
    change change_bank_account "changeBankAccount" for Scope::SettingsUpdate,
        BankAccountChange => records::change_bank_account;

    /// Takes an account out of use: it stays on the invoices that have it, and new ones cannot name it.
    /// Scope settings:update.
    retire retire_bank_account "retireBankAccount" for Scope::SettingsUpdate => records::retire_bank_account;
}

/// Accounts in use, or retired ones, the newest first. Scope bank:read or settings:update.
#[utoipa::path(
    get, path = "/v1/agent/bank-accounts", tag = "settings", operation_id = "listBankAccounts",
    params(
        paging::Pages,
        ("currency" = Option<CurrencyCode>, Query, description = "ISO 4217"),
        ("retired" = Option<bool>, Query, description = "true: those that were retired, instead of those in use"),
    ),
    responses((status = 200, description = "A page", body = BankAccountList<'static>)),
)]
async fn list_bank_accounts(call: Call) -> Reply {
    let organization = call.require_any(&READERS)?;
    let (mut query, after, limit) = call.page_query()?;
    let filter = BankAccountFilter {
        currency: query.one_of("currency", Currency::ALL, Currency::code),
        retired: query.flag("retired"),
    };
    query.finish()?;
    let page = call.store.bank_accounts(organization, &filter, after, limit).await?;
    call.ok(List::of(&page, view))
}
