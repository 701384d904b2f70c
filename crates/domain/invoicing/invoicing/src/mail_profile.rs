use serde::{Deserialize, Serialize};

persistence::named! {
    /// The format in which a customer gets invoices by mail.
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
    /// Whether it is the default.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::None
    }
}
