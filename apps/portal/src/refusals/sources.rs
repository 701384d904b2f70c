//! The sentences that the domain can say, read from its sources: each has its Slovak here.

use super::{HOLE, sentences};
use crate::form::snake;
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

/// Where what pages call makes its sentences: files, and folders with all that is below them.
const SOURCES: &[&str] = &[
    "crates/domain/invoicing/invoicing/src",
    "crates/domain/ledger/expenses/src",
    "crates/domain/ledger/offsets/src",
    "crates/domain/ledger/contracts/src",
    "crates/domain/ledger/stock/src",
    "crates/domain/ledger/projects/src",
    "crates/domain/words/party-identifiers/src",
    "crates/domain/network/organizations/src",
    "crates/domain/words/persistence/src/error.rs",
    "crates/domain/webhooks/webhooks/src/endpoints",
    "crates/domain/webhooks/webhooks/src/deliveries/delivery.rs",
    "crates/domain/webhooks/webhooks/src/ports.rs",
    "crates/domain/webhooks/webhooks/src/deliveries/outcome.rs",
    "crates/domain/webhooks/webhooks/src/feed.rs",
    "crates/domain/words/access/src/access_error.rs",
    "crates/domain/words/access/src/grant.rs",
    "crates/domain/words/access/src/key.rs",
    "crates/domain/words/access/src/plan.rs",
    "crates/domain/words/access/src/rate_limit.rs",
    "crates/domain/words/access/src/role.rs",
    "crates/domain/words/access/src/scope.rs",
    "crates/domain/words/access/src/key_store.rs",
    "crates/domain/network/invoice-responses/src/answer.rs",
    "crates/domain/network/invoice-responses/src/respond.rs",
    "crates/domain/ledger/bank-statements/src/error.rs",
    "crates/domain/ledger/bank-statements/src/gpc",
    "crates/domain/ledger/bank-statements/src/gpc.rs",
    "crates/domain/ledger/bank-statements/src/mt940",
    "crates/domain/words/xml/src/guard/refusal.rs",
    "crates/domain/words/xml/src/parsed.rs",
    "crates/domain/ledger/bank-statements/src/mapping.rs",
    "crates/domain/ledger/bank-statements/src/proposal.rs",
    "crates/domain/ledger/accounting-export/src/export.rs",
    "crates/domain/ledger/accounting-export/src/period.rs",
    "crates/domain/ledger/accounting-export/src/step.rs",
    "crates/domain/ledger/accounting-programs/src/answer.rs",
    "crates/domain/ledger/accounting-programs/src/posting.rs",
    "crates/domain/ledger/accounting-programs/src/program_url.rs",
    "crates/domain/ledger/accounting-programs/src/request.rs",
    "crates/domain/ledger/accounting-programs/src/shown.rs",
    "crates/domain/invoicing/attachments/src/limits.rs",
    "crates/domain/invoicing/attachments/src/logo",
    "crates/domain/invoicing/attachments/src/package.rs",
    "crates/domain/invoicing/attachments/src/refused.rs",
    "crates/domain/invoicing/attachments/src/sniff.rs",
    "crates/domain/invoicing/attachments/src/zip_directory.rs",
    "crates/domain/ledger/correspondence/src/decide.rs",
    "crates/domain/ledger/correspondence/src/recipient.rs",
    "crates/domain/ledger/correspondence/src/schedule.rs",
    "crates/domain/words/money/src",
    "crates/domain/words/network-addresses/src",
    "crates/domain/words/service-day/src",
    "crates/domain/people/notifications/src/address.rs",
    "crates/domain/invoicing/vat-categories/src/categorise.rs",
    "crates/domain/invoicing/vat-categories/src/document.rs",
    "crates/domain/invoicing/vat-categories/src/rate.rs",
    "crates/domain/invoicing/vat-categories/src/cross_border/mod.rs",
    "crates/domain/network/peppol-connector/src/registration/account.rs",
    "crates/domain/network/peppol-connector/src/sending/admission.rs",
    "crates/domain/network/peppol-connector/src/documents/issue_date.rs",
    "crates/domain/network/peppol-connector/src/sending/native.rs",
    "crates/domain/network/peppol-connector/src/identifiers/participant.rs",
    "crates/domain/network/peppol-connector/src/ports/network.rs",
    "crates/domain/network/peppol-connector/src/repair/cannot_apply.rs",
    "crates/domain/network/peppol-connector/src/repair/change.rs",
    "crates/domain/network/peppol-connector/src/repair/endpoint.rs",
    "crates/domain/network/peppol-connector/src/repair/identifiers.rs",
    "crates/domain/network/peppol-connector/src/repair/indicators.rs",
    "crates/domain/network/peppol-connector/src/documents/validation.rs",
    "crates/domain/network/peppol-connector/src/registration/register.rs",
    "crates/domain/network/peppol-connector/src/registration/deactivation.rs",
    "crates/domain/network/peppol-connector/src/registration/enrollment.rs",
    "crates/domain/network/peppol-connector/src/sending/recording.rs",
    "crates/domain/network/peppol-publishing/src/migration_key.rs",
    "crates/use-cases/src/invoicing/change_invoice.rs",
    "crates/use-cases/src/ledger/accounting",
    "crates/use-cases/src/ledger/contracts",
    "crates/use-cases/src/ledger/expenses",
    "crates/use-cases/src/ledger/exports",
    "crates/use-cases/src/people/keys.rs",
    "crates/use-cases/src/idempotent.rs",
    "crates/use-cases/src/sending/native_send.rs",
    "crates/use-cases/src/ledger/offsets.rs",
    "crates/use-cases/src/people/organization_mail.rs",
    "crates/use-cases/src/network/organizations",
    "crates/use-cases/src/invoicing/records",
    "crates/use-cases/src/ledger/statement_mappings.rs",
    "crates/use-cases/src/ledger/projects.rs",
    "crates/use-cases/src/ledger/stock",
    "crates/use-cases/src/invoicing/stock_lines.rs",
    "crates/use-cases/src/ledger/unsent_mail.rs",
    "crates/use-cases/src/webhooks/error.rs",
    "crates/use-cases/src/webhooks/deliveries.rs",
    "apps/agent-requests/src/json.rs",
    "apps/agent-requests/src/records.rs",
    "apps/agent-requests/src/organization.rs",
    "apps/agent-requests/src/expense.rs",
    "apps/agent-requests/src/sending.rs",
    "apps/agent-requests/src/webhook.rs",
    "apps/agent-requests/src/correspondence.rs",
    "apps/api-http/src/error",
    "apps/api-http/src/query.rs",
    "apps/api-http/src/paging.rs",
    "apps/runtime/src/gate.rs",
    "apps/runtime/src/render_error.rs",
    "crates/adapters/invoice-pdf/src/error.rs",
];

