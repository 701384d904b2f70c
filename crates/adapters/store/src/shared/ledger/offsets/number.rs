//! The next number of an agreement.

use super::super::super::{invoicing::invoices::number::draw_count, sql::*};
use access::OrganizationId;
use offsets::AgreementSeries;

/// Draws the next free number of a set-off; the row of the count stays locked until the transaction ends.
pub(super) async fn draw(
    conn: &mut Conn,
    organization: OrganizationId,
    series: AgreementSeries,
) -> Result<String> {
    loop {
        let next = draw_count(organization, AgreementSeries::NAME, series.year);
        let number = series.number(next.one(conn).await?);
        let taken = sql!(
            "SELECT EXISTS (SELECT 1 FROM offsets WHERE organization_id = {} AND reference = {})",
            organization,
            number.as_str()
        );
        let is_taken: bool = taken.one(conn).await?;
        if !is_taken {
            return Ok(number);
        }
    }
}
