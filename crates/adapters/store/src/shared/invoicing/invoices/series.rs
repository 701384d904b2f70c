use super::super::super::sql::*;
use crate::{error::require_known, names};
use access::OrganizationId;
use invoicing::{InvoiceType, numbering::SeriesFormat};
use std::collections::BTreeMap;

columns! {
    pub(in super::super::super) struct SeriesRow {
        invoice_type: String,
        prefix: String,
        year_style: String,
        width: i32,
    }
}

impl SeriesRow {
    fn into_domain(self) -> Result<(InvoiceType, SeriesFormat)> {
        let width = require_known("width", &self.width.to_string(), u8::try_from(self.width).ok())?;
        let year = names::year_style(&self.year_style)?;
        let format = SeriesFormat { prefix: self.prefix, year, width };
        Ok((names::invoice_type(&self.invoice_type)?, format))
    }
}

/// The format of one series: the default where none is set.
pub(in super::super::super) fn format_of(
    row: Option<SeriesRow>,
    invoice_type: InvoiceType,
) -> Result<SeriesFormat> {
    let set = row.map(SeriesRow::into_domain).transpose()?;
    Ok(set.map_or_else(|| SeriesFormat::default_for(invoice_type), |(_, format)| format))
}

pub(super) async fn series_formats(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
) -> Result<BTreeMap<InvoiceType, SeriesFormat>> {
    let query = sql!(
        "SELECT invoice_type, prefix, year_style, width FROM number_series
         WHERE organization_id = {}",
        organization
    );
    let rows: Vec<SeriesRow> = query.all(conn).await?;
    let mut formats: BTreeMap<_, _> =
        InvoiceType::ALL.into_iter().map(|t| (t, SeriesFormat::default_for(t))).collect();
    for row in rows {
        let (invoice_type, format) = row.into_domain()?;
        formats.insert(invoice_type, format);
    }
    Ok(formats)
}

pub(super) fn set(
    organization: OrganizationId,
    invoice_type: InvoiceType,
    format: &SeriesFormat,
) -> Statement<'_> {
    let row = row!("number_series",
        organization_id: organization,
        invoice_type: invoice_type.name(),
        prefix: &format.prefix,
        year_style: format.year.name(),
        width: i32::from(format.width),
    );
    row.insert().then(sql!(
        " ON CONFLICT (organization_id, invoice_type) DO UPDATE SET prefix = excluded.prefix,
           year_style = excluded.year_style, width = excluded.width"
    ))
}
