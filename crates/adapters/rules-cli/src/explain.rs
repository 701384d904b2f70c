//! `explain`: a rule's page, or a business term's.

use crate::exit::Exit;
use crate::sets;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use verdicts::{Catalogue, Named, Page, RulePage, TermPage};

/// Prints what is known of a rule or a business term; the exit code is 2 when there is none of that id.
#[must_use]
pub fn explain(id: &str) -> ExitCode {
    let id = id.trim();
    let all = Catalogue::of(sets::all());
    let Some(page) = all.page(id) else {
        let near = all.near(id).join(", ");
        let near = if near.is_empty() { near } else { format!("; near: {near}") };
        eprintln!("billhook: there is no rule or business term {id}{near}");
        return Exit::Incomplete.into();
    };
    let mut out = io::stdout().lock();
    let written = out.write_all(text(&page).as_bytes()).and_then(|()| out.flush());
    written.map_or_else(|error| Exit::of_writing(&error), |()| Exit::Valid).into()
}

fn text(page: &Page) -> String {
    match page {
        Page::Term(term) => of_term(term),
        Page::Rules(forms) => forms.iter().map(of_rule).collect(),
    }
}

fn of_rule(page: &RulePage) -> String {
    let mut out = format!("{} ({}) in {}\n", page.rule, page.flag, page.rulesets.join(", "));
    if !page.terms.is_empty() {
        let terms: Vec<_> = page.terms.iter().map(named).collect();
        let _ = writeln!(out, "business terms: {}", terms.join(", "));
    }
    let _ = writeln!(out, "\n{}\n\nHow to fix it: {}", page.message, page.hint);
    for link in &page.links {
        let _ = writeln!(out, "The official rule: {link}");
    }
    out.push('\n');
    out
}

/// The term with its name, `BT-115 Amount due for payment`.
fn named(term: &Named) -> String {
    term.name.map_or_else(|| term.id.to_owned(), |name| format!("{} {name}", term.id))
}

fn of_term(term: &TermPage) -> String {
    let mut page = format!("{}: {}\n", term.id, term.name);
    for (syntax, path) in [("UBL", term.ubl), ("CII", term.cii)] {
        if !path.is_empty() {
            let _ = writeln!(page, "in {syntax}: {path}");
        }
    }
    if !term.rules.is_empty() {
        let _ = writeln!(page, "\nrules that speak of it: {}", term.rules.join(", "));
    }
    page
}
