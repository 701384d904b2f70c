//! Searches for a customer or supplier by a part of the name, or by the beginning of IČO, DIČ or IČ DPH.

use super::{CUSTOMER, choices};
use crate::{
    answer::html,
    blocks::{Choices, Field},
    error::{Page, PageError},
    form::Form,
    texts::Texts,
    visit::Visit,
};
use access::Scope;
use actix_web::http::StatusCode;
use invoicing::{Party, records::ContactRow};
use use_cases::invoicing::choices::{Offered, customers_to_choose};

/// The option for no customer or supplier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages) enum Nobody {
    Choose,
    NewCustomer,
    NewSupplier,
}

impl Nobody {
    const ALL: [Self; 3] = [Self::Choose, Self::NewCustomer, Self::NewSupplier];

    /// The name in an address.
    const fn name(self) -> &'static str {
        match self {
            Nobody::Choose => "choose",
            Nobody::NewCustomer => "customer",
            Nobody::NewSupplier => "supplier",
        }
    }

    const fn label(self, t: &Texts) -> &'static str {
        match self {
            Nobody::Choose => t.choose,
            Nobody::NewCustomer => t.new_customer_below,
            Nobody::NewSupplier => t.new_supplier_below,
        }
    }
}

/// The field of a form.
///
/// # Errors
/// Storage.
pub(in crate::pages) async fn field(
    visit: &Visit,
    (name, label): (&'static str, &'static str),
    nobody: Nobody,
    form: &Form,
) -> Result<Field, PageError> {
    let (wanted, chosen) = (form.text(CUSTOMER.find), form.text(name));
    let found = found(visit, nobody, wanted, chosen).await?;
    let href = visit.path(&format!("customers/options?nobody={}", nobody.name()));
    Ok(Field::new(name, label, chosen).find(CUSTOMER.finder(visit.t(), wanted, found, href)))
}

async fn found(
    visit: &Visit,
    nobody: Nobody,
    wanted: &str,
    chosen: &str,
) -> Result<Choices, PageError> {
    let t = visit.t();
    let offered = customers_to_choose(&visit.use_case(), wanted, chosen.parse().ok()).await?;
    let Offered { rows, has_more } = offered;
    let row = |row: &ContactRow| (row.contact.id.to_string(), described(&row.contact.party));
    let rows = rows.iter().map(row).collect();
    Ok(choices(t, &[("", nobody.label(t))], (rows, has_more), (wanted, chosen)))
}

/// The options that htmx requests while somebody types.
pub(in crate::pages) async fn options(visit: Visit) -> Page {
    visit.require(Scope::InvoiceRead)?;
    let mut query = visit.query()?;
    let nobody = query.one_of("nobody", &Nobody::ALL, Nobody::name).unwrap_or(Nobody::Choose);
    let wanted = query.text(CUSTOMER.find).unwrap_or_default();
    let chosen = query.text("customer_id").or_else(|| query.text("supplier_id"));
    query.finish()?;
    let found = found(&visit, nobody, &wanted, &chosen.unwrap_or_default()).await?;
    Ok(html(StatusCode::OK, &found))
}

/// Name, IČO and city, to distinguish firms with the same name.
fn described(party: &Party) -> String {
    let city = party.address.as_ref().map(|address| address.city.as_str());
    let parts = [Some(party.name.as_str()), party.ico.as_deref(), city];
    let parts: Vec<_> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}
