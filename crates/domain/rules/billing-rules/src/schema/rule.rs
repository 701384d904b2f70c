//! The findings of the schema layer, as rules of our own.

use crate::rule::Rule;

const NO_TERMS: &[&str] = &[];

/// The document element is not the one that the rules are for.
pub(super) static ROOT: Rule = Rule::fatal(
    "schema-root",
    NO_TERMS,
    "The document element is {name}, but these rules are for {expected}.",
    "Choose the rules that fit the document, or check its document element and namespace.",
);

/// A finding of another crate on the shape of its documents.
pub(super) static SHAPE: Rule = Rule::fatal(
    "schema-shape",
    NO_TERMS,
    "{name} has not the shape of its schema: {found}.",
    "Write the elements of the schema alone, each in its place and with a value of its type.",
);

/// An element that its parent cannot have.
pub(super) static UNEXPECTED: Rule = Rule::fatal(
    "schema-unexpected",
    NO_TERMS,
    "{name} is not allowed in {parent}: {expected} may be meant.",
    "Remove the element or move it to where it belongs; check the spelling and the namespace of its name.",
);

/// An element after others that must follow it.
pub(super) static ORDER: Rule = Rule::fatal(
    "schema-order",
    NO_TERMS,
    "{name} stands too late: it must come before {expected}.",
    "Put the elements in the order of the schema.",
);

/// An element that occurs once too often.
pub(super) static REPEATED: Rule = Rule::fatal(
    "schema-repeated",
    NO_TERMS,
    "{name} may stand only once here.",
    "Keep one of the repeated elements.",
);

/// A required child that is missing.
pub(super) static MISSING: Rule = Rule::fatal(
    "schema-missing",
    NO_TERMS,
    "{name} lacks the element {expected}.",
    "Add the element in its place, or leave out its whole parent.",
);

/// Text among elements.
pub(super) static TEXT: Rule = Rule::fatal(
    "schema-text",
    NO_TERMS,
    "{name} holds text outside of its child elements.",
    "Remove the text or put it into the element that it belongs to.",
);

/// A value that is none of its type.
pub(super) static VALUE: Rule = Rule::fatal(
    "schema-value",
    NO_TERMS,
    "{name} holds \"{found}\", which is not {expected}.",
    "Write the value in the form that the schema asks for.",
);

/// An attribute that the element cannot have.
pub(super) static ATTRIBUTE: Rule = Rule::fatal(
    "schema-attribute",
    NO_TERMS,
    "{name} has the attribute {found}, which is not allowed here.",
    "Remove the attribute.",
);

/// A required attribute that is missing.
pub(super) static ATTRIBUTE_MISSING: Rule = Rule::fatal(
    "schema-attribute-missing",
    NO_TERMS,
    "{name} lacks the attribute {expected}.",
    "Add the attribute.",
);

/// An attribute with a value that is none of its type.
pub(super) static ATTRIBUTE_VALUE: Rule = Rule::fatal(
    "schema-attribute-value",
    NO_TERMS,
    "{name} has an attribute of value {found}, where {expected} is asked for.",
    "Write the value that the schema asks for, or leave the attribute out.",
);

/// All of them, for the pages that list rules.
pub(crate) static RULES: [&Rule; 11] = [
    &ROOT,
    &SHAPE,
    &UNEXPECTED,
    &ORDER,
    &REPEATED,
    &MISSING,
    &TEXT,
    &VALUE,
    &ATTRIBUTE,
    &ATTRIBUTE_MISSING,
    &ATTRIBUTE_VALUE,
];
