//! The record of the company, and what its invoices have unless they say otherwise.

use super::{
    form_page::{form_page, saved},
    record::{changed, record},
};
use crate::{
    blocks::Field,
    error::{Page, PageError},
    form::Form,
    pages::{choices, invoicing::party::ADDRESS},
    texts::Texts,
    view::View,
    visit::Visit,
};
use access::Scope;
use api_http::Body;
use invoicing::Violations;
use organizations::OrganizationRecord;
use refusals::Reason;
use serde_json::{Map, Value, json};

/// The members of the record that are texts of the form.
const TEXTS: [&str; 6] = ["name", "ic_dph", "email", "phone", "registration", "accent_colour"];

pub(super) async fn page(visit: Visit) -> Page {
    visit.require(Scope::SettingsUpdate)?;
    let form = form_of(&record(&visit).await?);
    form_view(&visit, &form).await?.show(&visit)
}

pub(super) async fn save(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    visit.require(Scope::SettingsUpdate)?;
    let before = form_of(&record(&visit).await?);
    let named = match emptied(&before, &form, visit.t()).into_result() {
        Ok(()) => changes(&before, &form),
        Err(found) => return refused(&visit, &form, found).await,
    };
    if named.is_empty() {
        return saved(&visit);
    }
    match changed(&visit, named).await {
        Ok(()) => saved(&visit),
        Err(error) => refused(&visit, &form, error).await,
    }
}

async fn refused(visit: &Visit, form: &Form, error: impl Into<PageError>) -> Page {
    let view = form_view(visit, form).await?;
    View::refused(visit, error, |found| view.faulty(&flat(found)))
}

/// Faults for values that may be changed but not cleared.
fn emptied(before: &Form, form: &Form, t: &Texts) -> Violations {
    let mut found = Violations::new();
    for name in ["defaultDueDays", "default_bank_account_id"] {
        if before.filled(name).is_some() && form.filled(name).is_none() {
            found.add(name, Reason::plain(t.stays));
        }
    }
    found
}

/// The values that differ from the record. The rest is not sent: who leaves the partner's e-mail address unchanged
/// does not vouch for it.
fn changes(before: &Form, form: &Form) -> Map<String, Value> {
    let differs = |name: &&str| before.text(name) != form.text(name);
    let texts: Vec<_> = TEXTS.into_iter().filter(differs).collect();
    let mut object = form.whole_object(&texts);
    if ADDRESS.iter().any(differs) {
        object.insert("address".to_owned(), form.object(&ADDRESS).into());
    }
    if let Some(text) = form.filled("vat_payer").filter(|_| differs(&"vat_payer")) {
        object.insert("vat_payer".to_owned(), json!(text == "true"));
    }
    if let Some(text) = form.filled("defaultDueDays").filter(|_| differs(&"defaultDueDays")) {
        let days = text.parse::<i64>().map_or(json!(text), |days| json!(days));
        object.insert("defaultDueDays".to_owned(), days);
    }
    let account = Some("default_bank_account_id").filter(differs);
    object.extend(form.object(account.as_slice()));
    object
}

/// Moves the faults of the address to the fields, which are not nested in the form.
fn flat(found: &Violations) -> Violations {
    let mut flat = Violations::new();
    for fault in found.as_slice() {
        let field = fault.field.strip_prefix("address.").unwrap_or(&fault.field);
        flat.add(field, fault.message.clone());
    }
    flat
}

fn form_of(
    OrganizationRecord { organization, default_bank_account, .. }: &OrganizationRecord,
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
    ])
}

async fn form_view(visit: &Visit, form: &Form) -> Result<View, PageError> {
    let t = visit.t();
    let field = |name, label| Field::new(name, label, form.text(name));
    let account = form.text("default_bank_account_id");
    let accounts = choices::accounts(visit, t.default_account, account).await?;
    let fields = vec![
        field("name", t.name).required(),
        field("street", t.street),
        field("city", t.city),
        field("postalCode", t.postal_code),
        field("country", t.country),
        field("ic_dph", t.ic_dph),
        field("vat_payer", t.vat_payer).choice(choices::yes_or_no(visit, form.text("vat_payer"))),
        field("email", t.email).kind("email"),
        field("phone", t.phone).hint(t.phone_hint),
        field("registration", t.registration).hint(t.registration_hint),
        field("defaultDueDays", t.due_days).kind("number"),
        field("default_bank_account_id", t.account).choice(accounts),
        field("accent_colour", t.accent_colour).hint(t.accent_hint),
    ];
    Ok(form_page(visit, t.company, "company", fields))
}

#[cfg(test)]
mod tests {
    use super::*;
    use api_http::visitors::Language;

    const KNOWN: &[u8] =
        b"name=P%C3%ADla&street=Dlh%C3%A1+1&city=Nitra&postalCode=949+01&country=SK&vat_payer=true\
        &email=a%40b.example&phone=&defaultDueDays=14&default_bank_account_id=7";

    fn with(changed: &[(&str, &str)]) -> Form {
        let known = String::from_utf8_lossy(KNOWN).into_owned();
        let pairs = url::form_urlencoded::parse(known.as_bytes());
        let new = |name: &str| changed.iter().find(|(of, _)| *of == name).map(|(_, to)| *to);
        let pairs: Vec<_> = pairs.into_owned().collect();
        let pairs = pairs.iter().map(|(name, old)| (&**name, new(name).unwrap_or(old).to_owned()));
        Form::of(pairs.collect())
    }

    #[test]
    fn what_was_left_as_it_is_is_not_sent() {
        let before = Form::parse(KNOWN);
        assert_eq!(changes(&before, &before), Map::new());
        for (name, text, sent) in [
            ("phone", "+421905123456", json!({"phone": "+421905123456"})),
            ("email", "", json!({"email": ""})),
            ("vat_payer", "false", json!({"vat_payer": false})),
            ("defaultDueDays", "30", json!({"defaultDueDays": 30})),
            ("defaultDueDays", "x", json!({"defaultDueDays": "x"})),
            ("default_bank_account_id", "8", json!({"default_bank_account_id": "8"})),
            (
                "city",
                "Brno",
                json!({"address": {"street": "Dlhá 1", "city": "Brno", "postalCode": "949 01", "country": "SK"}}),
            ),
        ] {
            let found = changes(&before, &with(&[(name, text)]));
            assert_eq!(Value::Object(found), sent, "{name}");
        }
    }

    #[test]
    fn what_cannot_be_taken_away_is_said_at_its_field() {
        let (before, t) = (Form::parse(KNOWN), Texts::of(Language::English.written()));
        let form = with(&[("defaultDueDays", ""), ("default_bank_account_id", ""), ("email", "")]);
        let found = emptied(&before, &form, t);
        let fields: Vec<_> = found.as_slice().iter().map(|fault| &*fault.field).collect();
        assert_eq!(fields, ["defaultDueDays", "default_bank_account_id"]);
        assert!(emptied(&form, &form, t).is_empty(), "they were not there");
    }
}
