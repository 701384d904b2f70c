use crate::{
    ports::{Ports, Runtime},
    retry::{MayConflict, retry_on_conflict},
};
use access::{KeyScope, OrganizationId, Tier};
use invoicing::{
    Settings, SettingsInput, Violations, checks::check_settings, records::BankAccountStore,
};
use organizations::{
    LiveKeyNeeded, OptionsChange, OrganizationRecord, OrganizationStore, SettingsChange,
    may_change_settings,
};
use persistence::StoreError;

/// Why an organization was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// The request has violations.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// A test key cannot make this change.
    #[error(transparent)]
    LiveKey(#[from] LiveKeyNeeded),
    /// The organization does not exist or is out of the key's reach, or storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MayConflict for ChangeError {
    fn is_conflict(&self) -> bool {
        matches!(self, ChangeError::Store(StoreError::Conflict))
    }
}

/// A parsed request to change an organization; missing fields stay.
#[derive(Debug, Clone, Default)]
pub struct AskedChange {
    pub options: OptionsChange,
    pub settings: SettingsInput,
    /// Violations found while the request was parsed.
    pub found: Violations,
}

/// Changes the options and settings of an organization within the key's reach.
///
/// # Errors
/// [`ChangeError`]; nothing was changed then.
pub async fn change_organization<P: Ports>(
    ports: &P,
    (reach, tier): (KeyScope, Tier),
    organization: OrganizationId,
    asked: &AskedChange,
) -> Result<OrganizationRecord, ChangeError> {
    let (database, now) = (ports.database(), ports.runtime().now());
    retry_on_conflict(|| async {
        let record = database.organization_record(reach, organization).await?;
        if asked.settings != SettingsInput::default() {
            may_change_settings(&record.account, tier)?;
        }
        let accounts = database.bank_accounts_in_use(organization).await?;
        let before = Settings { organization: record.organization, accounts, new_logo: None };
        let after = check_settings(&before, &asked.settings, asked.found.clone())?;
        let settings = (after != before).then(|| Box::new(SettingsChange { before, after, now }));
        let email_by_partner = matches!(reach, KeyScope::Partner(_));
        let change = OptionsChange { settings, email_by_partner, ..asked.options.clone() };
        Ok::<_, ChangeError>(database.change_options(organization, &change).await?)
    })
    .await?;
    Ok(database.organization_record(reach, organization).await?)
}