/// What stands in these files and no page shows: names in requests and headers, what is logged as a fault of ours,
/// words for operators, texts of the OpenAPI document and of documents themselves.
const NOT_SHOWN: &[&str] = &[
    "GET {}/v1/agent/contracts/{}",
    "Bearer error=\"insufficient_scope\", scope=\"{}\"",
    "Bearer error=\"{}\", error_description=\"{}\", {}",
    "Bearer {}",
    "Default {}",
    "Missing or invalid API key",
    "Odpočet zálohy {} zo dňa {}. {}. {}",
    "scope=\"{}\", resource_metadata=\"{}\"",
    // what the state's portal is told of its notices
    "dic must have ten digits",
    "it is no JSON object with verification_token and dic",
    "there is no secret",
    "verification_token must have 1 to {} characters",
    "a signing secret is whsec_ and 64 lowercase hexadecimal digits",
    "Credit notes",
    "Debit notes",
    "Final invoices",
    "an array",
    "an object",
    "must arrive within {} s",
    "must have at most {} bytes",
    "next_after of the previous page",
    " at {}",
    "{} (at byte {})",
    "Parsed({} bytes)",
    "rendering was interrupted",
    "the attempt was taken over by another worker",
    "the delivery is not due",
    "staged document",
    "the PDF could not be compacted",
    "the page could not be exported as PDF: {}",
    "the page could not be typeset: {}",
    "the page data could not be written as JSON",
    "too many elements",
    "too many members",
    "verificationTokenHex ",
];

/// Calls whose texts nobody is shown.
const SILENT: &[&str] =
    &["tracing::", "#[must_use", "#[schema", "#[response", ".expect", "assert", "sql!"];

#[test]
fn every_sentence_of_the_domain_has_its_slovak() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let known: HashSet<&str> = sentences().map(|(english, _)| *english).collect();
    let mut found = HashSet::new();
    let mut missing = Vec::new();
    for path in SOURCES.iter().flat_map(|path| files(&root.join(path))) {
        let source = fs::read_to_string(&path).expect("a source");
        for sentence in literals(&source).into_iter().map(|it| normal(&it)).filter(|it| is_said(it))
        {
            if !known.contains(&*sentence) && !NOT_SHOWN.contains(&&*sentence) {
                missing.push(format!("{}: {sentence}", path.display()));
            }
            found.insert(sentence);
        }
    }
    assert!(missing.is_empty(), "without a Slovak sentence:\n{}", missing.join("\n"));
    let gone: Vec<_> = NOT_SHOWN.iter().filter(|it| !found.contains(**it)).collect();
    assert!(gone.is_empty(), "nothing says this any more: {gone:?}");
    let has_source = |sentence: &str| {
        // the name of the field, where the page shows it beside
        found.contains(sentence)
            || found.contains(&format!("verificationTokenHex {sentence}"))
            // a PATCH names its own members: `unitPrice` where the domain says `unit_price`
            || found.contains(&snake(sentence))
    };
    let old: Vec<_> = known.iter().filter(|it| is_said(it) && !has_source(it)).collect();
    assert!(old.is_empty(), "nothing says this any more: {old:?}");
    assert!(found.len() > 250, "the sources are read: {}", found.len());
}

