use super::super::{Conn, Db, Lane};
use crate::{
    error::{known, translate},
    names,
    schema::number_series,
    sql_types::AsId,
};
use access::OrganizationId;
use diesel::{insert_into, prelude::*};
use diesel_async::RunQueryDsl;
use invoicing::{InvoiceType, SeriesFormat};
use persistence::StoreError;
use std::collections::BTreeMap;

#[derive(Queryable, Selectable)]
#[diesel(table_name = number_series, check_for_backend(Db))]
pub(super) struct SeriesRow {
    invoice_type: String,
    prefix: String,
    year_style: String,
    width: i32,
}

impl SeriesRow {
    fn into_domain(self) -> Result<(InvoiceType, SeriesFormat), StoreError> {
        let width = known("width", &self.width.to_string(), u8::try_from(self.width).ok())?;
        let year = names::year_style(&self.year_style)?;
        let format = SeriesFormat { prefix: self.prefix, year, width };
        Ok((names::invoice_type(&self.invoice_type)?, format))
    }
}

/// The format of one series: the default where none is set.
pub(super) fn format_of(
    row: Option<SeriesRow>,
    invoice_type: InvoiceType,
) -> Result<SeriesFormat, StoreError> {
    let set = row.map(SeriesRow::into_domain).transpose()?;
    Ok(set.map_or_else(|| SeriesFormat::default_for(invoice_type), |(_, format)| format))
}

pub(super) async fn series_formats(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
) -> Result<BTreeMap<InvoiceType, SeriesFormat>, StoreError> {
    let rows: Vec<SeriesRow> = number_series::table
        .filter(number_series::organization_id.eq(AsId::from(organization)))
        .select(SeriesRow::as_select())
        .load(conn)
        .await
        .map_err(translate)?;
    let mut formats: BTreeMap<_, _> =
        InvoiceType::ALL.into_iter().map(|t| (t, SeriesFormat::default_for(t))).collect();
    for row in rows {
        let (invoice_type, format) = row.into_domain()?;
        formats.insert(invoice_type, format);
    }
    Ok(formats)
}

pub(super) async fn set_series_format(
    conn: &mut Conn,
    organization: OrganizationId,
    invoice_type: InvoiceType,
    format: &SeriesFormat,
) -> QueryResult<usize> {
    use number_series::dsl;
    let look = (
        dsl::prefix.eq(&format.prefix),
        dsl::year_style.eq(names::year_style_name(format.year)),
        dsl::width.eq(i32::from(format.width)),
    );
    insert_into(dsl::number_series)
        .values((
            dsl::organization_id.eq(AsId::from(organization)),
            dsl::invoice_type.eq(invoice_type.name()),
            look,
        ))
        .on_conflict((dsl::organization_id, dsl::invoice_type))
        .do_update()
        .set(look)
        .execute(conn)
        .await
}
