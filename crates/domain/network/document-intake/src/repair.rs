//! Repairs and the conversion, tried out.

use crate::asked::Asked;
use cii_to_ubl::{Converted, Loss, LossKind};
use peppol_connector::{
    documents::{DocumentFacts, Validation, read_facts},
    identifiers::Network,
    ports::DocumentValidator,
    repair::{CannotApply, Change, Finding, Severity, Target, apply, check_applied, suggest},
};
use xml::Parsed;

/// A document after its repairs.
pub(crate) struct Repaired {
    pub(crate) bytes: Vec<u8>,
    pub(crate) facts: DocumentFacts,
    pub(crate) validation: Validation,
    /// Changes that a conversion asked for in turn.
    pub(crate) further: Vec<Change>,
    pub(crate) losses: Vec<Finding>,
}

/// Makes the changes, then reads and checks the result.
pub(crate) fn repair<V: DocumentValidator>(
    asked: &mut Asked<'_, V>,
    document: &Parsed<'_>,
    changes: &[Change],
    network: Network,
) -> Result<Repaired, CannotApply> {
    if changes.iter().any(|change| change.target == Target::Syntax) {
        return convert(asked, document, network);
    }
    edit(asked, document, changes)
}

/// CII as UBL, with the changes that the result needs, and what is lost on the way.
fn convert<V: DocumentValidator>(
    asked: &mut Asked<'_, V>,
    cii: &Parsed<'_>,
    network: Network,
) -> Result<Repaired, CannotApply> {
    let not_ubl = CannotApply::NotUbl;
    let Converted { ubl, losses, .. } = cii_to_ubl::convert(cii).map_err(|_| not_ubl.clone())?;
    let document = Parsed::read(&ubl).map_err(|_| not_ubl.clone())?;
    let facts = read_facts(&document).map_err(|_| not_ubl)?;
    let further = suggest(&facts, network);
    let losses = losses.into_iter().map(lost).collect();
    if further.iter().any(is_needed) {
        return Ok(Repaired {
            further: further.clone(),
            losses,
            ..edit(asked, &document, &further)?
        });
    }
    let validation = asked.validate(&document);
    drop(document);
    Ok(Repaired { bytes: ubl, facts, validation, further, losses })
}

fn edit<V: DocumentValidator>(
    asked: &mut Asked<'_, V>,
    document: &Parsed<'_>,
    changes: &[Change],
) -> Result<Repaired, CannotApply> {
    let bytes = apply(document, changes)?;
    let repaired = Parsed::read(&bytes).map_err(|_| CannotApply::NotUbl)?;
    check_applied(&repaired, changes)?;
    let facts = read_facts(&repaired).map_err(|_| CannotApply::NotUbl)?;
    let validation = match under_its_specification(document, changes)? {
        OwnSpecification::Repaired => asked.validate(&repaired),
        OwnSpecification::Unrepaired => asked.validate_repaired(&repaired, document),
        OwnSpecification::PartlyRepaired(bytes) => {
            let original = Parsed::read(&bytes).map_err(|_| CannotApply::NotUbl)?;
            asked.validate_repaired(&repaired, &original)
        }
    };
    drop(repaired);
    Ok(Repaired { bytes, facts, validation, further: Vec::new(), losses: Vec::new() })
}

/// The document under the specification that it came with.
enum OwnSpecification {
    /// The repaired one: its specification was left alone.
    Repaired,
    /// The unrepaired one: nothing but its specification was changed.
    Unrepaired,
    /// This one, with all changes but that of its specification.
    PartlyRepaired(Vec<u8>),
}

fn under_its_specification(
    document: &Parsed<'_>,
    changes: &[Change],
) -> Result<OwnSpecification, CannotApply> {
    let needed = changes.iter().filter(|change| is_needed(change));
    let (renamed, others): (Vec<_>, Vec<_>) =
        needed.cloned().partition(|change| change.target == Target::CustomizationId);
    Ok(match (renamed.is_empty(), others.is_empty()) {
        (true, _) => OwnSpecification::Repaired,
        (false, true) => OwnSpecification::Unrepaired,
        (false, false) => OwnSpecification::PartlyRepaired(apply(document, &others)?),
    })
}

/// What no business term stands for is a warning: no receiver of an EN 16931 invoice would look for
/// it. Any other loss would change what the invoice says, and so would a test that went out as an
/// invoice.
fn lost(loss: Loss) -> Finding {
    let is_test = loss.path.contains("/ram:TestIndicator/") && loss.value != "false";
    let severity = match loss.kind {
        _ if is_test => Severity::Error,
        LossKind::NoTerm | LossKind::NoTermAttribute => Severity::Warning,
        _ => Severity::Error,
    };
    Finding {
        message: format!("{}: \"{}\"", loss.message, loss.value),
        field: loss.path,
        code: loss.kind.code().to_owned(),
        severity,
        rules: None,
    }
}

pub(crate) fn is_needed(change: &Change) -> bool {
    change.severity == Severity::Error
}
