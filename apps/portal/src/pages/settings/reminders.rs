use super::form_page::{form_page, saved};
use crate::{
    blocks::Field,
    error::Page,
    form::Form,
    pages::choices,
    view::View,
    visit::{Visit, read_right},
};
use access::Scope;
use agent_requests::ReminderSettingsBody;
use api_http::Body;
use correspondence::{EmailStore, ReminderSettings};
use languages::Language;
use serde_json::{Value, json};
use use_cases::ledger::correspondence::set_reminder_settings;

/// The days as people write them.
pub(super) fn days(settings: &ReminderSettings, off: &str) -> String {
    let days: Vec<_> = settings.days().iter().map(ToString::to_string).collect();
    if days.is_empty() { off.to_owned() } else { days.join(", ") }
}

pub(super) async fn page(visit: Visit) -> Page {
    let organization = visit.require(Scope::SettingsUpdate)?;
    let settings = visit.store.reminder_settings(organization, visit.tier).await?;
    let language = settings.language.map(Language::code).unwrap_or_default();
    let form = Form::of(vec![
        ("days_after_due_date", days(&settings, "")),
        ("language", language.to_owned()),
    ]);
    form_view(&visit, &form).show(&visit)
}

fn form_view(visit: &Visit, form: &Form) -> View {
    let t = visit.t();
    let chosen = form.text("language");
    let label = |it: Language| visit.words.language_name(it);
    let empty = Some(t.language_of_customer);
    let languages = choices::named(empty, &Language::ALL, Language::code, label, chosen);
    let days = form.text("days_after_due_date");
    let fields = vec![
        Field::new("days_after_due_date", t.reminder_days, days).hint(t.reminder_days_hint),
        Field::new("language", t.language, "").choice(languages),
    ];
    View { lead: t.reminders_lead, ..form_page(visit, t.reminders, "reminders", fields) }
}

pub(super) async fn save(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    let typed = form.text("days_after_due_date").split([',', ' ']).filter(|day| !day.is_empty());
    let days: Vec<Value> =
        typed.map(|day| day.parse::<i64>().map_or(json!(day), |day| json!(day))).collect();
    let mut object = form.object(&["language"]);
    object.insert("days_after_due_date".to_owned(), days.into());
    match read_right::<ReminderSettingsBody>(object) {
        Ok(settings) => {
            set_reminder_settings(&context, &settings).await?;
            saved(&visit)
        }
        Err(found) => View::refused(&visit, found, |found| form_view(&visit, &form).faulty(found)),
    }
}
