//! The namespaces of the documents.

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
    /// The Slovak tax data document.
    Pxs,
    /// Peppol's transaction statistics report.
    Tsr,
    /// Peppol's end-user statistics report.
    Eusr,
}

impl Namespace {
    /// All of them, the frequent ones first.
    const ALL: [Self; 12] = [
        Self::Cbc,
        Self::Cac,
        Self::Ram,
        Self::Udt,
        Self::Invoice,
        Self::CreditNote,
        Self::Ext,
        Self::Rsm,
        Self::Qdt,
        Self::Pxs,
        Self::Tsr,
        Self::Eusr,
    ];

    /// The namespace with this address.
    pub(crate) fn of_uri(uri: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|namespace| namespace.uri() == uri)
    }

    /// The address.
    pub(crate) const fn uri(self) -> &'static str {
        match self {
            Self::Invoice => "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
            Self::CreditNote => "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
            Self::Cac => "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
            Self::Cbc => "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
            Self::Ext => "urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2",
            Self::Rsm => "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
            Self::Ram => {
                "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
            }
            Self::Udt => "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
            Self::Qdt => "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
            Self::Pxs => "urn:peppol:schema:sk-taxdata:1.0",
            Self::Tsr => "urn:fdc:peppol:transaction-statistics-report:1.0",
            Self::Eusr => "urn:fdc:peppol:end-user-statistics-report:1.1",
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
            Self::Pxs => "pxs",
            Self::Tsr => "tsr",
            Self::Eusr => "eusr",
        }
    }

    /// The other way round.
    pub(crate) fn of_usual_prefix(prefix: &str) -> Option<Self> {
        let with_prefix =
            |namespace: &Self| !prefix.is_empty() && namespace.usual_prefix() == prefix;
        Self::ALL.into_iter().find(with_prefix)
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
