use refusals::Refusal;
use thiserror::Error;

/// Why a text is no identifier, address or number of this form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Refusal)]
pub enum IdentifierFault {
    /// A vehicle's plate.
    #[error("must have 1 to 20 letters, digits and hyphens, for example BA 123 XY")]
    Plate,
    /// An IČO.
    #[error("must have exactly 8 digits")]
    Ico,
    /// A DIČ.
    #[error(
        "must have 10 digits, be the VAT number of a member state of the EU as ATU12345678, \
         or have a country code with 8 to 10 digits"
    )]
    Dic,
    /// The IČ DPH of a customer.
    #[error(
        "must be SK with 10 digits; a VAT number of another country goes into dic, and where it receives \
         over Peppol into peppol_id"
    )]
    SlovakIcDph,
    /// The IČ DPH of the firm itself.
    #[error(
        "must be SK with 10 digits, or the VAT number of another member state of the EU \
         as ATU12345678"
    )]
    IcDph,
    /// A country.
    #[error("must be a country code of 2 letters (ISO 3166-1)")]
    Country,
    /// An e-mail address of too many bytes.
    #[error("has more than 254 characters")]
    EmailTooLong,
    /// An e-mail address.
    #[error("is not an e-mail address")]
    Email,
    /// A telephone number.
    #[error("must be a telephone number with country code, for example +421905123456")]
    Phone,
    /// A colour.
    #[error("must be a colour #RRGGBB, for example #17604A")]
    Colour,
    /// A colour without contrast to the page.
    #[error("is too light to be read on white: choose a darker colour")]
    LightColour,
}
