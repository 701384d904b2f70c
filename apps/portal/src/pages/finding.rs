//! A customer, or a supplier, is looked for: by a part of the name, or the beginning of IČO, DIČ or IČ DPH.

use crate::{
    answer::html,
    blocks::{Choice, Choices, Field, Finder},
    error::{Page, PageError},
    form::Form,
    texts::Texts,
    visit::Visit,
};
use access::Scope;
use actix_web::http::StatusCode;
use invoicing::Party;
use use_cases::invoicing::choices::{OfferedCustomers, customers_to_choose};

/// The empty choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nobody {
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

/// Whether a form searches: by its button, or by a new text while no customer is chosen or written.
pub(super) fn is_asked(form: &Form, name: &str) -> bool {
    let is_new = form.filled("find").is_some_and(|wanted| wanted != form.text("found"));
    let is_nobody = ["name", "supplier.name", name].iter().all(|it| form.filled(it).is_none());
    form.text("do") == "find" || (is_new && is_nobody)
}

/// The field of a form.
///
/// # Errors
/// Storage.
pub(super) async fn field(
    visit: &Visit,
    (name, label): (&'static str, &'static str),
    nobody: Nobody,
    form: &Form,
) -> Result<Field, PageError> {
    let (t, wanted, chosen) = (visit.t(), form.text("find"), form.text(name));
    let finder = Finder {
        wanted: wanted.to_owned(),
        found: choices(visit, nobody, wanted, chosen).await?,
        href: visit.path(&format!("customers/options?nobody={}", nobody.name())),
        find: t.find,
        by: t.find_by,
    };
    Ok(Field::new(name, label, chosen).find(finder))
}

/// The search results. A single result is chosen when none was chosen before.
async fn choices(
    visit: &Visit,
    nobody: Nobody,
    wanted: &str,
    chosen: &str,
) -> Result<Choices, PageError> {
    let t = visit.t();
    let offered = customers_to_choose(&visit.use_case(), wanted, chosen.parse().ok()).await?;
    let OfferedCustomers { rows, has_more } = offered;
    let only = match &rows[..] {
        [only] if !wanted.is_empty() && chosen.is_empty() => only.contact.id.to_string(),
        _ => chosen.to_owned(),
    };
    let known = rows.iter().map(|row| &row.contact);
    let known = known.map(|it| Choice::new(it.id.to_string(), described(&it.party), &only));
    let all = std::iter::once(Choice::new("", nobody.label(t), &only)).chain(known);
    Ok(Choices { all: all.collect(), more: has_more.then_some(t.find_more) })
}

/// The choices that htmx loads while the person types.
pub(super) async fn options(visit: Visit) -> Page {
    visit.require(Scope::InvoiceRead)?;
    let mut query = visit.query()?;
    let nobody = query.one_of("nobody", &Nobody::ALL, Nobody::name).unwrap_or(Nobody::Choose);
    let wanted = query.text("find").unwrap_or_default();
    let chosen = query.text("customer_id").or_else(|| query.text("supplier_id"));
    query.finish()?;
    let found = choices(&visit, nobody, &wanted, &chosen.unwrap_or_default()).await?;
    Ok(html(StatusCode::OK, &found))
}

/// Name, IČO and city, which distinguish firms of the same name.
fn described(party: &Party) -> String {
    let city = party.address.as_ref().map(|address| address.city.as_str());
    let parts = [Some(party.name.as_str()), party.ico.as_deref(), city];
    let parts: Vec<_> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_looks_for_somebody_when_it_is_asked_to() {
        for (body, expected) in [
            ("do=find&find=pila", true),
            ("do=issue&find=pila&found=", true),
            ("do=issue&find=pila&found=pila", false),
            ("do=issue&find=pila&found=&customer_id=1", false),
            ("do=issue&find=pila&found=&name=Nova", false),
            ("do=issue&find=&found=pila", false),
            ("do=issue", false),
        ] {
            assert_eq!(is_asked(&Form::parse(body.as_bytes()), "customer_id"), expected, "{body}");
        }
    }
}