/// The Rust files at a path.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let below = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let below = below.map(|entry| entry.expect("an entry").path());
    let is_wanted = |path: &PathBuf| {
        let is_rust = path.extension().is_some_and(|it| it == "rs");
        path.is_dir() || (is_rust && path.file_stem().is_some_and(|it| it != "tests"))
    };
    below.filter(is_wanted).flat_map(|path| files(&path)).collect()
}

/// Whether it is a sentence, and not a name.
fn is_said(text: &str) -> bool {
    let words = text.replace(HOLE, "");
    text.contains(' ') && !text.starts_with("\n") && words.contains(char::is_alphabetic)
}

/// Holes without their names; braces that are written twice are one.
fn normal(text: &str) -> String {
    let mut normal = String::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '{' | '}' if characters.next_if_eq(&c).is_some() => normal.push(c),
            '{' => {
                characters.by_ref().find(|c| *c == '}');
                normal.push_str(HOLE);
            }
            c => normal.push(c),
        }
    }
    normal
}

/// The texts of a source, without those of comments, of tests, and of calls that nobody is shown.
fn literals(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut literals = Vec::new();
    let mut rest = source;
    // how deep inside a call that is not shown
    let mut silent = 0_usize;
    while let Some(first) = rest.chars().next() {
        if let Some(call) = silent_call(rest).filter(|_| silent == 0) {
            silent = 1;
            rest = &rest[call + 1..];
            continue;
        }
        match first {
            '(' if silent > 0 => silent += 1,
            ')' if silent > 0 => silent -= 1,
            _ => {}
        }
        let (taken, text) = token(first, rest);
        literals.extend(text.filter(|_| silent == 0));
        rest = &rest[taken..];
    }
    literals
}

/// Where the parenthesis stands of a call that begins here and is not shown.
fn silent_call(rest: &str) -> Option<usize> {
    let name = SILENT.iter().find(|it| rest.starts_with(**it))?;
    let call = rest.find('(')?;
    let between = &rest[name.len()..call];
    between.chars().all(|c| c.is_alphanumeric() || "_!".contains(c)).then_some(call)
}

/// The bytes of what begins here, and its text if it is one.
fn token(first: char, rest: &str) -> (usize, Option<String>) {
    match first {
        '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), None),
        '"' => literal(rest),
        '\'' => (character(rest), None),
        'r' if rest.starts_with("r#\"") => {
            (rest.find("\"#").map_or(rest.len(), |end| end + 2), None)
        }
        other => (other.len_utf8(), None),
    }
}

/// The bytes of a text that begins here, and the text.
fn literal(rest: &str) -> (usize, Option<String>) {
    let mut text = String::new();
    let mut characters = rest.char_indices().skip(1).peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return (at + 1, Some(text)),
            '\\' => match characters.next() {
                Some((_, '\n')) => {
                    while characters.next_if(|(_, c)| c.is_whitespace()).is_some() {}
                }
                Some((_, escaped)) => text.push(escaped),
                None => {}
            },
            c => text.push(c),
        }
    }
    (rest.len(), Some(text))
}

/// The bytes of a character in quotes; one of what is a lifetime.
fn character(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    let end = match characters.next() {
        Some((_, '\\')) => characters.nth(1),
        _ => characters.next(),
    };
    end.filter(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 1)
}

#[test]
fn texts_are_read_as_the_compiler_reads_them() {
    let source = r#"
        // "a comment"
        #[error("has {0} days, {{x}} at {most:?}")]
        tracing::info!(id = %it.id(), "is logged");
        let open: &'static str = "one \
            two"; let quote = '"'; let other = '\'';
        found.add("field", format!("must be \"{}\"", it.name()));
        #[cfg(test)] mod tests { "not this one" }
    "#;
    let read: Vec<_> = literals(source).into_iter().map(|it| normal(&it)).collect();
    assert_eq!(read, ["has {} days, {x} at {}", "one two", "field", "must be \"{}\""]);
}
