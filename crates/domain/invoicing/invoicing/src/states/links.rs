use crate::InvoiceId;

/// The base of the links in events. Without a base URL there are no links.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Links {
    base_url: Option<String>,
}

impl Links {
    /// Links to a service at this base URL, which has no slash at its end.
    #[must_use]
    pub fn to(base_url: &str) -> Self {
        Self { base_url: Some(base_url.to_owned()) }
    }

    /// The URL of an invoice's PDF; `None` without a base URL.
    #[must_use]
    pub fn pdf(&self, invoice: InvoiceId) -> Option<String> {
        let base_url = self.base_url.as_ref()?;
        Some(format!("{base_url}/v1/agent/invoices/{invoice}/pdf"))
    }
}
