//! What cannot be read, as rules.

use xml::{Cause, RefusalKind};

use crate::rule::Rule;
use crate::verdict::{Value, Values};

/// The rule that an unreadable document breaks.
pub(crate) fn rule_of(cause: &Cause) -> &'static Rule {
    match cause {
        Cause::NotWellFormed(_) => &NOT_WELL_FORMED,
        Cause::Refused(kind) => match kind {
            RefusalKind::Empty => &EMPTY,
            RefusalKind::TooLarge => &TOO_LARGE,
            RefusalKind::Encoding => &ENCODING,
            RefusalKind::NotXml => &NOT_XML,
            RefusalKind::Doctype => &DOCTYPE,
            RefusalKind::TooDeep => &TOO_DEEP,
            RefusalKind::TooManyAttributes => &TOO_MANY_ATTRIBUTES,
            RefusalKind::TooManyNamespaces => &TOO_MANY_NAMESPACES,
            RefusalKind::TooManyNodes => &TOO_MANY_NODES,
        },
    }
}

/// What the parser says, where it was asked.
pub(crate) fn reason(cause: &Cause) -> Option<Box<Values>> {
    let Cause::NotWellFormed(reason) = cause else { return None };
    let actual = Value::Owned(reason.to_string().into());
    Some(Box::new(Values { expected: Value::None, actual }))
}

/// All of them.
pub(crate) static RULES: [&Rule; 10] = [
    &EMPTY,
    &TOO_LARGE,
    &ENCODING,
    &NOT_XML,
    &DOCTYPE,
    &TOO_DEEP,
    &TOO_MANY_ATTRIBUTES,
    &TOO_MANY_NAMESPACES,
    &TOO_MANY_NODES,
    &NOT_WELL_FORMED,
];

const fn refused(id: &'static str, kind: RefusalKind, hint: &'static str) -> Rule {
    Rule::fatal(id, &[], kind.message(), hint)
}

static EMPTY: Rule =
    refused("guard-empty", RefusalKind::Empty, "Send the XML of the invoice or credit note.");

static TOO_LARGE: Rule = refused(
    "guard-size",
    RefusalKind::TooLarge,
    "Shorten the embedded attachments or split the invoice.",
);

static ENCODING: Rule = refused(
    "guard-encoding",
    RefusalKind::Encoding,
    "Save the document as UTF-8 and declare encoding=\"UTF-8\".",
);

static NOT_XML: Rule = refused(
    "guard-not-xml",
    RefusalKind::NotXml,
    "Send the XML of the invoice; of a hybrid PDF, take out the XML that is embedded in it.",
);

static DOCTYPE: Rule =
    refused("guard-doctype", RefusalKind::Doctype, "Remove the <!DOCTYPE …> declaration.");

static TOO_DEEP: Rule =
    refused("guard-depth", RefusalKind::TooDeep, "Check the program that wrote the document.");

static TOO_MANY_ATTRIBUTES: Rule = refused(
    "guard-attributes",
    RefusalKind::TooManyAttributes,
    "Check the program that wrote the document.",
);

static TOO_MANY_NAMESPACES: Rule = refused(
    "guard-namespaces",
    RefusalKind::TooManyNamespaces,
    "Declare each namespace once, on the document element.",
);

static TOO_MANY_NODES: Rule =
    refused("guard-nodes", RefusalKind::TooManyNodes, "Split the invoice.");

static NOT_WELL_FORMED: Rule = Rule::fatal(
    "guard-well-formed",
    &[],
    "The document is not well-formed XML: {found}.",
    "Check that each element is closed, that names have declared prefixes and that & and < are escaped.",
);
