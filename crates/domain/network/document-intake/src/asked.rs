//! Asking the validator.

use peppol_connector::{
    documents::Validation,
    ports::{DocumentValidator, ValidatorUnavailable},
};
use time::Date;
use xml::Parsed;

/// A validator, and why it gave no verdict.
pub(crate) struct Asked<'v, V> {
    validator: &'v V,
    day: Date,
    pub(crate) unavailable: Option<ValidatorUnavailable>,
}

impl<'v, V: DocumentValidator> Asked<'v, V> {
    pub(crate) const fn new(validator: &'v V, day: Date) -> Self {
        Self { validator, day, unavailable: None }
    }

    /// The verdict on a document as it came.
    pub(crate) fn validate(&mut self, document: &Parsed<'_>) -> Validation {
        self.validate_repaired(document, document)
    }

    /// The verdict on a repaired document, which is `named` under the specification that it came with.
    pub(crate) fn validate_repaired(
        &mut self,
        document: &Parsed<'_>,
        named: &Parsed<'_>,
    ) -> Validation {
        match self.validator.validate(document, named, self.day) {
            Ok(verdict) => Validation::Ran(verdict),
            Err(error) => {
                self.unavailable = Some(error);
                Validation::Unavailable
            }
        }
    }
}
