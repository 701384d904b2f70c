//! The record of the company, and what its invoices have unless they say otherwise.

use super::{changed, form_page, record, saved};
use crate::{
    blocks::Field,
    error::{Page, PageError},
    form::Form,
    pages::choices,
    view::View,
    visit::Visit,
};
use access::Scope;
use api_http::Body;
use invoicing::Violations;
use organizations::OrganizationRecord;
use serde_json::json;

/// The members of the record that are texts of the form.
const TEXTS: [&str; 6] = ["name", "ic_dph", "email", "phone", "registration", "accent_colour"];

const ADDRESS: [&str; 4] = ["street", "city", "postalCode", "country"];

pub(super) async fn page(visit: Visit) -> Page {
    visit.require(Scope::SettingsUpdate)?;
    let form = typed(&record(&visit).await?);
    form_view(&visit, &form).await?.show(&visit)
}

pub(super) async fn save(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let mut object = form.whole_object(&TEXTS);
    object.insert("address".to_owned(), form.object(&ADDRESS).into());
    for name in ["vat_payer", "sandbox_like_production"] {
        object.extend(form.filled(name).map(|text| (name.to_owned(), json!(text == "true"))));
    }
    if let Some(text) = form.filled("defaultDueDays") {
        let days = text.parse::<i64>().map_or(json!(text), |days| json!(days));
        object.insert("defaultDueDays".to_owned(), days);
    }
    object.extend(form.object(&["default_bank_account_id"]));
    match changed(&visit, object).await {
        Ok(()) => saved(&visit),
        Err(error) => {
            let view = form_view(&visit, &form).await?;
            View::refused(&visit, error, |found| view.faulty(&flat(found)))
        }
    }
}

/// The parts of the address stand beside the other fields.
fn flat(found: &Violations) -> Violations {
    let mut flat = Violations::new();
    for fault in found.as_slice() {
        let field = fault.field.strip_prefix("address.").unwrap_or(&fault.field);
        flat.add(field, fault.message.clone());
    }
    flat
}

fn typed(
    OrganizationRecord { organization, account, default_bank_account, .. }: &OrganizationRecord,
) -> Form {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let address = &organization.address;
    Form::of(vec![
        ("name", organization.name.clone()),
        ("street", address.street.clone()),
        ("city", address.city.clone()),
        ("postalCode", address.postal_code.clone()),
        ("country", address.country.clone()),
        ("ic_dph", text(&organization.ic_dph)),
        ("vat_payer", organization.is_vat_payer().to_string()),
        ("email", text(&organization.email)),
        ("phone", text(&organization.phone)),
        ("registration", text(&organization.registration)),
        ("accent_colour", text(&organization.branding.accent_colour)),
        (
            "defaultDueDays",
            organization.default_due_days.map(|it| it.to_string()).unwrap_or_default(),
        ),
        (
            "default_bank_account_id",
            default_bank_account.map(|it| it.to_string()).unwrap_or_default(),
        ),
        ("sandbox_like_production", account.strict_sandbox.to_string()),
    ])
}

async fn form_view(visit: &Visit, form: &Form) -> Result<View, PageError> {
    let t = visit.t();
    let field = |name, label| Field::new(name, label, form.text(name));
    let choice = |name| choices::yes_or_no(visit, form.text(name));
    let account = form.text("default_bank_account_id");
    let accounts = choices::accounts(visit, t.default_account, account).await?;
    let fields = vec![
        field("name", t.name).required(),
        field("street", t.street),
        field("city", t.city),
        field("postalCode", t.postal_code),
        field("country", t.country),
        field("ic_dph", t.ic_dph),
        field("vat_payer", t.vat_payer).choice(choice("vat_payer")),
        field("email", t.email).kind("email"),
        field("phone", t.phone).hint(t.phone_hint),
        field("registration", t.registration).hint(t.registration_hint),
        field("defaultDueDays", t.due_days).kind("number"),
        field("default_bank_account_id", t.account).choice(accounts),
        field("accent_colour", t.accent_colour).hint(t.accent_hint),
        field("sandbox_like_production", t.strict_sandbox)
            .choice(choice("sandbox_like_production"))
            .hint(t.strict_sandbox_hint),
    ];
    Ok(form_page(visit, t.company, "company", fields))
}
