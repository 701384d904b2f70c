//! Organizations with automatic reminders, and the invoices to remind of.

use super::super::super::sql::*;
use crate::{error::require_known, names};
use access::{OrganizationId, Tier};
use correspondence::{ReminderDue, ReminderSettings};
use invoicing::InvoiceId;
use time::Date;
use uuid::Uuid;

columns! {
    struct SettingsRow {
        organization_id: Uuid,
        tier: String,
        days: String,
        language: Option<String>,
    }
}

impl SettingsRow {
    fn into_domain(self) -> Result<ReminderDue> {
        let days = self.days.split(',').filter(|day| !day.is_empty()).map(str::parse);
        let days = require_known("days", &self.days, days.collect::<Result<Vec<u16>, _>>().ok())?;
        let language = self.language.as_deref().map(names::language).transpose()?;
        let settings = ReminderSettings::new(days, language).ok();
        Ok(ReminderDue {
            organization: OrganizationId(self.organization_id),
            tier: names::tier(&self.tier)?,
            settings: require_known("days", &self.days, settings)?,
        })
    }
}

pub(super) async fn settings(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    tier: Tier,
) -> Result<ReminderSettings> {
    let query = sql!(
        "SELECT organization_id, tier, days, language FROM reminder_settings
         WHERE organization_id = {} AND tier = {}",
        organization,
        tier.name()
    );
    let row: Option<SettingsRow> = query.first(conn).await?;
    Ok(row.map(SettingsRow::into_domain).transpose()?.map(|due| due.settings).unwrap_or_default())
}

pub(super) async fn set(
    conn: &mut Conn,
    organization: OrganizationId,
    tier: Tier,
    settings: &ReminderSettings,
) -> Result<()> {
    let days: Vec<String> = settings.days().iter().map(u16::to_string).collect();
    let days = days.join(",");
    let row = row!("reminder_settings",
        organization_id: organization,
        tier: tier.name(),
        days: &days,
        language: settings.language.map(|language| language.code()),
    );
    let replace = sql!(
        " ON CONFLICT (organization_id, tier)
          DO UPDATE SET days = excluded.days, language = excluded.language"
    );
    row.insert().then(replace).execute(conn).await.map(drop)
}

pub(super) async fn who(
    conn: &mut ReadConn<'_>,
    after: Option<(OrganizationId, Tier)>,
    limit: u16,
) -> Result<Vec<ReminderDue>> {
    let after =
        after.map(|(id, tier)| sql!(" AND (organization_id, tier) > ({}, {})", id, tier.name()));
    let query = sql!(
        "SELECT organization_id, tier, days, language FROM reminder_settings WHERE days <> ''"
    );
    let order = sql!(" ORDER BY organization_id, tier LIMIT {}", i64::from(limit));
    let rows: Vec<SettingsRow> = query.and(after).then(order).all(conn).await?;
    rows.into_iter().map(SettingsRow::into_domain).collect()
}

/// The statuses of issued invoices that are not paid; a test compares them with the domain.
const OPEN: &str = "status IN ('issued', 'sent', 'partially_paid', 'overdue')";

/// Invoices that may be owed; the domain decides under the invoice's lock.
pub(super) fn open_due(
    organization: OrganizationId,
    (first, last): (Date, Date),
    after: Option<(Date, InvoiceId)>,
    limit: u16,
) -> Statement<'static> {
    let after = after.map(|(due, id)| sql!(" AND (due_date, id) > ({}, {})", due, id.0));
    sql!(
        "SELECT due_date, id FROM invoices
         WHERE organization_id = {} AND due_date BETWEEN {} AND {} AND {}",
        organization,
        first,
        last,
        Fragment(OPEN)
    )
    .and(after)
    .then(sql!(" ORDER BY due_date, id LIMIT {}", i64::from(limit)))
}

#[cfg(test)]
mod tests {
    use super::OPEN;
    use invoicing::InvoiceStatus;

    #[test]
    fn what_is_open_is_what_the_domain_says() {
        let is_open = |status: &InvoiceStatus| status.is_issued() && *status != InvoiceStatus::Paid;
        let open = InvoiceStatus::ALL.into_iter().filter(is_open);
        let mut open: Vec<_> = open.map(|status| format!("'{}'", status.name())).collect();
        let mut listed: Vec<_> = OPEN["status IN (".len()..OPEN.len() - 1].split(", ").collect();
        open.sort();
        listed.sort_unstable();
        assert_eq!(open, listed);
    }
}
