use crate::{Figures, MonthAmounts, Span, Window};
use access::OrganizationId;
use persistence::{StoreError, port};

port! {
    /// Where figures are summed up, by index.
    pub trait DashboardStore: Send + Sync {
        /// The figures of an organization. None has rows in an order.
        async fn figures(&self, organization: OrganizationId, window: &Window) -> Result<Figures, StoreError>;

        /// What was issued, paid and spent in a span, summed up by month, currency and exchange rate: in no order, and one
        /// sum may come in parts.
        async fn flows(
            &self, organization: OrganizationId, span: &Span
        ) -> Result<Vec<MonthAmounts>, StoreError>;
    }
}
