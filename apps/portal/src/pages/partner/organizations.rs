use super::at_partner::AtPartner;
use crate::{
    answer::see_other,
    blocks::{Cell, Field, FormBlock, Link, Section, Table},
    error::Page,
    form::{Form, body, fault_at},
    pages::{choices, invoicing::party, rows::ROWS},
    view::View,
    visit::once,
};
use access::{OrganizationId, Scope};
use agent_requests::new_organization;
use api_http::{Body, error::ApiError};
use idempotency::Answer;
use invoicing::Violations;
use organizations::{Creation, OrganizationFilter, OrganizationRecord, OrganizationStore};
use peppol_connector::registration::PeppolStatus;
use use_cases::network::organizations::create_organization;
use uuid::Uuid;

const TEXTS: [&str; 6] = ["name", "ico", "dic", "ic_dph", "email", "phone"];

/// The organizations that the partner manages, the newest first.
pub(super) async fn list(visit: AtPartner) -> Page {
    visit.allow(Scope::InvoiceRead)?;
    let t = visit.t();
    let (mut query, after) = visit.list()?;
    let filter = OrganizationFilter {
        name: query.text("name"),
        ico: query.text("ico"),
        status: query.one_of("peppol_status", &PeppolStatus::ALL, PeppolStatus::name),
        ..OrganizationFilter::default()
    };
    query.finish()?;
    let page = visit.store.organization_records(visit.reach(), &filter, after, ROWS).await?;
    let mut view = View::new(t.organizations);
    view.lead = t.organizations_lead;
    if visit.may(Scope::OrgProvision) {
        view.links = vec![Link::main(visit.path("organizations/new"), t.new_organization)];
    }
    view.links.push(Link::new(format!("/members/partner/{}", visit.member.partner), t.members));
    view.filters = filters(&visit, &filter);
    let heads = vec![t.name, t.ico, t.dic, t.network, t.plan_name, t.made_at];
    let row = |record: &OrganizationRecord| row(&visit, record);
    let table = Table::of(t.organizations, heads, (&page.rows, t.no_organizations), row);
    let table = Table { next: visit.next_rows(&page), ..table };
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

fn filters(visit: &AtPartner, filter: &OrganizationFilter) -> Vec<Field> {
    let t = visit.t();
    let chosen = filter.status.map_or("", PeppolStatus::name);
    let label = |it| visit.words.peppol_status(it).text;
    let all = &PeppolStatus::ALL;
    let states = choices::named(Some(t.any), all, PeppolStatus::name, label, chosen);
    vec![
        Field::new("name", t.name, filter.name.as_deref().unwrap_or_default()),
        Field::new("ico", t.ico, filter.ico.as_deref().unwrap_or_default()),
        Field::new("peppol_status", t.network, "").choice(states),
    ]
}

fn row(visit: &AtPartner, record: &OrganizationRecord) -> Vec<Cell> {
    let (words, firm) = (&visit.words, &record.organization);
    vec![
        Cell::link(visit.path(&format!("organizations/{}", firm.id)), &*firm.name),
        Cell::maybe(firm.ico.clone()),
        Cell::maybe(firm.dic.clone()),
        Cell::Badge(words.peppol_status(record.account.account.status())),
        Cell::text(firm.plan.name()),
        words.time(firm.created_at),
    ]
}

pub(super) async fn new(visit: AtPartner) -> Page {
    visit.allow(Scope::OrgProvision)?;
    let form = Form::of(vec![("country", "SK".to_owned())]);
    form_view(&visit, &form, &Violations::new()).show(&visit)
}

/// Makes one, once however often the form is sent.
pub(super) async fn create(visit: AtPartner, sent: Body) -> Page {
    let form = visit.form(&sent)?;
    visit.allow(Scope::OrgProvision)?;
    let object = party::object(&form, form.object(&TEXTS));
    let id = OrganizationId(Uuid::now_v7());
    let new = new_organization(&body(object), id, visit.clock.now()).map_err(ApiError::from);
    let by = (visit.member.partner, visit.tier, visit.person());
    let lease = visit.lease("portal.organizations", &form);
    let respond = |creation: &Creation| Answer::json(201, &creation.result().organization.id);
    match create_organization(&*visit, by, new, lease, respond).await {
        Ok(Answer { body, .. }) => {
            let id: OrganizationId = serde_json::from_slice(&body).map_err(ApiError::internal)?;
            Ok(see_other(&visit.path(&format!("organizations/{id}?done=saved"))))
        }
        Err(error) => View::refused(&visit, error, |found| form_view(&visit, &form, found)),
    }
}

fn form_view(visit: &AtPartner, form: &Form, found: &Violations) -> View {
    let t = visit.t();
    let field = |name, label| Field::new(name, label, form.text(name)).fault(fault_at(found, name));
    let mut fields = vec![once(form)];
    fields.extend(party::fields(t, form, found));
    fields.extend([
        field("email", t.email).kind("email").hint(t.claim_email_hint),
        field("phone", t.phone).hint(t.phone_hint),
    ]);
    let href = visit.path("organizations/new");
    let form = Some(FormBlock { href, fields, submit: t.save });
    View { form, ..View::new(t.new_organization) }
}
