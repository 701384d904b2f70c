//! The settings of an organization.

use super::{
    super::{super::sql::*, cards},
    bank_accounts, logos,
    rows::{OrganizationRow, select_organization},
};
use access::OrganizationId;
use invoicing::{Organization, search_name};
use organizations::SettingsChange;
use time::Date;

/// Within the caller's transaction, which has locked the organization's registration and so serializes changes. The
/// e-mail address and the plan are stored elsewhere.
pub(super) async fn change(
    conn: &mut Conn,
    organization: OrganizationId,
    SettingsChange { before, after, now }: &SettingsChange,
) -> Result<()> {
    let row: OrganizationRow = select_organization(organization).one(conn).await?;
    if row.into_domain(organization)? != before.organization {
        return Err(StoreError::Conflict);
    }
    if before.accounts != after.accounts {
        bank_accounts::change(conn, organization, &before.accounts, &after.accounts).await?;
    }
    if let Some(logo) = &after.new_logo {
        logos::insert(conn, organization, logo, *now).await?;
    }
    let after = &after.organization;
    keep_vat_status(conn, &before.organization, after, service_day::date(*now)).await?;
    let name = search_name(&after.name);
    let update = sql!(
        "UPDATE organizations
         SET name = {name}, search_name = {search_name}, ic_dph = {ic_dph}, vat_payer = {vat_payer},
           street = {street}, city = {city}, postal_code = {postal_code}, country = {country},
           phone = {phone}, registration = {registration}, default_due_days = {default_due_days},
           accent_colour = {accent_colour}, logo = {logo}
         WHERE id = {organization}",
        name = &after.name,
        search_name = &name,
        ic_dph = after.ic_dph.as_deref(),
        vat_payer = after.vat_payer,
        street = &after.address.street,
        city = &after.address.city,
        postal_code = &after.address.postal_code,
        country = &after.address.country,
        phone = after.phone.as_deref(),
        registration = after.registration.as_deref(),
        default_due_days = after.default_due_days.map(i32::from),
        accent_colour = after.branding.accent_colour.as_deref(),
        logo = after.branding.logo.as_deref(),
        organization = organization,
    );
    update.execute(conn).await?;
    cards::note_change_of(conn, organization).await?;
    match &before.organization.branding.logo {
        Some(old) if after.branding.logo.as_ref() != Some(old) => {
            logos::remove_unused(conn, organization, old).await
        }
        _ => Ok(()),
    }
}

/// Keeps whether it was a VAT payer until today, when that changes: what was a cost goes by the day of each document. Of
/// several changes on a day the first one counts.
async fn keep_vat_status(
    conn: &mut Conn,
    before: &Organization,
    after: &Organization,
    today: Date,
) -> Result<()> {
    let was_payer = before.is_vat_payer();
    if was_payer == after.is_vat_payer() {
        return Ok(());
    }
    let insert = sql!(
        "INSERT INTO former_vat_statuses (organization_id, until, vat_payer) VALUES ({}, {}, {})
         ON CONFLICT (organization_id, until) DO NOTHING",
        before.id,
        today,
        was_payer
    );
    insert.execute(conn).await.map(drop)
}
