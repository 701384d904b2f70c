use crate::{Figures, MonthAmounts, Span, Window};
use access::OrganizationId;
use persistence::{StoreError, port};

port! {
    /// The port that sums up the figures. Queries use indexes.
    pub trait DashboardStore: Send + Sync {
        /// The figures of an organization, in no particular order.
        async fn figures(&self, organization: OrganizationId, window: &Window) -> Result<Figures, StoreError>;

        /// The sums of issued, paid and spent amounts in a span, by month, currency and exchange rate: in no order,
        /// and one sum may come in parts.
        async fn flows(
            &self, organization: OrganizationId, span: &Span
        ) -> Result<Vec<MonthAmounts>, StoreError>;
    }
}
