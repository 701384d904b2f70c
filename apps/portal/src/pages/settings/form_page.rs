//! The page of a setting, and the redirect after it was saved.

use crate::{
    answer::see_other,
    blocks::{Field, FormBlock, Link},
    error::Page,
    view::View,
    visit::Visit,
};

pub(super) fn saved(visit: &Visit) -> Page {
    Ok(see_other(&visit.path("settings?done=saved")))
}

pub(super) fn form_page(
    visit: &Visit,
    title: &'static str,
    rest: &str,
    fields: Vec<Field>,
) -> View {
    let href = visit.path(&format!("settings/{rest}"));
    let links = vec![Link::new(visit.path("settings"), visit.t().back)];
    let form = Some(FormBlock { href, fields, submit: visit.t().save });
    View { form, links, ..View::new(title) }
}
