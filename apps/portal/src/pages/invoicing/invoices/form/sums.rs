//! The sums of the form, calculated by the server: next to the form, and separately while somebody types.

use super::{
    checked::preview_of,
    load::load,
    values::{check_rows, request},
};
use crate::{
    answer::html,
    blocks::{Cell, Fact, Table},
    error::Page,
    texts::Texts,
    visit::Visit,
};
use access::Scope;
use actix_web::http::StatusCode;
use api_http::Body;
use askama::Template;
use invoicing::{Document, VatBreakdown, checks::Sums};
use use_cases::invoicing::issue_invoice::sum_up;

/// Sums by VAT rate, and of all.
#[derive(Template)]
#[template(path = "sums.html")]
pub(in crate::pages) struct ShownSums {
    t: &'static Texts,
    counted: Option<(Table, Vec<Fact>)>,
    /// Whether they are requested while somebody types.
    awaited: bool,
}

impl ShownSums {
    pub(in crate::pages) fn none(visit: &Visit) -> Self {
        Self { t: visit.t(), counted: None, awaited: false }
    }

    /// The sums of a document, if there is one.
    pub(super) fn of(visit: &Visit, document: Option<&Document>) -> Self {
        let sums = document.map(|document| Sums {
            vat_breakdown: document.vat_breakdown.clone(),
            totals: document.totals,
            currency: document.currency,
        });
        Self { counted: sums.map(|sums| shown(visit, &sums)), ..Self::none(visit) }
    }

    /// The answer to a request while somebody types.
    fn so_far(self) -> Page {
        Ok(html(StatusCode::OK, &Self { awaited: true, ..self }))
    }
}

fn shown(visit: &Visit, sums: &Sums) -> (Table, Vec<Fact>) {
    let (t, currency) = (visit.t(), sums.currency.code());
    let row = |row: &VatBreakdown| {
        vec![
            Cell::text(visit.words.vat(row.category, row.rate)),
            visit.words.amount(row.taxable_amount, currency),
            visit.words.amount(row.tax_amount, currency),
        ]
    };
    let heads = vec![t.vat_rate, t.net, t.vat];
    let table = Table::of(t.vat, heads, (&sums.vat_breakdown, t.no_findings), row);
    let sum = |label, amount| Fact { label, cell: visit.words.amount(amount, currency) };
    let totals = sums.totals;
    let facts =
        vec![sum(t.net, totals.subtotal), sum(t.vat, totals.vat_total), sum(t.total, totals.total)];
    (table, facts)
}

/// The sums of a new invoice, as far as it is written.
pub(in crate::pages) async fn of_new(visit: Visit, sent: Body) -> Page {
    let form = visit.form(&sent)?;
    check_rows(&form)?;
    let context = visit.context(Scope::InvoiceCreate)?;
    let sums = sum_up(&context, &request(&form, true).0).await?;
    let counted = sums.map(|sums| shown(&visit, &sums));
    ShownSums { counted, ..ShownSums::none(&visit) }.so_far()
}

/// The sums of an invoice as it would be saved.
pub(in crate::pages) async fn of_edited(visit: Visit, sent: Body) -> Page {
    let form = visit.form(&sent)?;
    check_rows(&form)?;
    let (id, _) = load(&visit).await?;
    let checked = preview_of(&visit, id, &form).await?;
    ShownSums::of(&visit, checked.document.as_ref()).so_far()
}
