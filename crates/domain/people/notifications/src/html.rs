//! HTML as mail programs show it: tables and inline styles alone. It loads nothing from elsewhere.

use crate::Html;
use std::fmt::Write;
use xml::{escape_attribute, escape_text};

const FONT: &str = "font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;color:#1f2328";

/// A page of which all but the title is HTML already.
pub(crate) fn page(language: &str, title: &str, body: &str) -> Html {
    Html::ours(format!(
        "<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>{title}</title></head>\n\
         <body style=\"margin:0;padding:24px;background:#ffffff;{FONT}\"><div style=\"max-width:600px\">\n\
         {body}</div></body></html>\n",
        title = text(title),
    ))
}

/// Small print, below a line.
pub(crate) fn footer(body: &mut String, what: &str) {
    let _ = writeln!(
        body,
        "<p style=\"border-top:1px solid #d0d7de;padding-top:12px;font-size:12px;color:#59636e\">{}</p>",
        text(what)
    );
}

/// A table of names and what they stand for.
pub(crate) fn facts<'a>(body: &mut String, facts: impl Iterator<Item = (&'a str, &'a str)>) {
    body.push_str("<table role=\"presentation\" cellspacing=\"0\" cellpadding=\"0\" style=\"border-collapse:collapse;margin:16px 0\">\n");
    for (name, what) in facts {
        let _ = writeln!(
            body,
            "<tr><td style=\"padding:3px 24px 3px 0;color:#59636e;vertical-align:top\">{}</td><td style=\"padding:3px 0;font-weight:600\">{}</td></tr>",
            text(name),
            text(what)
        );
    }
    body.push_str("</table>\n");
}

/// Where to go on: a button, and the link once more below it, which breaks where it has to. White on a dark blue: 6.9 to 1.
pub(crate) fn button(body: &mut String, label: &str, link: &str) {
    let (href, link) = (attribute(link), text(link));
    let _ = writeln!(
        body,
        "<p style=\"margin:20px 0 8px\"><a href=\"{href}\" style=\"display:inline-block;padding:10px 20px;border-radius:6px;background:#0b57a4;color:#ffffff;text-decoration:none;font-weight:600\">{label}</a></p>\n\
         <p style=\"margin:0 0 20px;font-size:12px;word-break:break-all\"><a href=\"{href}\" style=\"color:#0b57a4\">{link}</a></p>",
        label = text(label),
    );
}

pub(crate) fn paragraph(body: &mut String, what: &str) {
    let _ = writeln!(body, "<p>{}</p>", text(what));
}

pub(crate) fn text(what: &str) -> String {
    let mut escaped = String::with_capacity(what.len());
    escape_text(&mut escaped, what);
    escaped
}

pub(crate) fn attribute(what: &str) -> String {
    let mut escaped = String::with_capacity(what.len());
    escape_attribute(&mut escaped, what);
    escaped
}
