use super::{badges, form, totals};
use crate::{
    answer::see_other,
    blocks::{Action, Cell, Fact, Field, Link, facts},
    error::Page,
    view::View,
    visit::Visit,
};
use ::projects::{Project, ProjectId};
use access::Scope;
use api_http::Body;
use invoicing::{InvoiceStore, Violations};
use time::Date;
use use_cases::ledger::projects::{delete_project, project_totals};

/// A project with the totals of its documents.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::ProjectRead)?;
    let id = ProjectId(visit.id("id")?);
    let (mut query, _) = visit.list()?;
    let days = (query.date("date_from"), query.date("date_to"));
    query.finish()?;
    let summed = project_totals(&context, id, days).await?;
    let project = &summed.project;
    let customer = match project.customer_id {
        Some(id) => Some(visit.store.contact(context.organization, id).await?.contact),
        None => None,
    };
    let customer = customer.map_or(Cell::Nothing, |contact| {
        Cell::link(visit.path(&format!("customers/{}", contact.id)), contact.party.name)
    });
    let mut view = View::new(&*project.name);
    view.badges = badges(visit.t(), project);
    view.links = documents(&visit, id);
    view.facts = described(&visit, project, customer);
    view.filters = filters(&visit, days);
    view.sections = totals::sections(&visit, &summed);
    if visit.may(Scope::ProjectUpdate) {
        let typed = form::filled_form(project);
        view.form = Some(form::block(&visit, &typed, Some(project), &Violations::new()).await?);
    }
    if visit.may(Scope::ProjectDelete) {
        let href = visit.path(&format!("projects/{id}/delete"));
        let note = visit.t().delete_project_note;
        view.actions = vec![Action::new(href, visit.t().delete).danger(note)];
    }
    view.show(&visit)
}

/// The lists of its documents.
fn documents(visit: &Visit, id: ProjectId) -> Vec<Link> {
    let t = visit.t();
    let lists = [
        ("invoices", t.invoices, Scope::InvoiceRead),
        ("expenses", t.expenses, Scope::InvoiceRead),
        ("contracts", t.contracts, Scope::ContractRead),
    ];
    let seen = lists.into_iter().filter(|(_, _, scope)| visit.may(*scope));
    seen.map(|(list, label, _)| Link::new(visit.path(&format!("{list}?project_id={id}")), label))
        .collect()
}

fn described(visit: &Visit, project: &Project, customer: Cell) -> Vec<Fact> {
    let (t, words) = (visit.t(), &visit.words);
    let budget = project.budget.map(|it| words.amount(it.amount, it.currency.code()));
    facts([
        (t.project_code, Cell::text(&*project.code)),
        (t.customer, customer),
        (t.project_start, words.day(project.start_date)),
        (t.project_end, words.day(project.end_date)),
        (t.budget, budget.unwrap_or(Cell::Nothing)),
        (t.plain_note, Cell::maybe(project.note.clone())),
        (t.project_archived_at, words.moment(project.archived_at)),
    ])
}

fn filters(visit: &Visit, (from, to): (Option<Date>, Option<Date>)) -> Vec<Field> {
    let t = visit.t();
    let day = |day: Option<Date>| day.map(|day| day.to_string()).unwrap_or_default();
    vec![
        Field::new("date_from", t.documents_from, day(from)).kind("date"),
        Field::new("date_to", t.documents_to, day(to)).kind("date"),
    ]
}

/// Deletes one that no document names.
pub(in crate::pages) async fn delete(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    let context = visit.context(Scope::ProjectDelete)?;
    delete_project(&context, ProjectId(visit.id("id")?)).await?;
    Ok(see_other(&visit.path("projects?done=deleted")))
}
