//! The addresses of the pages.

use crate::{
    answer::{message, see_other},
    checking, chosen_language, documentation,
    error::{Page, PageError},
    error_page::error_pages,
    links, live, pages, stylesheet,
    texts::Texts,
    visit::path_in,
    workspace::{company_base, partner_base},
};
use actix_web::{
    HttpRequest,
    http::StatusCode,
    middleware::from_fn,
    web::{self, Data, Path, ServiceConfig},
};
use api_http::visitors::{Language, visitor};
use api_http::{
    not_found,
    paths::{Paths, get, post},
    register,
};
use runtime::wiring::App;
use use_cases::people::members::{Belongings, belongings};
use uuid::Uuid;

/// Puts the pages on the application.
pub fn configure(config: &mut ServiceConfig) {
    register(links::operations(), || web::to(not_found), config);
    config
        .configure(stylesheet::configure)
        .configure(Paths::of(|paths| {
            paths
                .route("/", get().to(pages::home::page))
                .route("/language", post().to(chosen_language::choose));
        }))
        .configure(documentation::configure)
        .configure(live::configure)
        .configure(checking::configure)
        .service(
            web::scope("/portal")
                .wrap(from_fn(error_pages))
                .configure(Paths::of(|paths| {
                    paths
                        .route("", get().to(first_company))
                        .route("/{organization}", get().to(usual_tier));
                }))
                .service(
                    web::scope("/{organization}/{mode}")
                        .configure(Paths::of(pages::configure))
                        .default_service(web::to(missing)),
                )
                .default_service(web::to(missing)),
        )
        .service(
            web::scope("/partner")
                .wrap(from_fn(error_pages))
                .configure(Paths::of(|paths| {
                    paths.route("/{partner}", get().to(usual_tier));
                }))
                .service(
                    web::scope("/{partner}/{mode}")
                        .configure(Paths::of(pages::partner::configure))
                        .default_service(web::to(missing)),
                )
                .default_service(web::to(missing)),
        );
}

async fn missing() -> Page {
    Err(PageError::Missing)
}

/// `GET /portal`: redirects to the first company of the signed-in person, or to the first partner.
async fn first_company(http: HttpRequest, app: Data<App>) -> Page {
    let visitor = visitor(&http, &app).await?.ok_or(PageError::SignIn)?;
    let user = visitor.signed_in.session.user;
    let Belongings { companies, partners } = belongings(&**app, user).await?;
    let company = companies.first().map(|first| company_base(first.organization));
    let partner = || partners.first().map(|first| partner_base(first.partner));
    let Some(base) = company.or_else(partner) else {
        let language = Language::of(&http);
        return Ok(message(
            &http,
            StatusCode::OK,
            language,
            Texts::of(language.written()).no_company,
        ));
    };
    Ok(see_other(&path_in(&base, app.config.live_network.usual_tier(), "")))
}

/// `GET /portal/{organization}` and `GET /partner/{partner}` redirect to the page of a tier, which checks who may see
/// it.
async fn usual_tier(http: HttpRequest, app: Data<App>, id: Path<String>) -> Page {
    let id = Uuid::try_parse(&id).map_err(|_| PageError::Missing)?;
    let kind = http.path().trim_start_matches('/').split('/').next().unwrap_or_default();
    Ok(see_other(&path_in(&format!("/{kind}/{id}"), app.config.live_network.usual_tier(), "")))
}
