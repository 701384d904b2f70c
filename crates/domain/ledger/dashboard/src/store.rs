use crate::{Figures, MonthAmounts, Span, Window};
use access::OrganizationId;
use persistence::StoreError;
use std::future::Future;

/// Where figures are summed up, by index.
pub trait DashboardStore: Send + Sync {
    /// The figures of an organization. None has rows in an order.
    fn figures(
        &self,
        organization: OrganizationId,
        window: &Window,
    ) -> impl Future<Output = Result<Figures, StoreError>> + Send;

    /// What was issued, paid and spent in a span, summed up by month, currency and exchange rate: in no order, and one
    /// sum may come in parts.
    fn flows(
        &self,
        organization: OrganizationId,
        span: &Span,
    ) -> impl Future<Output = Result<Vec<MonthAmounts>, StoreError>> + Send;
}
