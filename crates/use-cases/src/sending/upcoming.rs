//! Documents that leave although the next release of the official rules refuses them.

use crate::context::Context;
use document_intake::Document;

/// Logs a warning for a queued document that the next release of the rules would refuse: its sender has until that
/// day to correct the next ones.
pub(crate) fn warn_of_upcoming<P>(context: &Context<'_, P>, document: &Document) {
    let Some(next) = document.inspection.of_sendable().upcoming() else { return };
    tracing::warn!(
        org.id = %context.organization,
        rules = %next.rules,
        in_force = %next.in_force,
        "document queued that the next release of the rules refuses"
    );
}
