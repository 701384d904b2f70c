//! The number that a caller typed: what its series does.

use crate::{context::Context, ports::Ports};
use access::Credential;
use invoicing::{
    Draft, InvoiceFilter, InvoiceStore,
    numbering::{
        NumberRefused, NumberSeriesAction, NumberSource, Series, SeriesFormat, SeriesPosition,
    },
};
use persistence::StoreError;

/// Decides what the series does where the number of a draft was typed; one that draws its number stays as it is.
///
/// # Errors
/// [`NumberRefused`]; [`StoreError::Taken`] where another document has the number; storage failures.
pub(crate) async fn place_number<P, E>(
    context: &Context<'_, P>,
    draft: &mut Draft,
    format: &SeriesFormat,
    named: Option<NumberSeriesAction>,
) -> Result<(), E>
where
    P: Ports,
    E: From<StoreError> + From<NumberRefused>,
{
    let NumberSource::Own(typed) = &draft.number else { return Ok(()) };
    let is_interactive = context.actor.is_some_and(Credential::is_interactive);
    let action = NumberSeriesAction::of(named, is_interactive);
    if action == Some(NumberSeriesAction::Exception) {
        return Ok(());
    }
    let series = draft.series(format);
    // reads the position before it looks for the number: a document that takes the number in between is then found
    let position = position(context, &series, typed).await?;
    let filter = InvoiceFilter { number: Some(typed.clone()), ..InvoiceFilter::default() };
    let holders = context.database().invoices(context.organization, &filter, None, 1).await?;
    if !holders.rows.is_empty() {
        return Err(StoreError::Taken(typed.clone()).into());
    }
    draft.number = series.place(typed, action, position)?;
    Ok(())
}

async fn position<P: Ports>(
    context: &Context<'_, P>,
    series: &Series,
    typed: &str,
) -> Result<SeriesPosition, StoreError> {
    let (database, organization) = (context.database(), context.organization);
    let next = database.next_count(organization, series, 1).await?;
    let after_typed = match series.count_of(typed) {
        Ok(count) if count >= next => {
            database.next_count(organization, series, count.saturating_add(1)).await?
        }
        _ => next,
    };
    Ok(SeriesPosition { next, after_typed })
}
