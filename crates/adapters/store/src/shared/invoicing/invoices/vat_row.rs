//! The row of an invoice in `invoice_vat`: its figures as the domain computes them, in minor units.

use super::super::super::sql::*;
use crate::{
    error::backend,
    sql_types::{AsExact, minor_units},
};
use access::OrganizationId;
use invoicing::{
    InvoiceId,
    figures::{VatChange, VatFigures},
};
use money::Decimal;

/// The figures of an invoice.
pub(super) fn vat_row(
    (organization, id): (OrganizationId, InvoiceId),
    figures: &VatFigures,
) -> Result<NewRow<'_>> {
    // each rate has columns of its own: see the test of the dashboard
    let [zero, five, ten, nineteen, twenty, twenty_three] = figures.by_rate;
    Ok(row!("invoice_vat",
        organization_id: organization,
        invoice_id: id.0,
        tax_date: figures.tax_date,
        currency: figures.currency.code(),
        exchange_rate: figures.exchange_rate.map(AsExact),
        taxable_0: units(zero.taxable)?,
        taxable_5: units(five.taxable)?,
        tax_5: units(five.tax)?,
        taxable_10: units(ten.taxable)?,
        tax_10: units(ten.tax)?,
        taxable_19: units(nineteen.taxable)?,
        tax_19: units(nineteen.tax)?,
        taxable_20: units(twenty.taxable)?,
        tax_20: units(twenty.tax)?,
        taxable_23: units(twenty_three.taxable)?,
        tax_23: units(twenty_three.tax)?,
    ))
}

/// The change of the row.
pub(super) fn change<'a>(
    owner: (OrganizationId, InvoiceId),
    change: &'a VatChange,
) -> Result<Option<Mutation<'a>>> {
    Ok(match change {
        VatChange::None => None,
        VatChange::Becomes(figures) => {
            let once = sql!(
                " ON CONFLICT (organization_id, invoice_id) DO UPDATE
                  SET tax_date = excluded.tax_date, currency = excluded.currency,
                    exchange_rate = excluded.exchange_rate, taxable_0 = excluded.taxable_0,
                    taxable_5 = excluded.taxable_5, tax_5 = excluded.tax_5,
                    taxable_10 = excluded.taxable_10, tax_10 = excluded.tax_10,
                    taxable_20 = excluded.taxable_20, tax_20 = excluded.tax_20,
                    taxable_19 = excluded.taxable_19, tax_19 = excluded.tax_19,
                    taxable_23 = excluded.taxable_23, tax_23 = excluded.tax_23"
            );
            Some(Mutation::insert(vat_row(owner, figures)?).then(once))
        }
        VatChange::Gone => Some(gone(owner)),
    })
}

/// There may be no row: of an invoice that could not be read when the figures were introduced.
fn gone<'a>((organization, id): (OrganizationId, InvoiceId)) -> Mutation<'a> {
    let delete = sql!(
        "DELETE FROM invoice_vat AS v {using before} WHERE v.organization_id = {} AND v.invoice_id = {}",
        organization,
        id.0
    );
    Mutation::new(delete).if_there()
}

fn units(amount: Decimal) -> Result<i64> {
    minor_units(amount).map_err(backend)
}
