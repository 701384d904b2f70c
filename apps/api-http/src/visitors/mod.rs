//! The visitor of a page: the login session, the language, and the HTTP answers of pages.

mod answer;
mod cookies;
mod language;
mod moment;
mod own_page;
mod same_origin;
mod scopes;
mod session;
mod session_caller;

pub use answer::{html, see_other};
pub use cookies::Cookie;
pub use language::Language;
pub use moment::Moment;
pub use own_page::{is_page, sign_in_for, with_value};
pub use same_origin::is_same_origin;
pub use session::{Visitor, visitor};
pub use session_caller::{from_here, session_caller};
