/// The document type of tax data, of the scheme `busdox-docid-qns`.
pub const DOCUMENT_TYPE: &str =
    "urn:peppol:schema:sk-taxdata:1.0::TaxData##urn:peppol:taxdata:sk-1::1.0";
/// Its process, of the scheme `cenbii-procid-ubl`.
pub const PROCESS: &str = "urn:peppol:taxreporting";
/// Its specification.
pub const SPECIFICATION: &str = "urn:peppol:taxdata:sk-1";
