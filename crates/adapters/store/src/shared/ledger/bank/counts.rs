//! What becomes of the counts of statements. Transactions lock in one order, so that they do not deadlock: lines, by their
//! ids, then invoices and what else changes, then statements, by their ids. So counts are gathered, and kept at the end.

use super::super::super::sql::*;
use access::OrganizationId;
use bank_statements::{LineState, StatementId};
use std::collections::BTreeMap;

/// How many lines more, or fewer, of each state.
type Change = BTreeMap<&'static str, i32>;

/// By statement.
#[derive(Default)]
pub(super) struct Counts(BTreeMap<StatementId, Change>);

impl Counts {
    /// A line of the statement is in another state.
    pub(super) fn moved(&mut self, statement: StatementId, from: LineState, to: LineState) {
        let change = self.0.entry(statement).or_default();
        *change.entry(from.name()).or_default() -= 1;
        *change.entry(to.name()).or_default() += 1;
    }

    /// The last that a transaction locks.
    pub(super) async fn keep(self, conn: &mut Conn, organization: OrganizationId) -> Result<()> {
        for (statement, change) in self.0 {
            let more = |state: LineState| change.get(state.name()).copied().unwrap_or_default();
            let counts = sql!(
                "UPDATE bank_statements SET recorded = recorded + {}, proposed = proposed + {},
                   refused = refused + {}, unmatched = unmatched + {}, ignored = ignored + {}
                 WHERE organization_id = {} AND id = {}",
                more(LineState::Recorded),
                more(LineState::Proposed),
                more(LineState::Refused),
                more(LineState::Unmatched),
                more(LineState::Ignored),
                organization,
                statement.0
            );
            counts.execute(conn).await?;
        }
        Ok(())
    }
}
