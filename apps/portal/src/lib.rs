//! The pages of a company: what the Agent API does, for people who sign in. Each page parses its form, calls one use
//! case and shows the result. Pages are plain forms, which work without JavaScript.
//!
//! A page is below `/portal/{organization}/{mode}`, so that two windows can show two companies, or the sandbox and
//! production. The company of others answers 404; a scope that the role lacks answers 403.

mod answer;
mod asset;
mod blocks;
mod chart;
mod checking;
mod chosen_language;
mod claim;
mod document_view;
mod documentation;
mod error;
mod error_page;
mod event_words;
mod fields;
mod form;
mod frame;
mod links;
mod live;
mod pages;
mod posted;
mod record_words;
mod refusals;
mod response_words;
mod routes;
mod stylesheet;
mod trail_words;
mod unsent_form;
mod view;
mod visit;
mod words;
mod workspace;

pub use error_page::errors_for_people;
pub use routes::configure;

use api_http::Operation;
// what a page says, under a short name
use page_texts as texts;

/// The operations that the OpenAPI document names: what is behind links.
#[must_use]
pub fn operations() -> Vec<Operation> {
    links::operations()
}

/// A page as HTML; empty when it cannot be rendered.
fn rendered(page: &impl askama::Template) -> String {
    page.render().unwrap_or_else(|error| {
        tracing::error!(%error, "page cannot be rendered: an empty one is shown");
        String::new()
    })
}

#[cfg(test)]
mod texts_in_use;
