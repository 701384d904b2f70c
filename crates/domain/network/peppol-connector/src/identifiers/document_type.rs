//! Document type and process identifiers.

use std::{fmt, str::FromStr};

pub(crate) use party_identifiers::{
    DOCUMENT_TYPE_SCHEME, MAX_DOCUMENT_TYPE_LENGTH, MAX_PROCESS_LENGTH, PROCESS_SCHEME,
    WILDCARD_SCHEME,
};

/// A document type identifier, compared exactly: case matters (policy 4.4, POLICY 2).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DocumentTypeId {
    scheme: &'static str,
    value: String,
}

impl DocumentTypeId {
    /// The document type with this root, CustomizationID and the root's syntax version.
    #[must_use]
    pub fn of(root: Root, customization: &str) -> Self {
        let scheme = if customization.starts_with("urn:peppol:pint:") {
            WILDCARD_SCHEME
        } else {
            DOCUMENT_TYPE_SCHEME
        };
        let value = format!(
            "{}::{}##{customization}::{}",
            root.namespace(),
            root.local_name(),
            root.version()
        );
        Self { scheme, value }
    }

    /// `DOCUMENT_TYPE_SCHEME` or `WILDCARD_SCHEME`.
    #[must_use]
    pub fn scheme(&self) -> &'static str {
        self.scheme
    }

    /// The value without its scheme.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}

impl fmt::Display for DocumentTypeId {
    /// Writes `scheme::value`, as in SMP URLs and the AS4 action.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::{}", self.scheme, self.value)
    }
}

/// The text is no valid identifier of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an identifier is written scheme::value, in a scheme and a length that the network knows")]
pub struct InvalidIdentifier;

/// The value of an identifier written as `scheme::value`.
fn value_in<'a>(scheme: &str, text: &'a str, longest: usize) -> Option<&'a str> {
    let value = text.strip_prefix(scheme)?.strip_prefix("::")?;
    (1..=longest).contains(&value.len()).then_some(value)
}

impl FromStr for DocumentTypeId {
    type Err = InvalidIdentifier;

    /// Parses the format of [`fmt::Display`].
    fn from_str(text: &str) -> Result<Self, InvalidIdentifier> {
        let of = |scheme: &'static str| {
            let value = value_in(scheme, text, MAX_DOCUMENT_TYPE_LENGTH)?;
            Some(Self { scheme, value: value.to_owned() })
        };
        of(DOCUMENT_TYPE_SCHEME).or_else(|| of(WILDCARD_SCHEME)).ok_or(InvalidIdentifier)
    }
}

impl FromStr for ProcessId {
    type Err = InvalidIdentifier;

    /// Parses the format of [`fmt::Display`].
    fn from_str(text: &str) -> Result<Self, InvalidIdentifier> {
        let value = value_in(PROCESS_SCHEME, text, MAX_PROCESS_LENGTH);
        value.map(|value| Self(value.to_owned())).ok_or(InvalidIdentifier)
    }
}

/// A process identifier: the ProfileID of the document. Compared exactly.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProcessId(String);

impl ProcessId {
    /// The value without its scheme.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProcessId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PROCESS_SCHEME}::{}", self.0)
    }
}

/// The root elements of invoices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Root {
    /// UBL 2.1 `Invoice`.
    UblInvoice,
    /// UBL 2.1 `CreditNote`.
    UblCreditNote,
    /// UN/CEFACT `CrossIndustryInvoice`, D16B.
    CiiInvoice,
}

impl Root {
    /// All values.
    pub const ALL: [Root; 3] = [Root::UblInvoice, Root::UblCreditNote, Root::CiiInvoice];

    /// The root with this namespace and name. `None` for documents that are not exchanged here (orders, despatch
    /// advices, foreign formats).
    #[must_use]
    pub fn of(namespace: &str, local_name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.namespace() == namespace && r.local_name() == local_name)
    }

    /// The element's namespace.
    #[must_use]
    pub const fn namespace(self) -> &'static str {
        match self {
            Root::UblInvoice => "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
            Root::UblCreditNote => "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
            Root::CiiInvoice => "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
        }
    }

    /// The element's local name.
    #[must_use]
    pub const fn local_name(self) -> &'static str {
        match self {
            Root::UblInvoice => "Invoice",
            Root::UblCreditNote => "CreditNote",
            Root::CiiInvoice => "CrossIndustryInvoice",
        }
    }

    /// The syntax version in document type identifiers.
    #[must_use]
    pub const fn version(self) -> &'static str {
        match self {
            Root::UblInvoice | Root::UblCreditNote => "2.1",
            Root::CiiInvoice => "D16B",
        }
    }
}

