use super::{
    field::{Field, Request, request},
    json::{Found, Value},
    party::AddressBody,
};
use invoicing::{CustomerInput, OrganizationInput, check_email};
use organizations::OptionsChange;
use use_cases::organizations::EnrollRequest;

/// Longest migration code.
const MAX_CODE: usize = 200;

request! {
    /// An organization to make; ico or dic is required.
    pub struct OrganizationCreate {
        #[schema(min_length = 1, max_length = 300)]
        name: String,
        #[schema(required = false, pattern = r"^\d{8}$")]
        ico: String,
        /// Needed for Peppol
        #[schema(required = false, example = "2023456789")]
        dic: String,
        #[schema(required = false, example = "SK2023456789")]
        ic_dph: String,
        /// True with ic_dph
        #[schema(required = false, default = false)]
        vat_payer: bool,
        #[schema(required = false)]
        address: AddressBody,
        /// Of an organization without an address in parts; default SK
        #[schema(required = false, example = "SK")]
        country: String,
        /// Needed for peppol-claim
        #[schema(required = false, max_length = 254, format = Email)]
        email: String,
        #[schema(required = false, example = "+421905123456")]
        phone: String,
        #[schema(required = false, max_length = 300)]
        registration: String,
        /// No automatic registration, tokens required: as in production
        #[schema(required = false, default = false)]
        sandbox_like_production: bool,
    }
}

/// The organization, and whether its sandbox behaves like production.
impl Request for OrganizationCreate {
    type Value = (OrganizationInput, bool);

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<Self::Value> {
        let OrganizationCreate { name, ico, dic, ic_dph, address, email, phone, .. } = self;
        let party = CustomerInput { name, ico, dic, ic_dph, address, email, phone };
        let OrganizationCreate { registration, country, vat_payer, .. } = self;
        let input = OrganizationInput { party, registration, country, vat_payer };
        Some((input, self.sandbox_like_production.unwrap_or(false)))
    }
}

request! {
    /// Options to set.
    pub struct OrganizationOptions {
        /// An empty text takes it away
        #[schema(required = false, max_length = 254)]
        email: String => Email,
        #[schema(required = false)]
        sandbox_like_production: bool,
    }
}

impl Request for OrganizationOptions {
    type Value = OptionsChange;

    fn check(self, _: &Value<'_>, found: &mut Found) -> Option<OptionsChange> {
        let OrganizationOptions { email, sandbox_like_production: like_production } = self;
        let change = OptionsChange { like_production, email };
        if change == OptionsChange::default() && found.is_empty() {
            found.add("", "the body names nothing to change: email, sandbox_like_production");
        }
        Some(change)
    }
}

/// An e-mail address; an empty text takes it away.
enum Email {}

impl Field for Email {
    type Value = Option<String>;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Option<String>> {
        let text = value.string(found)?;
        check_email(&text).map_err(|message| value.refuse(found, message)).ok()
    }
}

request! {
    /// An enrollment.
    pub struct EnrollBody for EnrollRequest {
        /// Hex; optional only in the lenient sandbox
        #[schema(required = false, max_length = 512, pattern = "^[0-9a-fA-F]+$")]
        token as "verificationTokenHex": String,
        /// Moves the participant from another provider
        #[schema(required = false, max_length = 200)]
        migration_code as "migrationCode": String => MigrationCode,
    }
}

enum MigrationCode {}

impl Field for MigrationCode {
    type Value = String;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<String> {
        let code = value.string(found)?;
        let valid = code.chars().count() <= MAX_CODE && !code.contains(char::is_control);
        if !valid {
            value.refuse(found, &format!("must have at most {MAX_CODE} printable characters"));
        }
        valid.then_some(code)
    }
}
