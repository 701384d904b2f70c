//! All rules, for pages, lists and explanations.

use crate::release::Release;
use crate::rule::Rule;
use crate::rule_book::RuleBook;
use crate::rule_set::RuleSet;
use crate::{schema, unreadable, verdict};

/// The official rules of a rule set, group by group: those of every release ([`Rule::is_in`]).
pub fn rules(rule_set: impl Into<&'static RuleBook>) -> Vec<&'static Rule> {
    (rule_set.into().rules)()
}

/// Our own rules: guards, the schema, and what is said where the official engine gives up.
pub fn own_rules() -> Vec<&'static Rule> {
    let guards = unreadable::RULES.into_iter();
    guards.chain(schema::rule::RULES).chain(verdict::RULES).collect()
}

/// The rule of this id, in any case of its letters. Where two syntaxes have one of the same id, it
/// is UBL's; where two releases have one, the older's.
pub fn rule(id: &str) -> Option<&'static Rule> {
    let of_id = || {
        let all = RuleSet::ALL.into_iter().flat_map(rules).chain(own_rules());
        all.filter(|rule| rule.id.eq_ignore_ascii_case(id))
    };
    let first = |release: Release| of_id().find(|rule| rule.is_in(release));
    Release::ALL.into_iter().find_map(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Flag;

    #[test]
    fn each_rule_speaks_in_whole_sentences() {
        let all = RuleSet::ALL.into_iter().flat_map(rules);
        for rule in all.chain(own_rules()) {
            let (message, hint) = (rule.message, rule.hint);
            assert!(message.ends_with('.') && message.len() > 15, "{}: {message}", rule.id);
            assert!(hint.ends_with('.'), "{}: {hint}", rule.id);
        }
    }

    #[test]
    fn a_rule_is_found_by_its_id() {
        assert_eq!(rule("br-co-15").map(|rule| rule.id), Some("BR-CO-15"));
        assert_eq!(rule("schema-order").map(|rule| rule.id), Some("schema-order"));
        assert_eq!(rule("BR-999"), None);
        assert_eq!(rule("PEPPOL-COMMON-R054").map(|rule| rule.flag), Some(Flag::Warning));
        assert_eq!(rule("SK-R-001").map(|rule| rule.since), Some(Some(Release::November2026)));
    }
}
