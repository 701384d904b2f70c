//! The texts of refusals by kind: in Slovak all of them, and in English those where the text of the domain names members of
//! the API.

mod english;
mod slovak;

pub use english::ENGLISH;
pub use slovak::TABLES as SLOVAK;

/// The name of a kind and its text, with the names of its arguments in braces.
pub type Text = (&'static str, &'static str);
