//! `document.format`.

use peppol_connector::{
    identifiers::Root,
    repair::{Finding, Severity},
    sending::DocumentFormat,
};

/// A warning when the document has another format than the caller named: it is read as what it is.
pub(crate) fn mismatch(named: DocumentFormat, root: Root) -> Option<Finding> {
    let found = DocumentFormat::of(root);
    (found != named).then(|| Finding {
        field: "document.format".to_owned(),
        code: "FORMAT_LABEL".to_owned(),
        message: format!(
            "document.format says {}, and the document is {}: it was read as what it is",
            named.name(),
            found.name()
        ),
        severity: Severity::Warning,
        rules: None,
    })
}
