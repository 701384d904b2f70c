//! The documents of a period for the accountant.

use crate::pages::{choices, rows::ROWS};
use crate::{
    answer::see_other,
    blocks::{Action, Cell, Field, FormBlock, Link, Section, Table, facts},
    error::Page,
    form::Form,
    view::View,
    visit::{Visit, once, read},
};
use access::Scope;
use accounting_export::{Export, ExportFile, ExportId, FileSize};
use agent_requests::ExportCreate;
use api_http::{Body, error::ApiError, export_file, export_file_named};
use idempotency::Answer;
use use_cases::{
    invoicing::records::NewRecord,
    ledger::exports::{ask_for_export, delete_export, export, exports},
};

pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let context = visit.context(Scope::ReportRead)?;
    let (t, words) = (visit.t(), &visit.words);
    let (query, after) = visit.list()?;
    query.finish()?;
    let page = exports(&context, after, ROWS).await?;
    let next = visit.next_rows(&page);
    let mut view = View::new(t.exports);
    view.lead = t.exports_lead;
    view.links = vec![Link::main(visit.path("exports/new"), t.new_export)];
    let row = |export: &Export| {
        let period = words.days(export.period.from, export.period.to);
        vec![
            Cell::link(visit.path(&format!("exports/{}", export.id)), period),
            Cell::Badge(words.export_state(export.state)),
            words.time(export.created_at),
            words.time(export.expires_at),
        ]
    };
    let heads = vec![t.period, t.state, t.made_at, t.expires_at];
    let table = Table { next, ..Table::of(t.exports, heads, (&page.rows, t.no_exports), row) };
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

/// The month before this one is offered.
pub(in crate::pages) async fn new(visit: Visit) -> Page {
    visit.require(Scope::ReportRead)?;
    let today = service_day::date(visit.clock.now());
    let last = today.replace_day(1).ok().and_then(time::Date::previous_day).unwrap_or(today);
    let first = last.replace_day(1).unwrap_or(last);
    let form = Form::of(vec![("from", first.to_string()), ("to", last.to_string())]);
    form_view(&visit, &form).show(&visit)
}

pub(in crate::pages) async fn create(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::ReportRead)?;
    let mut object = form.object(&["from", "to"]);
    object.insert("include_files".to_owned(), (form.text("include_files") == "true").into());
    let (input, found) = read::<ExportCreate>(object);
    let new = NewRecord { input, found, lease: visit.lease("portal.exports", &form) };
    match ask_for_export(&context, new, |export: &Export| Answer::json(202, &export.id)).await {
        Ok(Answer { body, .. }) => {
            visit.notifier.jobs();
            let id: ExportId = serde_json::from_slice(&body).map_err(ApiError::internal)?;
            Ok(see_other(&visit.path(&format!("exports/{id}?done=saved"))))
        }
        Err(error) => View::refused(&visit, error, |found| form_view(&visit, &form).faulty(found)),
    }
}

fn form_view(visit: &Visit, form: &Form) -> View {
    let t = visit.t();
    let files = choices::yes_or_no(visit, form.filled("include_files").unwrap_or("true"));
    let fields = vec![
        once(form),
        Field::new("from", t.issued_from, form.text("from")).kind("date").required(),
        Field::new("to", t.issued_to, form.text("to")).kind("date").required(),
        Field::new("include_files", t.with_files, "").choice(files),
    ];
    let href = visit.path("exports/new");
    let form = Some(FormBlock { href, fields, submit: t.make_export });
    View { form, lead: t.exports_lead, ..View::new(t.new_export) }
}

/// One of them with its files, when it is ready.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    let context = visit.context(Scope::ReportRead)?;
    let id = ExportId(visit.id("id")?);
    let found = export(&context, id).await?;
    let (t, words) = (visit.t(), &visit.words);
    let mut view =
        View::new(format!("{} {}", t.export, words.days(found.period.from, found.period.to)));
    view.badges = vec![words.export_state(found.state)];
    view.links = vec![Link::new(visit.path("exports"), t.back)];
    let delete = Action::new(visit.path(&format!("exports/{id}/delete")), t.delete);
    view.actions = vec![delete.danger(t.delete_export_note)];
    view.facts = facts([
        (
            t.documents_done,
            Cell::text(format!("{} / {}", found.progress.done, found.progress.total)),
        ),
        (t.made_at, words.time(found.created_at)),
        (t.ended_at, words.moment(found.finished_at)),
        (t.expires_at, words.time(found.expires_at)),
        (
            t.last_error,
            Cell::maybe(found.error.as_deref().map(|error| words.stored_refusal(error))),
        ),
    ]);
    view.sections = vec![Section::table(t.files, files(&visit, &found))];
    view.show(&visit)
}

/// The files of one that is ready, as far as the role may have them.
fn files(visit: &Visit, made: &Export) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let files = made
        .downloads()
        .filter(|size| size.file != ExportFile::Archive || visit.may(Scope::InvoiceDownload));
    let files: Vec<_> = files.collect();
    let row = |size: &FileSize| {
        let name = size.file.name();
        let href = visit.path(&format!("exports/{}/files/{name}", made.id));
        vec![Cell::link(href, name), Cell::text(words.bytes(size.bytes))]
    };
    Table::of(t.files, vec![t.file, t.size], (&files, t.export_is_made), row)
}

pub(in crate::pages) async fn file(visit: Visit) -> Page {
    let context = visit.context(Scope::ReportRead)?;
    let wanted = export_file_named(visit.http.match_info().query("name"))?;
    if wanted == ExportFile::Archive {
        visit.require(Scope::InvoiceDownload)?;
    }
    Ok(export_file(&context, ExportId(visit.id("id")?), wanted).await?)
}

pub(in crate::pages) async fn delete(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    delete_export(&visit.context(Scope::ReportRead)?, ExportId(visit.id("id")?)).await?;
    Ok(see_other(&visit.path("exports?done=deleted")))
}
