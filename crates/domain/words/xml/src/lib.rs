//! XML, read and written in one place.
//!
//! Reading: [`Parsed::read`] lets [`admit`] look at the bytes and then parses them. A [`Parsed`]
//! document is handed on by reference: what detects, validates, explains, repairs or converts it
//! takes the tree and never the bytes, so a document is parsed once however much is done with it.
//! Of a plain document one pass makes rows ([`Flat`]), which is all that the rules need of a valid document. Its tree
//! is made on demand.
//!
//! Writing: a [`Writer`] indents by two spaces, escapes all text and depends on nothing but its
//! input: the same calls give the same bytes.
//!
//! | to | begin with |
//! |---|---|
//! | read a document | [`Parsed::read`] |
//! | have one in UTF-8 that declares another encoding | [`utf8`] |
//! | write one | [`Writer::new`] |
//! | know what an element that was written was made of | [`Sources`] |
//! | check elements without a tree where there is none | [`XmlElement`] |
//! | check values of elements | [`schema::Kind`], [`white_space`] |
//! | look at bytes before any parser does | [`admit`] |
//! | find the parts of an envelope without a tree of all | [`Outline::read_within`] |
//! | read the head of a document without a tree of its lines | [`without_elements`] |
//! | read a document of many like elements in little memory | [`Pieces`] |
//! | sign a document, or check its signature | [`Canonical`] |
//!
//! ```
//! use xml::{Parsed, Writer};
//!
//! let mut writer = Writer::new();
//! writer.group("greeting", &[("xmlns", "urn:x"), ("to", "R&D")], |writer| {
//!     writer.leaf("text", &[], "1 < 2");
//! });
//! let text = writer.finish();
//! let document = Parsed::read(text.as_bytes())?;
//! assert_eq!(document.root().attribute("to"), Some("R&D"));
//! # Ok::<(), xml::Unreadable>(())
//! ```

#![deny(clippy::disallowed_methods)]

mod canonical;
mod element;
mod encoding;
mod escape;
mod flat;
mod guard;
mod outline;
mod parsed;
pub mod schema;
mod sources;
pub mod white_space;
mod writer;

pub use canonical::{Canonical, Steps, TooManySteps};
pub use element::{QName, XmlElement};
pub use encoding::utf8;
pub use escape::{escape_attribute, escape_text, is_char};
pub use flat::{Flat, FlatAttribute, FlatElement, Row, RowKind};
pub use guard::{Limits, Refusal, RefusalKind, admit};
pub use outline::{Cut, Outline, Pieces, without_elements};
pub use parsed::{Cause, NotWellFormed, Parsed, Readable, Unreadable, parses_on_this_thread};
pub use roxmltree::{Document, Node, NodeId};
pub use sources::{Place, Sources};
pub use writer::{Name, Opened, Writer};

refusals::list![NotWellFormed, RefusalKind, Unreadable];
