//! One organization of a partner, and whether the partner may act for it.

use super::at_partner::AtPartner;
use crate::{
    blocks::{Action, Cell, Field, Link, Section, facts},
    error::{Page, PageError},
    view::View,
    visit::{path_in, read_right},
    workspace::Workspace,
};
use access::{Scope, Tier};
use agent_requests::EnrollBody;
use api_http::{Body, error::unverified};
use organizations::{ClaimAnswer, ClaimStatus, OrganizationRecord};
use peppol_connector::identifiers::Network;
use use_cases::{invoicing::usage::usage, network::organizations::request_claim};

pub(super) async fn page(visit: AtPartner) -> Page {
    let record = visit.managed(Scope::InvoiceRead).await?;
    organization_view(&visit, &record, None).await?.show(&visit)
}

async fn organization_view(
    visit: &AtPartner,
    record: &OrganizationRecord,
    claimed: Option<&ClaimAnswer>,
) -> Result<View, PageError> {
    let (t, words, firm) = (visit.t(), &visit.words, &record.organization);
    let used = usage(&visit.context_of(record)).await?;
    let account = &record.account;
    let mut view = View::new(&*firm.name);
    view.badges = vec![words.peppol_status(account.account.status())];
    view.links = links(visit, record);
    let participant = account.participant.as_ref().map(ToString::to_string);
    view.facts = facts([
        (t.id, Cell::Code(firm.id.to_string())),
        (t.ico, Cell::maybe(firm.ico.clone())),
        (t.dic, Cell::maybe(firm.dic.clone())),
        (t.ic_dph, Cell::maybe(firm.ic_dph.clone())),
        (t.email, Cell::maybe(firm.email.clone())),
        (t.peppol_id, Cell::maybe(participant)),
        (t.plan_name, Cell::text(used.plan.name())),
        (t.invoices_used, Cell::text(used.invoices.to_string())),
        (t.made_at, words.time(firm.created_at)),
    ]);
    if let Some(answer) = claimed {
        let section = Section::new(t.claim);
        let lead = words.claim_status(answer.status).to_owned();
        let links = answer.confirmation_url.clone().map(|url| Link::new(url, t.claim_link));
        view.sections = vec![Section { lead, links: links.into_iter().collect(), ..section }];
    }
    if visit.may(Scope::InvoiceSend) {
        view.actions = vec![claim_action(visit, record)];
    }
    Ok(view)
}

fn links(visit: &AtPartner, record: &OrganizationRecord) -> Vec<Link> {
    let t = visit.t();
    let id = record.organization.id;
    // who belongs to the company too sees its pages
    let own = visit.memberships.iter().find(|it| it.organization == id);
    let own = own.map(|it| Link::new(path_in(&it.base(), visit.tier, ""), t.to_company));
    let back = Link::new(visit.path(""), t.back);
    own.into_iter().chain([back]).collect()
}

fn claim_action(visit: &AtPartner, record: &OrganizationRecord) -> Action {
    let t = visit.t();
    let path = visit.path(&format!("organizations/{}/claim", record.organization.id));
    let note = match visit.tier {
        Tier::Test => t.claim_note_test,
        Tier::Live => t.claim_note,
    };
    Action { note, ..Action::new(path, t.claim) }.main().with(vec![
        Field::new("verificationTokenHex", t.token, "").hint(t.token_hint),
        Field::new("migrationCode", t.migration_code, "").hint(t.migration_code_hint),
    ])
}

/// Asks the organization to confirm that the partner may act for it.
pub(super) async fn claim(visit: AtPartner, body: Body) -> Page {
    let form = visit.form(&body)?;
    let record = visit.managed(Scope::InvoiceSend).await?;
    if !visit.networks.serves(Network::of(visit.tier)) {
        return Err(unverified().into());
    }
    let context = visit.context_of(&record);
    let asked = async {
        let proof = form.object(&["verificationTokenHex", "migrationCode"]);
        let proof = read_right::<EnrollBody>(proof)?;
        Ok::<_, PageError>(request_claim(&context, visit.member.partner, &proof).await?)
    };
    let answer = match asked.await {
        Ok(answer) => answer,
        Err(error) => {
            let page = organization_view(&visit, &record, None).await?;
            let rest = format!("organizations/{}", record.organization.id);
            return page.refused_at(&visit, &rest, &form, error);
        }
    };
    if answer.status == ClaimStatus::Sent {
        visit.notifier.jobs();
    }
    organization_view(&visit, &record, Some(&answer)).await?.show(&visit)
}
