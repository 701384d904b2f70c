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
use agent_requests::ReceiveResponsesBody;
use api_http::Body;
use invoice_responses::ResponseInbox;
use serde_json::Map;
use use_cases::receiving::responses::set_takes_responses;

pub(super) async fn page(visit: Visit) -> Page {
    let organization = visit.require(Scope::SettingsUpdate)?;
    let takes = visit.store.takes_responses(organization).await?;
    form_view(&visit, &takes.to_string()).show(&visit)
}

fn form_view(visit: &Visit, chosen: &str) -> View {
    let t = visit.t();
    let choices = choices::yes_or_no(visit, chosen);
    let fields = vec![Field::new("receive", t.responses_received, "").choice(choices)];
    let page = form_page(visit, t.responses_setting, "responses", fields);
    View { lead: t.responses_setting_lead, ..page }
}

pub(super) async fn save(visit: Visit, body: Body) -> Page {
    let form = visit.form(&body)?;
    let context = visit.context(Scope::SettingsUpdate)?;
    match read_right::<ReceiveResponsesBody>(request(&form)) {
        Ok(takes) => {
            set_takes_responses(&context, takes).await?;
            saved(&visit)
        }
        Err(found) => View::refused(&visit, found, |found| {
            form_view(&visit, form.text("receive")).faulty(found)
        }),
    }
}

/// The request of the API: what is neither yes nor no stays a text, and is refused.
fn request(form: &Form) -> Map<String, serde_json::Value> {
    let mut object = form.object(&["receive"]);
    if let Ok(receive) = form.text("receive").parse::<bool>() {
        object.insert("receive".to_owned(), receive.into());
    }
    object
}
