//! How an organization's own invoices leave.

use super::{
    super::{Conn, Lane},
    accounts::insert_row,
    statement::Statement,
};
use crate::{
    error::translate,
    network_names as names,
    sql_types::{AsId, Nullable, Text},
};
use access::OrganizationId;
use diesel_async::RunQueryDsl;
use peppol_connector::SendMode;
use persistence::StoreError;

/// The default where nothing was set.
pub(super) async fn send_mode(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
) -> Result<SendMode, StoreError> {
    let row: (Option<String>, Option<String>) = Statement::<(Nullable<Text>, Nullable<Text>)>::new(
        "SELECT a.send_mode, a.send_time FROM organizations o \
             LEFT JOIN peppol_accounts a ON a.organization_id = o.id WHERE o.id = ",
    )
    .value(AsId::from(organization))
    .get_result(conn)
    .await
    .map_err(translate)?;
    match row {
        (Some(mode), time) => names::send_mode(&mode, time.as_deref()),
        (None, _) => Ok(SendMode::default()),
    }
}

pub(super) async fn set_send_mode(
    conn: &mut Conn,
    organization: OrganizationId,
    mode: SendMode,
) -> Result<(), StoreError> {
    let (mode, time) = names::send_mode_columns(mode);
    insert_row(organization, (mode, time.as_deref()))
        .sql("DO UPDATE SET send_mode = excluded.send_mode, send_time = excluded.send_time")
        .execute(conn)
        .await
        .map(drop)
        .map_err(translate)
}
