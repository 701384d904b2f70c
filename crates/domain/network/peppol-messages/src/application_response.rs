//! What the two kinds of UBL's ApplicationResponse have in common: statuses (MLS) and Invoice Responses.

use crate::instant::write_instant;
use crate::tree::{child, trimmed};
use time::OffsetDateTime;
use xml::{Node, Opened, Writer};

pub(crate) const UBL: &str = "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2";
pub(crate) const CAC: &str =
    "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2";
pub(crate) const CBC: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";

/// What stands first in one.
pub(crate) struct Head<'a> {
    pub(crate) customization: &'a str,
    pub(crate) process: &'a str,
    pub(crate) id: &'a str,
    pub(crate) issued: OffsetDateTime,
}

impl Head<'_> {
    /// Opens the document and writes its head; the caller writes the rest and closes.
    pub(crate) fn open(&self, writer: &mut Writer) -> Opened<'static> {
        let namespaces = [("", UBL), ("cac", CAC), ("cbc", CBC)];
        let root = writer.open_with_namespaces("ApplicationResponse", &namespaces);
        let instant = write_instant(self.issued);
        let (day, time) = instant.split_once('T').unwrap_or_default();
        for (name, value) in [
            ("CustomizationID", self.customization),
            ("ProfileID", self.process),
            ("ID", self.id),
            ("IssueDate", day),
            ("IssueTime", time),
        ] {
            writer.leaf(("cbc", name), &[], value);
        }
        root
    }
}

/// The text of the `cbc` child of this name.
pub(crate) fn leaf(parent: Node<'_, '_>, name: &str) -> Option<String> {
    child(parent, CBC, name).map(trimmed)
}
