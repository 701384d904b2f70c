//! Parts that stand exactly once where the element around them stands: `PEPPOL-EN16931-R140` to `R276`, from the
//! table `mandatory.txt`.

use std::sync::OnceLock;

use super::names::*;
use crate::index::Index;
use crate::names::Name;
use crate::release::Release;
use crate::rule::Rule;
use crate::verdict::{Hits, Value};

/// The two documents, each with what is mandatory in it.
struct Tables([(Name, Vec<Around>); 2]);

/// An element and the parts that it must have.
struct Around {
    name: Name,
    /// What it stands in, nearest first, up to the document element.
    within: Vec<Name>,
    parts: Vec<(Name, Rule)>,
}

/// The rules of this file.
pub(super) fn rules() -> impl Iterator<Item = &'static Rule> {
    let around = tables().0.iter().flat_map(|(_, table)| table);
    around.flat_map(|around| &around.parts).map(|(_, rule)| rule)
}

/// Checks them.
pub(super) fn check(index: &Index<'_>, hits: &mut Hits) {
    if hits.release() < Release::November2026 {
        return;
    }
    for (document, table) in &tables().0 {
        if index.any_named(*document) {
            table.iter().for_each(|around| around.check(index, hits));
        }
    }
}

impl Around {
    fn check(&'static self, index: &Index<'_>, hits: &mut Hits) {
        for element in index.named(self.name).filter(|at| index.is_under(*at, &self.within)) {
            for (part, rule) in &self.parts {
                let found = index.count(element, *part);
                if found != 1 {
                    hits.push_with(rule, element, Value::Count(1), Value::Count(found));
                }
            }
        }
    }
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        Tables([(CREDIT_NOTE, "credit note"), (INVOICE, "invoice")].map(|(document, called)| {
            let rows = include_str!("mandatory.txt").lines().filter(|row| !row.starts_with('#'));
            let mut table: Vec<Around> = Vec::new();
            for row in rows {
                add(row, (document, called), &mut table).expect("a row of the table");
            }
            (document, table)
        }))
    })
}

/// Takes a row into the table of one of the documents.
fn add(row: &'static str, (document, called): (Name, &str), table: &mut Vec<Around>) -> Option<()> {
    let mut cells = row.split(" | ");
    let (numbers, path, parts, terms) =
        (cells.next()?, cells.next()?, cells.next()?, cells.next()?);
    // of two numbers and of two names, the credit note's comes first
    let own = |pair: &'static str| {
        let (of_credit_note, of_invoice) = pair.split_once(' ').unwrap_or((pair, pair));
        if document == CREDIT_NOTE { of_credit_note } else { of_invoice }
    };
    let (number, part) = (own(numbers), own(parts));
    if number == "-" {
        return Some(());
    }
    let line = if document == CREDIT_NOTE { "cac:CreditNoteLine" } else { "cac:InvoiceLine" };
    let steps: Vec<&str> = path.split('/').filter(|step| *step != ".").collect();
    let steps: Vec<&str> =
        steps.into_iter().map(|step| if step == "lines" { line } else { step }).collect();
    let mut within = vec![document];
    for step in &steps {
        within.insert(0, Name::of_path_step(step)?);
    }
    let name = within.remove(0);
    let rule = rule(number, (called, &steps.join("/")), part, terms);
    let part = (Name::of_path_step(part)?, rule);
    match table.iter_mut().find(|known| known.name == name && known.within == within) {
        Some(known) => known.parts.push(part),
        None => table.push(Around { name, within, parts: vec![part] }),
    }
    Some(())
}

/// The table is read once in a program's life, so its texts may stay for ever.
fn rule(number: &str, (called, path): (&str, &str), part: &str, terms: &'static str) -> Rule {
    let around = match path {
        "" => format!("The {called}"),
        path => format!("{path} of the {called}"),
    };
    let hint = match path.rsplit('/').next() {
        Some(last) if !path.is_empty() => format!("Give {part} once, or leave {last} out."),
        _ => format!("Give {part} once."),
    };
    Rule::fatal(
        format!("PEPPOL-EN16931-R{number}").leak(),
        terms.split(' ').collect::<Vec<_>>().leak(),
        format!("{around} has {{found}} {part}; there must be exactly one.").leak(),
        hint.leak(),
    )
    .since(Release::November2026)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_number_once() {
        let mut ids: Vec<_> = rules().map(|rule| rule.id.to_owned()).collect();
        ids.sort_unstable();
        let official: Vec<_> = (140..=276).map(|n| format!("PEPPOL-EN16931-R{n}")).collect();
        assert_eq!(ids, official);
    }
}
