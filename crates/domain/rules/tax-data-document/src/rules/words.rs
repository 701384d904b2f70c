//! The words of rules that tax data and invoices share.

use std::sync::OnceLock;

use billing_rules::Rule;

/// A rule of invoices, found by its id when it first fails.
pub(super) struct Words {
    id: &'static str,
    rule: OnceLock<&'static Rule>,
}

/// What is said of an id that `billing-rules` does not know; a test holds that there is none.
static UNKNOWN: Rule = Rule::fatal("unknown", &[], "The rule is not known.", "Tell us.");

impl Words {
    pub(super) const fn of(id: &'static str) -> Self {
        Self { id, rule: OnceLock::new() }
    }

    /// The rule.
    pub(super) fn rule(&'static self) -> &'static Rule {
        self.rule.get_or_init(|| billing_rules::rule(self.id).unwrap_or(&UNKNOWN))
    }
}
