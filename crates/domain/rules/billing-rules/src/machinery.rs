//! What rules are made of, for crates that check other documents than invoices: the index of a document,
//! hits, tables of shapes, and the rules of invoices for an invoice that stands in another document. A
//! crate puts its parts together in a [`RuleBook`](crate::RuleBook); [`validate`](crate::validate) takes
//! it from there.
//!
//! | to | begin with |
//! |---|---|
//! | go from element to element | [`Index`] |
//! | say that a rule failed | [`Hits::push`] |
//! | run a stylesheet that may give up | [`run`] |
//! | prescribe the shape of documents | [`Schema::of_tables`] |
//! | ask rules of invoices of a part of a document | [`Index::of_part`], [`Hits::of_part`] |

pub use crate::adaptation::Adaptation;
pub use crate::code_list::CodeList;
pub use crate::index::{Attribute, Element, Index};
pub use crate::logic::{Truth, both, either};
pub use crate::names::{CREDIT_NOTE, INVOICE, Name, cac, cbc, eusr, pxs, tsr};
pub use crate::peppol::{check_reported as check_peppol_of_part, seller_country};
pub use crate::schema::{Schema, UBL_TYPES};
pub use crate::ubl::check as check_en16931_ubl;
pub use crate::verdict::{Cause, Hits, StylesheetAborted, Value, run};
pub use xml::white_space::{is_blank, is_space, normalized, trimmed};
