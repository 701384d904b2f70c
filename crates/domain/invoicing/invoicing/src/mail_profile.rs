use serde::{Deserialize, Serialize};

persistence::named! {
    /// What a customer gets by mail beside the page of an invoice.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum MailProfile {
        /// The PDF, with the UBL inside.
        #[default]
        None = "none",
        /// The UBL as a file of its own, too.
        Ubl = "ubl",
        /// XRechnung in UBL as a file of its own.
        Xrechnung = "xrechnung",
        /// A hybrid PDF: Factur-X, ZUGFeRD.
        FacturX = "factur-x",
    }
}

impl MailProfile {
    /// Whether it is what a customer gets who wants nothing in particular.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::None
    }
}
