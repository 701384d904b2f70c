//! What the company has set: its record, how its invoices look, are numbered, sent and called in.

mod company;
mod logo;
mod network;
mod numbering;
mod overview;
mod reminders;
mod responses;
mod sending;

use crate::{
    blocks::{Field, FormBlock, Link},
    error::{Page, PageError},
    frame::see_other,
    view::View,
    visit::{Visit, read},
};
use access::{KeyScope, Scope};
use actix_web::web::{ServiceConfig, get, post};
use agent_requests::OrganizationOptions;
use organizations::{OrganizationRecord, OrganizationStore};
use serde_json::{Map, Value};
use use_cases::organizations::{AskedChange, change_organization};

pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route("/settings", get().to(overview::page))
        .route("/settings/company", get().to(company::page))
        .route("/settings/company", post().to(company::save))
        .route("/settings/logo", get().to(logo::page))
        .route("/settings/logo", post().to(logo::save))
        .route("/settings/logo/remove", post().to(logo::remove))
        .route("/settings/logo/image", get().to(logo::image))
        .route("/settings/sample.pdf", get().to(logo::sample))
        .route("/settings/network", get().to(network::page))
        .route("/settings/network/enroll", post().to(network::register))
        .route("/settings/network/deactivate", post().to(network::give_up))
        .route("/settings/numbering/{type}", get().to(numbering::page))
        .route("/settings/numbering/{type}", post().to(numbering::save))
        .route("/settings/sending", get().to(sending::page))
        .route("/settings/sending", post().to(sending::save))
        .route("/settings/responses", get().to(responses::page))
        .route("/settings/responses", post().to(responses::save))
        .route("/settings/reminders", get().to(reminders::page))
        .route("/settings/reminders", post().to(reminders::save));
}

async fn record(visit: &Visit) -> Result<OrganizationRecord, PageError> {
    let id = visit.member.organization;
    Ok(visit.store.organization_record(KeyScope::Organization(id), id).await?)
}

fn saved(visit: &Visit) -> Page {
    Ok(see_other(&visit.path("settings?done=saved")))
}

fn form_page(visit: &Visit, title: &'static str, rest: &str, fields: Vec<Field>) -> View {
    let href = visit.path(&format!("settings/{rest}"));
    let links = vec![Link::new(visit.path("settings"), visit.t().back)];
    let form = Some(FormBlock { href, fields, submit: visit.t().save });
    View { form, links, ..View::new(title) }
}

/// Changes what is named of the record.
async fn changed(visit: &Visit, object: Map<String, Value>) -> Result<(), PageError> {
    let organization = visit.require(Scope::SettingsUpdate)?;
    let ((options, settings), found) = read::<OrganizationOptions>(object);
    let asked = AskedChange { options, settings, found };
    let who = (KeyScope::Organization(organization), visit.tier);
    change_organization(&**visit, who, organization, &asked).await?;
    Ok(())
}
