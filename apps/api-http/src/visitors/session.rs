//! The signed-in visitor.

use crate::visitors::{cookies::Cookie, same_origin::is_same_origin};
use actix_web::HttpRequest;
use persistence::StoreError;
use runtime::wiring::App;
use sign_in::{SignedIn, form_token};
use use_cases::people::sign_in::signed_in;

/// A signed-in person with the session.
pub struct Visitor {
    pub signed_in: SignedIn,
    /// The value of the session cookie.
    pub cookie: String,
}

impl Visitor {
    /// Whether a form with this token was created for this session and comes from a page of this site.
    #[must_use]
    pub fn owns_form(&self, http: &HttpRequest, app: &App, sent: Option<&str>) -> bool {
        sent == Some(form_token(&self.cookie).as_str())
            && is_same_origin(http, &app.config.base_url)
    }
}

/// The signed-in person who makes a request; `None` without a session.
///
/// # Errors
/// Storage.
pub async fn visitor(http: &HttpRequest, app: &App) -> Result<Option<Visitor>, StoreError> {
    let Some(cookie) = Cookie::Session.read(http, &app.config.base_url) else { return Ok(None) };
    let found = signed_in(app, &cookie).await?;
    Ok(found.map(|signed_in| Visitor { signed_in, cookie }))
}
