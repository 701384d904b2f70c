use super::{
    field::{Field, Request, request},
    json::{Found, Value},
    party::{AddressBody, AddressParts},
    read::read_with_violations,
};
use crate::fault::RequestFault;
use access::OrganizationId;
use data_encoding::{BASE64, HEXLOWER};
use invoicing::{
    BankAccountId, CustomerInput, Organization, OrganizationInput, SettingsInput, Violations,
    checks::{check_email, check_organization},
    records::LogoInput,
};
use organizations::{EnrollRequest, NewOrganization, OptionsChange};
use ring::digest::{SHA256, digest};
use time::OffsetDateTime;

/// Longest migration code.
const MAX_CODE: usize = 200;

request! {
    /// An organization to make; ico or dic is required.
    #[schema(example = json!({"name": "Lesná správa s. r. o.", "ico": "50000004", "dic": "2023456787", "ic_dph": "SK2023456787", "email": "klient@firma.example", "address": {"street": "Lesná 1", "city": "Zvolen", "postalCode": "960 01", "country": "SK"}}))]
    pub struct OrganizationCreate {
        #[schema(min_length = 1, max_length = 300)]
        name: String,
        #[schema(pattern = r"^\d{8}$")]
        ico?: String,
        /// Needed for Peppol
        #[schema(example = "2023456787")]
        dic?: String,
        #[schema(example = "SK2023456787")]
        ic_dph?: String,
        /// True with ic_dph
        #[schema(default = false)]
        vat_payer?: bool,
        address?: AddressBody,
        /// Of an organization without an address in parts; default SK
        #[schema(example = "SK")]
        country?: String,
        /// Needed for peppol-claim
        #[schema(max_length = 254, format = Email)]
        email?: String,
        #[schema(example = "+421905123456")]
        phone?: String,
        #[schema(max_length = 300)]
        registration?: String,
        /// Without effect since the lenient sandbox ended on 1 November 2026: tokens are always required
        #[schema(default = false)]
        sandbox_like_production?: bool,
    }
}

/// Reads the body of a new organization, whether its sandbox behaves like production, and what is
/// wrong with it: over HTTP and on the command line.
#[must_use]
pub fn read_organization(body: &[u8]) -> ((OrganizationInput, bool), Found) {
    read_with_violations::<OrganizationCreate>(body)
}

/// Reads the body of a new organization that is to have this id.
///
/// # Errors
/// All that is wrong with it.
pub fn new_organization(
    body: &[u8],
    id: OrganizationId,
    now: OffsetDateTime,
) -> Result<NewOrganization, Violations> {
    let ((input, strict_sandbox), mut found) = read_organization(body);
    let Some(party) = check_organization(&input, &mut found).filter(|_| found.is_empty()) else {
        return Err(found);
    };
    Ok(NewOrganization { organization: Organization::of(id, party, now), strict_sandbox })
}

/// The organization, and whether its sandbox behaves like production.
impl Request for OrganizationCreate {
    type Value = (OrganizationInput, bool);

    fn check(self, _: &Value<'_>, _: &mut Found) -> Option<Self::Value> {
        let OrganizationCreate { name, ico, dic, ic_dph, address, email, phone, .. } = self;
        let party = CustomerInput {
            name,
            ico,
            dic,
            ic_dph,
            address,
            email,
            phone,
            ..CustomerInput::default()
        };
        let OrganizationCreate { registration, country, vat_payer, .. } = self;
        let input = OrganizationInput { party, registration, country, vat_payer };
        Some((input, self.sandbox_like_production.unwrap_or(false)))
    }
}

