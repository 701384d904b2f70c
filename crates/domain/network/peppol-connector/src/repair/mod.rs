//! Repairs as data: the changes that a document needs to be sent (send rule 5).
//!
//! [`suggest`] derives [`Change`]s from the facts; [`apply`] makes them in the bytes and leaves the rest unchanged.
//! Only identifiers, electronic addresses and the spelling of charge indicators are ever changed: no amount, date,
//! number or name. A repaired document is validated again before it is sent.

mod apply;
mod cannot_apply;
mod change;
mod edit;
mod endpoint;
mod identifiers;
pub(crate) mod indicators;
mod suggestion;

pub use apply::{apply, check_applied};
pub use cannot_apply::CannotApply;
pub use change::{Change, Finding, Severity, Target};
pub use indicators::LooseIndicator;
pub(crate) use suggestion::{SpecificationFound, Suggestion};

use crate::{
    documents::{DocumentFacts, Side},
    identifiers::{Network, Root},
};

/// All changes that this document needs to be sent in this network, and advice. A CII document gets one change, its
/// conversion; call this again for the result.
#[must_use]
pub fn suggest(facts: &DocumentFacts, network: Network) -> Vec<Change> {
    if facts.root == Root::CiiInvoice {
        return vec![Change::to_ubl()];
    }
    let mut changes = identifiers::suggest(facts);
    changes.extend(indicators::suggest(facts));
    for side in Side::ALL {
        changes.extend(endpoint::suggest(side, facts.party(side), network));
    }
    changes
}
