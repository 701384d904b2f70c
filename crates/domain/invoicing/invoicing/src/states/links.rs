use crate::InvoiceId;

/// Where the service can be reached, for the links in events. Without an address there are none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Links {
    base_url: Option<String>,
}

impl Links {
    /// Links to a service at this address, written without a slash at its end.
    #[must_use]
    pub fn to(base_url: &str) -> Self {
        Self { base_url: Some(base_url.to_owned()) }
    }

    /// Where the PDF of an invoice is.
    #[must_use]
    pub fn pdf(&self, invoice: InvoiceId) -> Option<String> {
        let base_url = self.base_url.as_ref()?;
        Some(format!("{base_url}/v1/agent/invoices/{invoice}/pdf"))
    }
}