request! {
    /// What shall be changed: at least one. An empty text takes away what may be missing.
    #[schema(min_properties = 1, example = json!({"phone": "+421905123456", "defaultDueDays": 30, "accent_colour": "#17604A"}))]
    pub struct OrganizationOptions {
        #[schema(min_length = 1, max_length = 300)]
        name?: String,
        /// Replaces all of it
        address?: AddressParts,
        #[schema(example = "SK2023456787")]
        ic_dph?: String,
        /// Not false with ic_dph
        vat_payer?: bool,
        /// An empty text takes it away
        #[schema(max_length = 254)]
        email?: String => Email,
        #[schema(example = "+421905123456")]
        phone?: String,
        #[schema(max_length = 300)]
        registration?: String,
        /// Days until due of invoices that name none
        #[schema(minimum = 0, maximum = 365, example = 30)]
        default_due_days as "defaultDueDays"?: i32 => i64,
        /// An account in the firm's own currency
        default_bank_account_id?: Uuid => BankAccountId,
        /// Of headings and lines of the PDF; dark enough to be read on white
        #[schema(example = "#17604A", pattern = r"^(\s*#[0-9A-Fa-f]{6}\s*)?$")]
        accent_colour?: String,
        /// PNG or JPG in base64, at most 512 KiB and 1,500 pixels a side; an empty text takes it away
        #[schema(content_encoding = "base64")]
        logo?: String => LogoImage,
        sandbox_like_production?: bool,
    }
}

impl Request for OrganizationOptions {
    type Value = (OptionsChange, SettingsInput);

    fn check(self, _: &Value<'_>, found: &mut Found) -> Option<Self::Value> {
        let settings = SettingsInput {
            name: self.name,
            address: self.address,
            ic_dph: self.ic_dph,
            vat_payer: self.vat_payer,
            phone: self.phone,
            registration: self.registration,
            default_due_days: self.default_due_days,
            default_bank_account_id: self.default_bank_account_id,
            accent_colour: self.accent_colour,
            logo: self.logo,
        };
        let strict_sandbox = self.sandbox_like_production;
        let options =
            OptionsChange { strict_sandbox, email: self.email, ..OptionsChange::default() };
        let nothing = options == OptionsChange::default() && settings == SettingsInput::default();
        if nothing && found.is_empty() {
            let fields = Self::FIELDS.join(", ");
            found.add("", RequestFault::NothingToChange { fields });
        }
        Some((options, settings))
    }
}

/// An image in base64; an empty text takes it away.
enum LogoImage {}

impl Field for LogoImage {
    type Value = Option<LogoInput>;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Option<LogoInput>> {
        let text = value.string(found)?;
        match BASE64.decode(text.as_bytes()) {
            Ok(content) if content.is_empty() => Some(None),
            Ok(content) => {
                let sha256 = HEXLOWER.encode(digest(&SHA256, &content).as_ref());
                Some(Some(LogoInput { sha256, content }))
            }
            Err(error) => {
                value.refuse(found, RequestFault::NotBase64 { cause: error.to_string() });
                None
            }
        }
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
    #[schema(example = json!({"verificationTokenHex": "00112233445566778899aabbccddeeff"}))]
    pub struct EnrollBody for EnrollRequest {
        /// The token of the tax authority, in hexadecimal
        #[schema(max_length = 512, pattern = "^[0-9a-fA-F]+$")]
        token as "verificationTokenHex": String,
        /// Moves the participant from another provider
        #[schema(max_length = 200)]
        migration_code as "migrationCode"?: String => MigrationCode,
    }
}

request! {
    /// What proves that a partner may claim an organization.
    #[schema(example = json!({"verificationTokenHex": "00112233445566778899aabbccddeeff"}))]
    pub struct ClaimProofBody for EnrollRequest {
        /// The token of the tax authority, in hexadecimal; required with a live key where a partner wrote the e-mail address
        #[schema(max_length = 512, pattern = "^[0-9a-fA-F]+$")]
        token as "verificationTokenHex"?: String,
        /// Moves the participant from another provider
        #[schema(max_length = 200)]
        migration_code as "migrationCode"?: String => MigrationCode,
    }
}

enum MigrationCode {}

impl Field for MigrationCode {
    type Value = String;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<String> {
        let code = value.string(found)?;
        let valid = code.chars().count() <= MAX_CODE && !code.contains(char::is_control);
        if !valid {
            value.refuse(found, RequestFault::NotPrintable { most: MAX_CODE });
        }
        valid.then_some(code)
    }
}
