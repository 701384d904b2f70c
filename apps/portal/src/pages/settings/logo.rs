use super::{
    form_page::{form_page, saved},
    record::{changed, record},
};
use crate::{
    blocks::{Action, Cell, Field, Link, facts},
    error::{Page, PageError},
    form::Upload,
    view::View,
    visit::Visit,
    words::Words,
};
use access::Scope;
use api_http::{Body, file, timing_of};
use data_encoding::BASE64;
use invoice_pdf::{LogoError, MAX_LOGO_BYTES};
use invoicing::{Violations, records::LogoStore};
use refusals::Reason;
use runtime::pdf::render_sample;
use serde_json::{Map, json};

/// The logo, and how it looks on an invoice.
pub(super) async fn page(visit: Visit) -> Page {
    visit.require(Scope::SettingsUpdate)?;
    let has_logo = record(&visit).await?.organization.branding.logo.is_some();
    form_view(&visit, has_logo).show(&visit)
}

fn form_view(visit: &Visit, has_logo: bool) -> View {
    let t = visit.t();
    let fields = vec![
        Field::new("logo", t.file, "").file("image/png,image/jpeg").required().hint(t.logo_hint),
    ];
    let mut view = form_page(visit, t.logo, "logo", fields);
    view.links.push(Link::new(visit.path("settings/sample.pdf"), t.sample));
    if has_logo {
        let src = visit.path("settings/logo/image");
        view.facts = facts([(t.logo, Cell::Image { src, alt: t.logo })]);
        view.actions = vec![Action::new(visit.path("settings/logo/remove"), t.remove)];
    }
    view
}

pub(super) async fn save(visit: Visit, body: Body) -> Page {
    let (_, Upload { content: file, .. }) = visit.form_with_file(&body).await?;
    visit.require(Scope::SettingsUpdate)?;
    let changed = match unfit(file.len(), &visit.words) {
        Some(message) => {
            let mut found = Violations::new();
            found.add("logo", Reason::plain(message));
            Err(found.into())
        }
        None => {
            let logo = json!(BASE64.encode(&file));
            changed(&visit, Map::from_iter([("logo".to_owned(), logo)])).await
        }
    };
    match changed {
        Ok(()) => saved(&visit),
        Err(error) => View::refused(&visit, error, |found| form_view(&visit, false).faulty(found)),
    }
}

/// Why a file of this size is no logo. An empty text would take the logo away.
fn unfit(bytes: usize, words: &Words) -> Option<String> {
    match bytes {
        0 => Some(words.t.choose_file.to_owned()),
        1..=MAX_LOGO_BYTES => None,
        more => Some(words.refusal(&LogoError::TooManyBytes(more).into())),
    }
}

pub(super) async fn remove(visit: Visit, body: Body) -> Page {
    visit.form(&body)?;
    changed(&visit, Map::from_iter([("logo".to_owned(), json!(""))])).await?;
    saved(&visit)
}

/// The image.
pub(super) async fn image(visit: Visit) -> Page {
    let organization = visit.require(Scope::InvoiceRead)?;
    let branding = record(&visit).await?.organization.branding;
    let sha256 = branding.logo.ok_or(PageError::Missing)?;
    let logo = visit.store.logo(organization, &sha256).await?;
    let mut answer = file("logo", &logo.mime_code);
    answer.insert_header(("X-Content-Type-Options", "nosniff"));
    Ok(answer.body(logo.content))
}

/// The newest invoice as it would look if it were issued now.
pub(super) async fn sample(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceDownload)?;
    let pdf = render_sample(context, visit.words.language, &timing_of(&visit.http)).await?;
    Ok(file("sample.pdf", "application/pdf").body(pdf))
}

#[cfg(test)]
mod tests {
    use super::*;
    use api_http::visitors::Language;

    #[test]
    fn a_file_has_the_size_of_a_logo() {
        let unfit = |bytes| unfit(bytes, &Words::of(Language::Slovak));
        assert_eq!(unfit(0).as_deref(), Some("vyberte súbor"));
        assert_eq!((unfit(1), unfit(MAX_LOGO_BYTES)), (None, None));
        assert!(unfit(MAX_LOGO_BYTES + 1).is_some_and(|why| why.contains("524289 bajtov")));
    }
}
