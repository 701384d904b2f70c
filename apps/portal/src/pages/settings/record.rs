//! The record of the company: read, and changed by what a form names.

use crate::{
    error::PageError,
    visit::{Visit, read},
};
use access::{KeyScope, Scope};
use agent_requests::OrganizationOptions;
use organizations::{OrganizationRecord, OrganizationStore};
use serde_json::{Map, Value};
use use_cases::network::organizations::{AskedChange, change_organization};

pub(super) async fn record(visit: &Visit) -> Result<OrganizationRecord, PageError> {
    let id = visit.member.organization;
    Ok(visit.store.organization_record(KeyScope::Organization(id), id).await?)
}

/// Changes what is named of the record.
pub(super) async fn changed(visit: &Visit, object: Map<String, Value>) -> Result<(), PageError> {
    let organization = visit.require(Scope::SettingsUpdate)?;
    let ((options, settings), found) = read::<OrganizationOptions>(object);
    let asked = AskedChange { options, settings, found };
    let who = (KeyScope::Organization(organization), visit.tier);
    change_organization(&**visit, who, organization, &asked).await?;
    Ok(())
}