/// Why a document's type has no identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum UnnamedType {
    /// The CustomizationID (BT-24) is missing.
    #[error("cbc:CustomizationID is missing: the network routes a document by it")]
    Customization,
    /// The ProfileID (BT-23) is missing.
    #[error("cbc:ProfileID is missing: it names the process that a document belongs to")]
    Profile,
    /// The identifier is longer than the policy allows.
    #[error("CustomizationID or ProfileID is longer than a Peppol identifier may be")]
    TooLong,
}

/// The document type and process of a document, derived from its root, CustomizationID and ProfileID. The recipient
/// must have registered both to receive it.
///
/// # Errors
/// [`UnnamedType`] when one is missing or too long.
pub fn route_of(
    root: Root,
    customization: Option<&str>,
    profile: Option<&str>,
) -> Result<(DocumentTypeId, ProcessId), UnnamedType> {
    let present = |text: &&str| !text.is_empty();
    let customization =
        customization.map(str::trim).filter(present).ok_or(UnnamedType::Customization)?;
    let profile = profile.map(str::trim).filter(present).ok_or(UnnamedType::Profile)?;
    let document_type = DocumentTypeId::of(root, customization);
    if document_type.value.len() > MAX_DOCUMENT_TYPE_LENGTH || profile.len() > MAX_PROCESS_LENGTH {
        return Err(UnnamedType::TooLong);
    }
    Ok((document_type, ProcessId(profile.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identifiers::profile::Profile;

    #[test]
    fn types_are_those_of_the_peppol_code_list() {
        let billing = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
        for (root, profile, value) in [
            (
                Root::UblInvoice,
                &Profile::BILLING,
                format!("urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##{billing}::2.1"),
            ),
            (
                Root::UblCreditNote,
                &Profile::SELF_BILLING,
                "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0::2.1".to_owned(),
            ),
            (
                Root::CiiInvoice,
                &Profile::BILLING,
                format!("urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##{billing}::D16B"),
            ),
        ] {
            let (document_type, process) =
                route_of(root, Some(profile.customization_id), Some(profile.profile_id)).expect("named");
            assert_eq!(document_type.value(), value);
            assert_eq!(document_type.to_string(), format!("busdox-docid-qns::{value}"));
            assert_eq!(process.to_string(), format!("cenbii-procid-ubl::{}", profile.profile_id));
            assert_eq!(document_type.to_string().parse(), Ok(document_type));
            assert_eq!(process.to_string().parse(), Ok(process));
        }
    }

    #[test]
    fn pint_types_are_wildcards() {
        let (document_type, _) = route_of(
            Root::UblInvoice,
            Some("urn:peppol:pint:billing-1@ae-1"),
            Some("urn:peppol:bis:billing"),
        )
        .expect("named");
        assert_eq!(document_type.scheme(), WILDCARD_SCHEME);
        assert_eq!(document_type.to_string().parse(), Ok(document_type));
    }

    #[test]
    fn other_texts_are_no_identifiers() {
        let long = format!("cenbii-procid-ubl::{}", "p".repeat(201));
        for text in ["", "p", "::p", "cenbii-procid-ubl::", "busdox-docid-qns:t", "x::t", &long] {
            assert_eq!(text.parse::<DocumentTypeId>(), Err(InvalidIdentifier), "{text}");
            assert_eq!(text.parse::<ProcessId>(), Err(InvalidIdentifier), "{text}");
        }
    }

    #[test]
    fn without_both_identifiers_there_is_no_route() {
        let of = |c: Option<&str>, p: Option<&str>| route_of(Root::UblInvoice, c, p).map(|_| ());
        assert_eq!(of(None, Some("p")), Err(UnnamedType::Customization));
        assert_eq!(of(Some("  "), Some("p")), Err(UnnamedType::Customization));
        assert_eq!(of(Some("c"), None), Err(UnnamedType::Profile));
        assert_eq!(of(Some(&"c".repeat(500)), Some("p")), Err(UnnamedType::TooLong));
        assert_eq!(of(Some("c"), Some(&"p".repeat(201))), Err(UnnamedType::TooLong));
    }

    #[test]
    fn other_roots_are_not_invoices() {
        for root in Root::ALL {
            assert_eq!(Root::of(root.namespace(), root.local_name()), Some(root));
        }
        assert_eq!(Root::of("urn:oasis:names:specification:ubl:schema:xsd:Order-2", "Order"), None);
        assert_eq!(Root::of("", "Invoice"), None);
    }
}
