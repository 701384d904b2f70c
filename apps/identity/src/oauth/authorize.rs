use crate::pages::{self, Language};
use actix_web::{HttpRequest, HttpResponse, web::Data};
use api_http::client_address;
use oauth::Parameters;
use runtime::wiring::App;
use sign_in::Attempt;
use use_cases::{
    oauth::{AuthorizeError, begin},
    sign_in::admit,
};

/// `GET …/authorize`: keeps the request and goes on to the page of consent, under an id that nobody can
/// guess. Nothing of the request travels through the forms after it.
pub(super) async fn authorize(http: HttpRequest, app: Data<App>) -> HttpResponse {
    let language = Language::of(&http);
    let address = client_address(&http, app.config.client_address_header.as_deref());
    let attempt = Attempt::Authorization;
    match admit(&**app, attempt.from_address(address), attempt.limit()).await {
        Ok(Ok(())) => {}
        Ok(Err(limited)) => return pages::too_often(language, limited),
        Err(error) => return pages::failed(language, &error),
    }
    let parameters = Parameters::parse(http.query_string().as_bytes());
    match begin(&**app, &parameters).await {
        Ok(grant) => pages::see_other(&format!("/consent/{}", grant.id)),
        Err(AuthorizeError::NoWayBack(why)) => pages::no_way_back(language, why),
        Err(AuthorizeError::Store(error)) => pages::failed(language, &error),
    }
}
