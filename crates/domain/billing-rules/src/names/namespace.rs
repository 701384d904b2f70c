//! The namespaces of the two syntaxes.

/// A namespace that the rules know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Namespace {
    /// UBL `Invoice`.
    Invoice,
    /// UBL `CreditNote`.
    CreditNote,
    /// UBL aggregates.
    Cac,
    /// UBL basic elements.
    Cbc,
    /// UBL extensions.
    Ext,
    /// The Cross Industry Invoice's root.
    Rsm,
    /// The Cross Industry Invoice's aggregates.
    Ram,
    /// Unqualified data types.
    Udt,
    /// Qualified data types.
    Qdt,
}

const UBL: &str = "urn:oasis:names:specification:ubl:schema:xsd:";
const CII: &str = "urn:un:unece:uncefact:data:standard:";

impl Namespace {
    /// The namespace with this address.
    pub(crate) fn of_uri(uri: &str) -> Option<Self> {
        if let Some(rest) = uri.strip_prefix(UBL) {
            return match rest {
                "Invoice-2" => Some(Self::Invoice),
                "CreditNote-2" => Some(Self::CreditNote),
                "CommonAggregateComponents-2" => Some(Self::Cac),
                "CommonBasicComponents-2" => Some(Self::Cbc),
                "CommonExtensionComponents-2" => Some(Self::Ext),
                _ => None,
            };
        }
        match uri.strip_prefix(CII)? {
            "CrossIndustryInvoice:100" => Some(Self::Rsm),
            "ReusableAggregateBusinessInformationEntity:100" => Some(Self::Ram),
            "UnqualifiedDataType:100" => Some(Self::Udt),
            "QualifiedDataType:100" => Some(Self::Qdt),
            _ => None,
        }
    }

    /// The prefix that documents and rules usually give it; none for UBL's document elements.
    pub(crate) const fn usual_prefix(self) -> &'static str {
        match self {
            Self::Invoice | Self::CreditNote => "",
            Self::Cac => "cac",
            Self::Cbc => "cbc",
            Self::Ext => "ext",
            Self::Rsm => "rsm",
            Self::Ram => "ram",
            Self::Udt => "udt",
            Self::Qdt => "qdt",
        }
    }

    /// The other way round.
    pub(crate) fn of_usual_prefix(prefix: &str) -> Option<Self> {
        [Self::Cac, Self::Cbc, Self::Ext, Self::Rsm, Self::Ram, Self::Udt, Self::Qdt]
            .into_iter()
            .find(|namespace| namespace.usual_prefix() == prefix)
    }
}

/// Remembers the namespaces of a document by where their text lies: a tree hands out the same text
/// for the same namespace, so that almost no address is compared letter by letter.
#[derive(Default)]
pub(crate) struct NamespaceCache {
    known: Vec<(usize, usize, Option<Namespace>)>,
}

impl NamespaceCache {
    /// The namespace of this address.
    pub(crate) fn get(&mut self, uri: &str) -> Option<Namespace> {
        let key = (uri.as_ptr() as usize, uri.len());
        if let Some(found) = self.known.iter().find(|k| (k.0, k.1) == key) {
            return found.2;
        }
        let namespace = Namespace::of_uri(uri);
        // A document that declares hundreds of namespaces gains nothing from remembering them.
        if self.known.len() < 12 {
            self.known.push((key.0, key.1, namespace));
        }
        namespace
    }
}
