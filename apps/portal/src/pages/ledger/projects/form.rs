use super::status;
use crate::pages::{
    choices,
    finding::{self, Nobody, is_asked},
};
use crate::{
    answer::see_other,
    blocks::{Field, FormBlock, Link},
    error::{Page, PageError},
    form::{Form, fault_at, number},
    view::View,
    visit::{Visit, once, read},
};
use ::projects::{Project, ProjectId, ProjectStatus, ProjectStore};
use access::Scope;
use agent_requests::ProjectBody;
use api_http::{Body, error::ApiError};
use idempotency::Answer;
use invoicing::Violations;
use serde_json::{Map, Value, json};
use use_cases::{
    invoicing::records::NewRecord,
    ledger::projects::{add_project, change_project},
};

/// The fields that are sent as they were entered.
const TEXTS: [&str; 7] =
    ["code", "name", "customer_id", "start_date", "end_date", "note", "status"];

pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::ProjectCreate)?;
    let mut query = visit.query()?;
    let customer = query.text("customer_id").map(|id| ("customer_id", id));
    query.finish()?;
    let typed = Form::of(customer.into_iter().collect());
    view(&visit, &typed, None, &Violations::new()).await?.show(&visit)
}

pub(in crate::pages) async fn create(visit: Visit, body: Body) -> Page {
    let typed = visit.form(&body)?;
    let context = visit.context(Scope::ProjectCreate)?;
    if is_asked(&typed, "customer_id") {
        return view(&visit, &typed, None, &Violations::new()).await?.show(&visit);
    }
    let (input, found) = read::<ProjectBody>(object(&typed));
    let lease = visit.lease("portal.projects", &typed);
    let respond = |project: &Project| Answer::json(201, &project.id);
    match add_project(&context, NewRecord { input, found, lease }, respond).await {
        Ok(Answer { body, .. }) => {
            let id: ProjectId = serde_json::from_slice(&body).map_err(ApiError::internal)?;
            Ok(see_other(&visit.path(&format!("projects/{id}?done=saved"))))
        }
        Err(error) => refused(&visit, error, &typed, None).await,
    }
}

/// Changes it, closes it, archives or restores it.
pub(in crate::pages) async fn save(visit: Visit, body: Body) -> Page {
    let typed = visit.form(&body)?;
    let context = visit.context(Scope::ProjectUpdate)?;
    let id = ProjectId(visit.id("id")?);
    let project = visit.store.project(context.organization, id).await?;
    if is_asked(&typed, "customer_id") {
        return view(&visit, &typed, Some(&project), &Violations::new()).await?.show(&visit);
    }
    let (input, found) = read::<ProjectBody>(object(&typed));
    match change_project(&context, id, &input, &found).await {
        Ok(_) => Ok(see_other(&visit.path(&format!("projects/{id}?done=saved")))),
        Err(error) => refused(&visit, error, &typed, Some(&project)).await,
    }
}

async fn refused(
    visit: &Visit,
    error: impl Into<PageError>,
    typed: &Form,
    project: Option<&Project>,
) -> Page {
    let page = view(visit, typed, project, &Violations::new()).await?;
    View::refused(visit, error, |found| page.faulty(found))
}

fn object(form: &Form) -> Map<String, Value> {
    let mut object = form.object(&TEXTS);
    object.extend(form.text("version").parse::<i64>().map(|it| ("version".to_owned(), it.into())));
    let mut budget = Map::new();
    budget.extend(form.filled("budget").map(|it| ("amount".to_owned(), number(it).into())));
    budget.extend(form.filled("currency").map(|it| ("currency".to_owned(), it.into())));
    if budget.contains_key("amount") {
        object.insert("budget".to_owned(), budget.into());
    }
    if let Some(text) = form.filled("archived") {
        object.insert("archived".to_owned(), json!(text == "true"));
    }
    object
}

/// A project as it would be typed.
pub(super) fn filled_form(project: &Project) -> Form {
    let text = |text: Option<String>| text.unwrap_or_default();
    let budget = project.budget.map(|it| it.amount.to_string());
    Form::of(vec![
        ("version", project.version.to_string()),
        ("code", project.code.clone()),
        ("name", project.name.clone()),
        ("customer_id", text(project.customer_id.map(|id| id.to_string()))),
        ("start_date", text(project.start_date.map(|day| day.to_string()))),
        ("end_date", text(project.end_date.map(|day| day.to_string()))),
        ("budget", text(budget)),
        ("currency", text(project.budget.map(|it| it.currency.code().to_owned()))),
        ("note", text(project.note.clone())),
        ("status", project.status.name().to_owned()),
        ("archived", project.archived_at.is_some().to_string()),
    ])
}

async fn view(
    visit: &Visit,
    typed: &Form,
    project: Option<&Project>,
    found: &Violations,
) -> Result<View, PageError> {
    let title = project.map_or(visit.t().new_project, |project| project.name.as_str());
    let links = vec![Link::new(visit.path("projects"), visit.t().back)];
    let form = Some(block(visit, typed, project, found).await?);
    Ok(View { form, links, ..View::new(title) })
}

/// The form of a new or an existing project.
pub(super) async fn block(
    visit: &Visit,
    typed: &Form,
    project: Option<&Project>,
    found: &Violations,
) -> Result<FormBlock, PageError> {
    let t = visit.t();
    let field = |name: &'static str, label| {
        Field::new(name, label, typed.text(name)).fault(fault_at(found, name))
    };
    let named = ("customer_id", t.customer);
    let customer = finding::field(visit, named, Nobody::Choose, typed).await?;
    let mut fields = vec![
        once(typed),
        field("name", t.project).required(),
        field("code", t.project_code).required().hint(t.project_code_hint),
        customer.fault(fault_at(found, "customer_id")),
        field("start_date", t.project_start).kind("date"),
        field("end_date", t.project_end).kind("date"),
        field("budget", t.budget).fault(fault_at(found, "budget.amount")),
        field("currency", t.currency).choice(choices::currencies(visit, typed.text("currency"))),
        field("note", t.plain_note).area(),
    ];
    if let Some(project) = project {
        fields.push(Field::hidden("version", typed.text("version")));
        let label = |it| status(t, it).text;
        let chosen = typed.filled("status").unwrap_or(project.status.name());
        let all = &ProjectStatus::ALL;
        let statuses = choices::named(None, all, ProjectStatus::name, label, chosen);
        let archived = typed.filled("archived").unwrap_or("false");
        fields.push(field("status", t.state).choice(statuses));
        fields.push(
            field("archived", t.project_archived).choice(choices::yes_or_no(visit, archived)),
        );
    }
    let href = match project {
        None => visit.path("projects/new"),
        Some(project) => visit.path(&format!("projects/{}", project.id)),
    };
    Ok(FormBlock { href, fields, submit: t.save })
}
