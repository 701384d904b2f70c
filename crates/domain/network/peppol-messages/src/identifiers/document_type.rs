//! What a document type identifier is made of.

/// `namespace::local##customization::version`, or `syntax##customization::version` of formats that are no
/// XML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentTypeParts<'a> {
    /// The part before `##`.
    pub syntax: &'a str,
    /// The namespace of the root element of XML documents.
    pub namespace: &'a str,
    /// The local name of the root element of XML documents.
    pub local_name: Option<&'a str>,
    /// Between `##` and the last `::`: parts joined by `@`, perhaps a `*` at the end.
    pub customization: &'a str,
    /// The part after the last `::`.
    pub version: &'a str,
}

impl<'a> DocumentTypeParts<'a> {
    /// The parts of a value. `None`: it has not this form.
    #[must_use]
    pub fn of(value: &'a str) -> Option<Self> {
        let (syntax, rest) = value.split_once("##")?;
        let (customization, version) = rest.rsplit_once("::")?;
        let (namespace, local_name) = match syntax.rsplit_once("::") {
            Some((namespace, local)) => (namespace, Some(local)),
            None => (syntax, None),
        };
        Some(Self { syntax, namespace, local_name, customization, version })
    }
}
