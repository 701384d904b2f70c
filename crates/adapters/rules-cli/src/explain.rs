//! `explain`: a rule's page, or a business term's.

use crate::exit::Exit;
use crate::sets;
use billing_rules::{Release, Rule, RuleBook, Term, own_rules, rules};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// A rule, with the set that it belongs to.
type Known = (Origin, &'static Rule);

#[derive(Clone, Copy)]
enum Origin {
    Set(&'static RuleBook),
    /// Every document is checked against it.
    Own,
}

/// Prints what is known of a rule or a business term; the exit code is 2 when there is none of that id.
#[must_use]
pub fn explain(id: &str) -> ExitCode {
    let id = id.trim();
    let rules = all();
    let Some(page) = term_page(id, &rules).or_else(|| rule_page(id, &rules)) else {
        eprintln!("billhook: there is no rule or business term {id}{}", near(id, &rules));
        return Exit::Incomplete.into();
    };
    let mut out = io::stdout().lock();
    let written = out.write_all(page.as_bytes()).and_then(|()| out.flush());
    written.map_or_else(|error| Exit::of_writing(&error), |()| Exit::Valid).into()
}

fn all() -> Vec<Known> {
    let of_sets = sets::all()
        .flat_map(|set| rules(set).into_iter().map(move |rule| (Origin::Set(set), rule)));
    let own = own_rules().into_iter().map(|rule| (Origin::Own, rule));
    of_sets.chain(own).collect()
}

fn rule_page(id: &str, rules: &[Known]) -> Option<String> {
    let found: Vec<_> = rules.iter().filter(|(_, rule)| rule.id.eq_ignore_ascii_case(id)).collect();
    let mut page = String::new();
    let mut shown: Vec<&Rule> = Vec::new();
    for (_, rule) in &found {
        if !shown.contains(rule) {
            let same = found.iter().filter(|(_, other)| other == rule);
            write_rule(&mut page, rule, &same.map(|(origin, _)| *origin).collect::<Vec<_>>());
            shown.push(rule);
        }
    }
    (!page.is_empty()).then_some(page)
}

fn write_rule(page: &mut String, rule: &Rule, origins: &[Origin]) {
    let names: Vec<_> = origins.iter().map(|origin| origin.named(rule)).collect();
    let _ = writeln!(page, "{} ({}) in {}", rule.id, rule.flag.as_str(), names.join(", "));
    if !rule.terms.is_empty() {
        let terms: Vec<_> = rule.terms.iter().map(|id| named(id)).collect();
        let _ = writeln!(page, "business terms: {}", terms.join(", "));
    }
    let _ = writeln!(page, "\n{}\n\nHow to fix it: {}", rule.in_general(), rule.hint);
    let mut links: Vec<String> = origins.iter().filter_map(|origin| origin.link(rule)).collect();
    links.dedup();
    for link in links {
        let _ = writeln!(page, "The official rule: {link}");
    }
    page.push('\n');
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

/// The term with its name, `BT-115 Amount due for payment`.
fn named(id: &str) -> String {
    Term::find(id).map_or_else(|| id.to_owned(), |term| format!("{id} {}", term.name))
}

fn term_page(id: &str, rules: &[Known]) -> Option<String> {
    let term = Term::find(id)?;
    let mut page = format!("{}: {}\n", term.id, term.name);
    for (syntax, path) in [("UBL", &term.ubl), ("CII", &term.cii)] {
        if !path.is_empty() {
            let _ = writeln!(page, "in {syntax}: {path}");
        }
    }
    let mut ids: Vec<_> = rules
        .iter()
        .filter(|(_, rule)| rule.terms.contains(&term.id))
        .map(|(_, rule)| rule.id)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    if !ids.is_empty() {
        let _ = writeln!(page, "\nrules that speak of it: {}", ids.join(", "));
    }
    Some(page)
}

/// Ids that may be meant: the most like what was typed, those that begin with it first.
fn near(id: &str, rules: &[Known]) -> String {
    let typed = id.to_ascii_uppercase();
    let all = rules.iter().map(|(_, rule)| rule.id).chain(Term::all().iter().map(|term| term.id));
    let mut ids: Vec<_> = all
        .map(|known| {
            let known_upper = known.to_ascii_uppercase();
            let same = known_upper.bytes().zip(typed.bytes()).take_while(|(a, b)| a == b).count();
            let apart = typed.len().abs_diff(known.len());
            (std::cmp::Reverse(same), apart, known)
        })
        .filter(|(same, _, _)| same.0 > 2)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let best = ids.first().map(|first| first.0);
    let near: Vec<_> =
        ids.iter().take_while(|id| Some(id.0) == best).take(5).map(|id| id.2).collect();
    if near.is_empty() { String::new() } else { format!("; near: {}", near.join(", ")) }
}
