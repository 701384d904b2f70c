use super::{
    answer::{Forms, failed, message, page as html, see_other, stale},
    entry::is_ours,
    next::Next,
    texts::Texts,
};
use crate::form;
use access::{OrganizationId, Tier};
use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, Path},
};
use api_http::SmallBody;
use api_http::visitors::{Language, Visitor, visitor};
use askama::Template;
use oauth::{GrantId, Parameters, authorizations::DecisionError};
use runtime::{config::LiveNetwork, wiring::App};
use sign_in::{Membership, form_token};
use use_cases::people::oauth::{
    Consent, ConsentError, ConsentPage, answer_fault, approve, consent_page, deny,
};

#[derive(Template)]
#[template(path = "consent.html")]
struct Shown<'a> {
    t: &'static Texts,
    grant: GrantId,
    form_token: String,
    app: &'a str,
    host: String,
    /// The address of the document in which an unregistered application describes itself.
    known_at: Option<&'a str>,
    loopback: bool,
    email: &'a str,
    companies: &'a [Membership],
    live_by_default: bool,
    scopes: Vec<(&'static str, &'static str)>,
    fault: Option<&'static str>,
}

/// The grant and the signed-in person; without a session, the answer that leads to the sign-in.
async fn entered(
    http: &HttpRequest,
    app: &App,
    id: &str,
) -> Result<(GrantId, Visitor), HttpResponse> {
    let language = Language::of(http);
    let grant: GrantId = id.parse().map_err(|_| over(language))?;
    match visitor(http, app).await {
        Ok(Some(visitor)) => Ok((grant, visitor)),
        Ok(None) => Err(see_other(&Next::Consent(grant).by("/sign-in"))),
        Err(error) => Err(failed(language, &error)),
    }
}

fn over(language: Language) -> HttpResponse {
    message(StatusCode::GONE, language, |t| t.over)
}

/// `GET /consent/{grant}`.
pub(super) async fn page(http: HttpRequest, app: Data<App>, id: Path<String>) -> HttpResponse {
    match entered(&http, &app, &id).await {
        Ok((grant, visitor)) => show(&http, &app, grant, &visitor, None).await,
        Err(answer) => answer,
    }
}

/// The consent page. A request with a fault redirects to the client, because the user has signed in by now.
async fn show(
    http: &HttpRequest,
    app: &App,
    id: GrantId,
    visitor: &Visitor,
    fault: Option<fn(&Texts) -> &'static str>,
) -> HttpResponse {
    let language = Language::of(http);
    let found = match consent_page(app, id, &visitor.signed_in).await {
        Ok(found) => found,
        Err(error) => return refused(language, &error),
    };
    let ConsentPage { grant, client, wanted, memberships } = found;
    let wanted = match wanted {
        Ok(wanted) => wanted,
        Err(error) => return redirected(language, answer_fault(app, id, &error).await),
    };
    let t = Texts::of(language);
    let shown = Shown {
        t,
        grant: id,
        form_token: form_token(&visitor.cookie),
        app: &client.metadata.client_name,
        host: grant.redirect_uri().shown_host(),
        known_at: client.id.document_host(),
        loopback: grant.redirect_uri().is_loopback(),
        email: &visitor.signed_in.email,
        companies: &memberships,
        live_by_default: app.config.live_network != LiveNetwork::None,
        scopes: wanted.scopes.names().map(|name| (name, language.scope(name))).collect(),
        fault: fault.map(|text| text(t)),
    };
    let status = if fault.is_some() { StatusCode::FORBIDDEN } else { StatusCode::OK };
    html(status, Forms::Anywhere, &shown)
}

fn refused(language: Language, error: &ConsentError) -> HttpResponse {
    match error {
        ConsentError::Decision(_) => over(language),
        ConsentError::Failure(error) => failed(language, error),
    }
}

fn redirected(language: Language, location: Result<String, ConsentError>) -> HttpResponse {
    match location {
        Ok(location) => see_other(&location),
        Err(error) => refused(language, &error),
    }
}

/// `POST /consent/{grant}`.
pub(super) async fn submit(
    http: HttpRequest,
    app: Data<App>,
    id: Path<String>,
    body: SmallBody,
) -> HttpResponse {
    let language = Language::of(&http);
    let (grant, visitor) = match entered(&http, &app, &id).await {
        Ok(entered) => entered,
        Err(answer) => return answer,
    };
    let Ok(form) = form::read(&http, &body) else { return stale(language) };
    if !is_ours(&http, &app, Some(&visitor.cookie), &form) {
        return stale(language);
    }
    match form.required("decision") {
        Ok("deny") => redirected(language, deny(&**app, grant).await),
        Ok("approve") => {
            let Some(consent) = consent_of(&form) else { return stale(language) };
            match approve(&**app, grant, &visitor.signed_in, consent).await {
                Ok(location) => see_other(&location),
                Err(ConsentError::Decision(DecisionError::NothingToGive)) => {
                    show(&http, &app, grant, &visitor, Some(|t| t.nothing_to_give)).await
                }
                Err(ConsentError::Decision(DecisionError::NoMember)) => {
                    show(&http, &app, grant, &visitor, Some(|t| t.no_company)).await
                }
                Err(error) => refused(language, &error),
            }
        }
        _ => stale(language),
    }
}

fn consent_of(form: &Parameters) -> Option<Consent> {
    let organization: OrganizationId = form.required("organization").ok()?.parse().ok()?;
    let mode = form.required("mode").ok()?;
    let tier = Tier::of_name(mode)?;
    Some(Consent { organization, tier })
}
