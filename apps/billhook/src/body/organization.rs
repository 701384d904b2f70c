use super::{
    customer::address,
    reader::{Found, Object, Value},
};
use crate::flows::organizations::EnrollRequest;
use invoicing::{CustomerInput, OrganizationInput, check_email};
use organizations::OptionsChange;

/// Members of the body that makes an organization.
pub const ORGANIZATION_FIELDS: &[&str] = &[
    "name",
    "ico",
    "dic",
    "ic_dph",
    "vat_payer",
    "address",
    "country",
    "email",
    "phone",
    "registration",
    "sandbox_like_production",
];

/// Members of the body that sets options.
pub const OPTIONS_FIELDS: &[&str] = &["email", "sandbox_like_production"];

/// Members of the body of an enrollment.
pub const ENROLL_FIELDS: &[&str] = &["verificationTokenHex", "migrationCode"];

/// Longest migration code.
const MAX_CODE: usize = 200;

/// Reads `POST /v1/agent/organizations`: who it is, and whether its sandbox is like production.
pub fn organization(body: &Value<'_>, found: &mut Found) -> Option<(OrganizationInput, bool)> {
    let mut o = body.object(found)?;
    let address = o.take("address").and_then(|v| address(&v, found));
    let vat_payer = o.take("vat_payer").and_then(|v| v.boolean(found));
    let like_production = o.take("sandbox_like_production").and_then(|v| v.boolean(found));
    let mut text = |o: &mut Object<'_>, name| o.take(name).and_then(|v| v.string(found));
    let party = CustomerInput {
        name: text(&mut o, "name"),
        ico: text(&mut o, "ico"),
        dic: text(&mut o, "dic"),
        ic_dph: text(&mut o, "ic_dph"),
        address,
        email: text(&mut o, "email"),
        phone: text(&mut o, "phone"),
    };
    let (registration, country) = (text(&mut o, "registration"), text(&mut o, "country"));
    o.finish(ORGANIZATION_FIELDS, found);
    let input = OrganizationInput { party, registration, country, vat_payer };
    Some((input, like_production.unwrap_or(false)))
}

/// Reads `PATCH /v1/agent/organizations/{id}`; an empty e-mail address takes it away.
pub fn options(body: &Value<'_>, found: &mut Found) -> Option<OptionsChange> {
    let mut o = body.object(found)?;
    let email = o.take("email").and_then(|value| {
        let text = value.string(found)?;
        check_email(&text).map_err(|message| value.refuse(found, message)).ok()
    });
    let like_production = o.take("sandbox_like_production").and_then(|v| v.boolean(found));
    o.finish(OPTIONS_FIELDS, found);
    let change = OptionsChange { like_production, email };
    if change == OptionsChange::default() && found.is_empty() {
        found.add("", "the body names nothing to change: email, sandbox_like_production");
    }
    Some(change)
}

/// Reads `POST …/peppol/enroll`.
pub fn enrollment(body: &Value<'_>, found: &mut Found) -> Option<EnrollRequest> {
    let mut o = body.object(found)?;
    let token = o.take("verificationTokenHex").and_then(|v| v.string(found));
    let migration_code = o.take("migrationCode").and_then(|value| {
        let code = value.string(found)?;
        let fit = code.chars().count() <= MAX_CODE && !code.contains(char::is_control);
        if !fit {
            value.refuse(found, &format!("must have at most {MAX_CODE} printable characters"));
        }
        fit.then_some(code)
    });
    o.finish(ENROLL_FIELDS, found);
    Some(EnrollRequest { token, migration_code })
}
