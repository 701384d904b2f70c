use super::form_page::{form_page, saved};
use crate::{
    blocks::Field,
    error::{Page, PageError},
    form::Form,
    pages::choices,
    view::View,
    visit::{Visit, read_right},
};
use access::Scope;
use agent_requests::SeriesFormatBody;
use api_http::Body;
use invoicing::{
    InvoiceStore, InvoiceType,
    numbering::{SeriesFormat, YearStyle},
};
use serde_json::json;
use std::collections::BTreeMap;
use use_cases::invoicing::number_series::set_series_format;

/// How the numbers of a type look.
pub(super) fn format_of(
    formats: &BTreeMap<InvoiceType, SeriesFormat>,
    kind: InvoiceType,
) -> SeriesFormat {
    formats.get(&kind).cloned().unwrap_or_else(|| SeriesFormat::default_for(kind))
}

fn series(visit: &Visit) -> Result<InvoiceType, PageError> {
    let name = visit.http.match_info().query("type");
    InvoiceType::of_name(name).ok_or(PageError::Missing)
}

pub(super) async fn page(visit: Visit) -> Page {
    let organization = visit.require(Scope::SettingsUpdate)?;
    let kind = series(&visit)?;
    let format = format_of(&visit.store.series_formats(organization).await?, kind);
    let form = Form::of(vec![
        ("prefix", format.prefix.clone()),
        ("year", format.year.name().to_owned()),
        ("width", format.width.to_string()),
    ]);
    form_view(&visit, kind, &form).show(&visit)
}

fn form_view(visit: &Visit, kind: InvoiceType, form: &Form) -> View {
    let (t, words) = (visit.t(), &visit.words);
    let all = [YearStyle::Four, YearStyle::Two, YearStyle::None];
    let label = |it| words.year_style(it);
    let years = choices::named(None, &all, YearStyle::name, label, form.text("year"));
    let fields = vec![
        Field::new("prefix", t.prefix, form.text("prefix")).hint(t.prefix_hint),
        Field::new("year", t.year, "").choice(years),
        Field::new("width", t.digits, form.text("width")).kind("number"),
    ];
    let rest = format!("numbering/{}", kind.name());
    let lead = words.invoice_type(kind);
    View { lead, ..form_page(visit, t.numbering, &rest, fields) }
}

pub(super) async fn save(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    let kind = series(&visit)?;
    let mut object = form.whole_object(&["prefix", "year"]);
    let width = form.text("width").parse::<i64>().map_or(json!(form.text("width")), |it| json!(it));
    object.insert("width".to_owned(), width);
    match read_right::<SeriesFormatBody>(object) {
        Ok(format) => {
            set_series_format(&context, kind, &format).await?;
            saved(&visit)
        }
        Err(found) => {
            View::refused(&visit, found, |found| form_view(&visit, kind, &form).faulty(found))
        }
    }
}
