use crate::{
    context::Context,
    ports::{Ports, Runtime},
};
use bank_statements::{
    ChosenColumns, MAX_MAPPINGS, Mapping, MappingId, MappingRecord, MappingStore,
};
use invoicing::Violations;
use persistence::StoreError;

/// Why a column mapping was not stored.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("statement_mapping")]
pub enum MappingError {
    #[error(transparent)]
    Invalid(Violations),
    #[error("an organization has at most {most} mappings: delete one that is not needed", most = MAX_MAPPINGS)]
    TooMany,
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
}

/// Stores the meaning of the columns for CSV files with these column names. It replaces an earlier mapping for the
/// same names.
///
/// # Errors
/// [`MappingError`]; nothing was stored then.
pub async fn map_columns<P: Ports>(
    context: &Context<'_, P>,
    headings: Vec<String>,
    chosen: &ChosenColumns,
) -> Result<MappingRecord, MappingError> {
    let (database, owner) = (context.database(), context.organization);
    let mapping = Mapping::of(headings, chosen).map_err(MappingError::Invalid)?;
    let known = database.mappings(owner, None, MAX_MAPPINGS).await?.rows;
    let same = |known: &MappingRecord| known.mapping.fingerprint() == mapping.fingerprint();
    if known.len() >= usize::from(MAX_MAPPINGS) && !known.iter().any(same) {
        return Err(MappingError::TooMany);
    }
    let id = MappingId(context.ports.runtime().new_id());
    let record = MappingRecord { id, mapping, created_at: context.now() };
    database.keep_mapping(owner, &record).await?;
    tracing::info!(org.id = %owner, mapping.id = %id, "statement mapping saved");
    Ok(record)
}

/// Deletes a mapping.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn forget_mapping<P: Ports>(
    context: &Context<'_, P>,
    id: MappingId,
) -> Result<(), StoreError> {
    context.database().delete_mapping(context.organization, id).await?;
    tracing::info!(org.id = %context.organization, mapping.id = %id, "statement mapping deleted");
    Ok(())
}

/// Loads one mapping.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn mapping<P: Ports>(
    context: &Context<'_, P>,
    id: MappingId,
) -> Result<MappingRecord, StoreError> {
    context.database().mapping(context.organization, id).await
}

/// The column mappings of the organization.
///
/// # Errors
/// Storage failures.
pub async fn mappings<P: Ports>(context: &Context<'_, P>) -> Result<Vec<Mapping>, StoreError> {
    let known = context.database().mappings(context.organization, None, MAX_MAPPINGS).await?;
    Ok(known.rows.into_iter().map(|record| record.mapping).collect())
}
