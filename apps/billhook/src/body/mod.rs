//! Reading JSON bodies exactly, saying everything that is wrong with them at once.
//!
//! serde's derived readers stop at the first fault, let the last of two equal members win and
//! push numbers through floats. Here a body is read member by member over `serde_json`'s raw
//! values: numbers stay text until [`money::parse`] reads them, unknown and repeated members are
//! violations with their path.

mod customer;
mod invoice;
mod reader;
mod series_format;

pub use customer::CUSTOMER_FIELDS;
pub use invoice::{INVOICE_FIELDS, ITEM_FIELDS, invoice_request};
pub use reader::{Found, Object, Value, parse, parse_date};
pub use series_format::series_format;
