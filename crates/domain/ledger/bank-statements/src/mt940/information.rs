//! What the bank says of a movement, field 86: in numbered parts (`166?20…?31…?32…`), in parts that are
//! named between slashes (`/NAME/…/REMI/…`), or as a plain text.

use super::fields::Field;
use crate::{
    Line, account,
    references::Found,
    statement::{message, name},
    symbols::named,
};

/// Characters of a numbered part at most: what is as long goes on in the next without a space.
const PART: usize = 27;

/// The names of parts between slashes.
const NAMES: [&str; 24] = [
    "IBAN", "BIC", "NAME", "REMI", "EREF", "CNTP", "TRTP", "ORDP", "BENM", "CSID", "MARF", "USTD",
    "ISDT", "PREF", "KREF", "RTRN", "PURP", "ULTB", "ULTC", "ULTD", "ADDR", "TRCD", "OCMT", "CHGS",
];

/// How the text begins that names a creditor reference: what the payer wrote in its place.
const STRUCTURED: [&str; 2] = ["STRD/CUR/", "STRD/ISO/"];

/// Adds to a line what the field says, and the references in it.
pub(super) fn describe(field: &Field<'_>, line: &mut Line, found: &mut Found) {
    let joined = field.joined();
    let text = match numbered(&joined) {
        Some(parts) => of_numbered(&parts, line, found),
        None => match slashed(&joined) {
            Some(parts) => of_slashed(&parts, line, found),
            None => field.lines.join(" "),
        },
    };
    let written = remittance(&text).trim();
    line.message = message(written);
    // a part may end in the middle of a number
    if !found.labels_of_first(&[&text, &joined]) {
        found.labelled(written, false);
    }
}

/// Two digits before each part, behind a sign that the bank chose.
fn numbered(text: &str) -> Option<Vec<(&str, &str)>> {
    let at = if text.bytes().take(3).all(|b| b.is_ascii_digit()) { 3 } else { 0 };
    let rest = text.get(at..)?;
    let sign = rest.chars().next().filter(|c| matches!(c, '?' | '^' | '~' | '<' | '>' | '|'))?;
    let parts = rest.split(sign).skip(1).filter_map(|part| part.split_at_checked(2));
    let parts: Vec<_> = parts.collect();
    let all = parts.iter().all(|(number, _)| number.bytes().all(|b| b.is_ascii_digit()));
    (all && !parts.is_empty()).then_some(parts)
}

fn of_numbered(parts: &[(&str, &str)], line: &mut Line, found: &mut Found) -> String {
    let of = |wanted: &[&str]| {
        let found = parts.iter().filter(|(number, _)| wanted.contains(number));
        let mut text = String::new();
        for (_, part) in found {
            text.push_str(part);
            if part.chars().count() < PART {
                text.push(' ');
            }
        }
        text
    };
    let account = of(&["31"]).trim().to_owned();
    let account = if account.is_empty() { of(&["38"]).trim().to_owned() } else { account };
    let bank = of(&["30"]).trim().to_owned();
    let bank = (bank.len() == 4 && bank.bytes().all(|b| b.is_ascii_digit())).then_some(bank);
    let known = account::shown(&account).map(|account| match bank {
        Some(bank)
            if !account.contains('/') && account.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            format!("{account}/{bank}")
        }
        _ => account,
    });
    line.counterparty_account = known.or(line.counterparty_account.take());
    line.counterparty_name = name(&of(&["32", "33"]));
    let text =
        of(&["20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "60", "61", "62", "63"]);
    for key in ["EREF+", "KREF+"] {
        found.labelled(keyed(&text, key).unwrap_or_default().trim(), true);
    }
    text
}

/// `/NAME/…/REMI/…`: a part goes on until the next name.
fn slashed(text: &str) -> Option<Vec<(&str, String)>> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for token in text.strip_prefix('/')?.split('/') {
        if NAMES.contains(&token) {
            parts.push((token, String::new()));
        } else if let Some((_, part)) = parts.last_mut() {
            if !part.is_empty() {
                part.push('/');
            }
            part.push_str(token);
        }
    }
    (!parts.is_empty()).then_some(parts)
}

fn of_slashed(parts: &[(&str, String)], line: &mut Line, found: &mut Found) -> String {
    let of = |wanted: &str| {
        parts.iter().find(|(name, _)| *name == wanted).map(|(_, part)| part.as_str())
    };
    // account, BIC, name and town of the other side in one part
    let mut both = of("CNTP").unwrap_or_default().split('/');
    let (account, named) = (both.next(), both.nth(1));
    let known = of("IBAN").or(account).and_then(account::shown);
    line.counterparty_account = known.or(line.counterparty_account.take());
    line.counterparty_name = of("NAME").or(named).and_then(name);
    for name in ["EREF", "KREF"] {
        found.labelled(of(name).unwrap_or_default().trim_matches(['/', ' ']), true);
    }
    let reference = of("EREF").map(|reference| format!("/{reference}")).unwrap_or_default();
    // ING names the form of the text behind it: `/REMI/USTD//…`
    let text = of("REMI").filter(|text| !text.is_empty()).or(of("USTD")).unwrap_or_default();
    let structured = STRUCTURED.iter().find_map(|begin| text.strip_prefix(begin));
    let text = structured.or(text.strip_prefix("USTD")).unwrap_or(text).trim_matches('/');
    if named_in(&reference) { format!("{text} {reference}") } else { text.to_owned() }
}

fn named_in(reference: &str) -> bool {
    named(reference, "VS").is_some()
}

/// What German banks name within the text.
const KEYS: [&str; 10] =
    ["SVWZ+", "ABWA+", "ABWE+", "EREF+", "KREF+", "MREF+", "CRED+", "DEBT+", "BIC+", "IBAN+"];

/// What stands behind a key, until the next one.
fn keyed<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (_, text) = text.split_once(key)?;
    let end = KEYS.iter().filter_map(|key| text.find(key)).min();
    Some(&text[..end.unwrap_or(text.len())])
}

/// German banks name what the payer wrote: `EREF+… SVWZ+…`.
fn remittance(text: &str) -> &str {
    keyed(text, "SVWZ+").unwrap_or(text)
}
