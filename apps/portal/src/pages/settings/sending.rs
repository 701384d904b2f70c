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
use agent_requests::SendSettingsBody;
use api_http::Body;
use peppol_connector::ports::SendSettingsStore;
use use_cases::sending::send_settings::set_send_mode;

pub(super) async fn page(visit: Visit) -> Page {
    let organization = visit.require(Scope::SettingsUpdate)?;
    let mode = visit.store.send_mode(organization).await?;
    let time = mode.time().unwrap_or_default();
    let form = Form::of(vec![("mode", mode.name().to_owned()), ("time", time)]);
    form_view(&visit, &form).show(&visit)
}

fn form_view(visit: &Visit, form: &Form) -> View {
    let t = visit.t();
    let all = ["immediate", "scheduled", "manual"];
    let label = |it| match it {
        "immediate" => t.send_immediate,
        "scheduled" => t.send_scheduled,
        _ => t.send_manual,
    };
    let modes = choices::named(None, &all, |it| it, label, form.text("mode"));
    let fields = vec![
        Field::new("mode", t.sending, "").choice(modes),
        Field::new("time", t.time_of_day, form.text("time")).kind("time").hint(t.send_time_hint),
    ];
    View { lead: t.send_modes_lead, ..form_page(visit, t.sending, "sending", fields) }
}

pub(super) async fn save(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    let mut object = form.object(&["mode"]);
    // the form always has the field, but it only applies to this mode
    if form.text("mode") == "scheduled" {
        object.extend(form.object(&["time"]));
    }
    match read_right::<SendSettingsBody>(object) {
        Ok(mode) => {
            set_send_mode(&context, mode).await?;
            saved(&visit)
        }
        Err(found) => View::refused(&visit, found, |found| form_view(&visit, &form).faulty(found)),
    }
}
