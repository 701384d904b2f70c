use crate::pages::{Named, Page, RulePage, TermPage};
use billing_rules::{Release, Rule, RuleBook, Term, own_rules, rules};
use std::fmt::Write as _;

/// A rule, with the set that it belongs to.
type Known = (Origin, &'static Rule);

#[derive(Debug, Clone, Copy)]
enum Origin {
    Set(&'static RuleBook),
    /// Every document is checked against it.
    Own,
}

/// Ids that are offered at most in the place of an unknown one.
const MAX_NEAR: usize = 5;

/// All rules of some sets, those that every document is checked against, and the business terms.
#[derive(Debug)]
pub struct Catalogue {
    rules: Vec<Known>,
}

impl Catalogue {
    /// Of these sets.
    pub fn of(sets: impl Iterator<Item = &'static RuleBook>) -> Self {
        let of_set =
            |set: &'static RuleBook| rules(set).into_iter().map(move |it| (Origin::Set(set), it));
        let own = own_rules().into_iter().map(|rule| (Origin::Own, rule));
        Self { rules: sets.flat_map(of_set).chain(own).collect() }
    }

    /// What the id of a rule or a business term stands for, in any case of its letters.
    #[must_use]
    pub fn page(&self, id: &str) -> Option<Page> {
        self.term(id).map(Page::Term).or_else(|| self.rule(id).map(Page::Rules))
    }

    fn term(&self, id: &str) -> Option<TermPage> {
        let term = Term::find(id)?;
        let speaks = |(_, rule): &&Known| rule.terms.contains(&term.id);
        let mut ids: Vec<_> = self.rules.iter().filter(speaks).map(|(_, rule)| rule.id).collect();
        ids.sort_unstable();
        ids.dedup();
        let (ubl, cii) = (&*term.ubl, &*term.cii);
        Some(TermPage { id: term.id, name: term.name, ubl, cii, rules: ids })
    }

    fn rule(&self, id: &str) -> Option<Vec<RulePage>> {
        let found = self.rules.iter().filter(|(_, rule)| rule.id.eq_ignore_ascii_case(id));
        let mut forms: Vec<(&'static Rule, Vec<Origin>)> = Vec::new();
        for (origin, rule) in found {
            match forms.iter_mut().find(|(form, _)| form == rule) {
                Some((_, origins)) => origins.push(*origin),
                None => forms.push((*rule, vec![*origin])),
            }
        }
        let pages = forms.iter().map(|(rule, origins)| page_of(rule, origins));
        (!forms.is_empty()).then(|| pages.collect())
    }

    /// Ids that may be meant by an unknown one: the most like it, those that begin as it does first.
    #[must_use]
    pub fn near(&self, id: &str) -> Vec<&'static str> {
        let typed = id.to_ascii_uppercase();
        let rules = self.rules.iter().map(|(_, rule)| rule.id);
        let all = rules.chain(Term::all().iter().map(|term| term.id));
        let mut ids: Vec<_> = all
            .map(|known| {
                let upper = known.to_ascii_uppercase();
                let same = upper.bytes().zip(typed.bytes()).take_while(|(a, b)| a == b).count();
                (std::cmp::Reverse(same), typed.len().abs_diff(known.len()), known)
            })
            .filter(|(same, _, _)| same.0 > 2)
            .collect();
        ids.sort_unstable();
        ids.dedup();
        let best = ids.first().map(|first| first.0);
        let alike = ids.iter().take_while(|id| Some(id.0) == best);
        alike.take(MAX_NEAR).map(|id| id.2).collect()
    }
}

fn page_of(rule: &'static Rule, origins: &[Origin]) -> RulePage {
    let named = |id: &&'static str| Named { id, name: Term::find(id).map(|term| term.name) };
    let mut links: Vec<String> = origins.iter().filter_map(|origin| origin.link(rule)).collect();
    links.dedup();
    RulePage {
        rule: rule.id,
        flag: rule.flag.as_str(),
        rulesets: origins.iter().map(|origin| origin.named(rule)).collect(),
        terms: rule.terms.iter().map(named).collect(),
        message: rule.in_general(),
        hint: rule.hint,
        links,
    }
}

impl Origin {
    /// The set, and in which of its releases the rule is so, where it is not in all of them.
    fn named(self, rule: &Rule) -> String {
        let Self::Set(set) = self else { return "every document".to_owned() };
        let version = |release: Release| set.own.in_release(release).version;
        let mut named = set.as_str().to_owned();
        if let Some(first) = rule.since {
            let _ = write!(named, " from {} on, in force on {}", version(first), first.in_force());
        }
        if let Some(last) = rule.until {
            let _ = write!(named, " until {}", version(last));
        }
        named
    }

    fn link(self, rule: &Rule) -> Option<String> {
        match self {
            Self::Set(set) => {
                let official = set.official_of(rule.id, rule.since.unwrap_or_default());
                Some(official.link(rule.id))
            }
            Self::Own => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use billing_rules::RuleSet;

    #[test]
    fn an_id_leads_to_a_term_a_rule_or_what_is_near() {
        let all = Catalogue::of(RuleSet::ALL.into_iter().map(RuleSet::book));
        let Some(Page::Term(term)) = all.page("bt-115") else { panic!("no term") };
        assert_eq!(term.name, "Amount due for payment");
        assert!(term.rules.contains(&"BR-CO-16"), "{:?}", term.rules);
        let Some(Page::Rules(forms)) = all.page("br-co-15") else { panic!("no rule") };
        assert_eq!(forms[0].rule, "BR-CO-15");
        assert!(forms[0].links[0].starts_with("https://"), "{:?}", forms[0].links);
        let Some(Page::Rules(forms)) = all.page("PEPPOL-COMMON-R054") else { panic!("no rule") };
        let flags: Vec<_> = forms.iter().map(|form| form.flag).collect();
        assert_eq!(flags, ["warning", "fatal"], "a form for each release");
        assert!(all.page("BR-CO-1X").is_none());
        assert!(all.near("BR-CO-1X").iter().all(|id| id.starts_with("BR-CO-1")));
        assert!(all.near("x").is_empty());
    }
}
