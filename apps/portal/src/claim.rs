//! The page of a claim: its link asks the organization whether a partner may register it.

use crate::{rendered, texts::Texts};
use api_http::visitors::Language;
use askama::Template;
use organizations::ClaimRecord;

/// How the page is shown.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// The path of the page.
    pub path: &'a str,
    /// The language of the page.
    pub language: Language,
}

/// The content of the page.
enum Content<'a> {
    Question(&'a ClaimRecord),
    Confirmed(&'a ClaimRecord),
    Refusal(&'static str),
}

#[derive(Template)]
#[template(path = "claim.html")]
struct ClaimPage<'a> {
    t: &'static Texts,
    back: &'a str,
    content: Content<'a>,
}

impl<'a> ClaimPage<'a> {
    fn html(content: Content<'a>, shown: Shown<'a>) -> String {
        rendered(&Self { t: Texts::of(shown.language.written()), back: shown.path, content })
    }
}

/// The page that asks for the confirmation.
#[must_use]
pub fn claim_question(claim: &ClaimRecord, shown: Shown<'_>) -> String {
    ClaimPage::html(Content::Question(claim), shown)
}

/// The page of what was confirmed.
#[must_use]
pub fn claim_confirmed(claim: &ClaimRecord, shown: Shown<'_>) -> String {
    ClaimPage::html(Content::Confirmed(claim), shown)
}

/// Why a claim cannot be confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoClaim {
    /// There is no such link, or no longer.
    NotValid,
    /// Another organization has the same numbers.
    Collision,
    /// The registration is refused.
    Refused,
    /// The service or the network does not answer.
    NotNow,
}

/// The page that explains why a claim cannot be confirmed.
#[must_use]
pub fn no_claim(why: NoClaim, shown: Shown<'_>) -> String {
    let t = Texts::of(shown.language.written());
    let text = match why {
        NoClaim::NotValid => t.claim_not_valid,
        NoClaim::Collision => t.claim_taken,
        NoClaim::Refused => t.claim_refused,
        NoClaim::NotNow => t.claim_not_now,
    };
    ClaimPage::html(Content::Refusal(text), shown)
}
