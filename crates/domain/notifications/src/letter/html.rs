//! A letter as HTML: tables and inline styles alone, because that is what mail programs show.

use super::write::Parts;
use crate::Html;
use std::fmt::Write;
use xml::{escape_attribute, escape_text};

const FONT: &str = "font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;color:#1f2328";

impl Parts {
    /// What it says is escaped; it loads nothing from elsewhere.
    pub(super) fn html(&self) -> Html {
        let mut body = String::new();
        for text in self.notice.iter().chain([&self.greeting, &self.introduction]) {
            paragraph(&mut body, text);
        }
        self.facts_table(&mut body);
        for text in &self.paragraphs {
            paragraph(&mut body, text);
        }
        if let Some(id) = self.qr {
            let _ = write!(
                body,
                "<p><img src=\"cid:{id}\" width=\"180\" height=\"180\" alt=\"QR\"></p>"
            );
        }
        if let Some((about, link)) = &self.link {
            let _ = write!(
                body,
                "<p>{}<br><a href=\"{}\">{}</a></p>",
                text(about),
                attribute(link),
                text(link)
            );
        }
        let closing: Vec<String> = self.closing.iter().map(|line| text(line)).collect();
        let _ = write!(body, "<p>{}</p>", closing.join("<br>"));
        Html::ours(format!(
            "<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>{title}</title></head>\n\
             <body style=\"margin:0;padding:24px;background:#ffffff;{FONT}\"><div style=\"max-width:600px\">\n\
             {body}<p style=\"border-top:1px solid #d0d7de;padding-top:12px;font-size:12px;color:#59636e\">{footer}</p>\n\
             </div></body></html>\n",
            language = self.language,
            title = text(&self.title),
            footer = text(self.footer),
        ))
    }

    fn facts_table(&self, body: &mut String) {
        body.push_str("<table role=\"presentation\" cellspacing=\"0\" cellpadding=\"0\" style=\"border-collapse:collapse;margin:16px 0\">\n");
        for (name, what) in &self.facts {
            let _ = writeln!(
                body,
                "<tr><td style=\"padding:3px 24px 3px 0;color:#59636e\">{}</td><td style=\"padding:3px 0;font-weight:600\">{}</td></tr>",
                text(name),
                text(what)
            );
        }
        body.push_str("</table>\n");
    }
}

fn paragraph(body: &mut String, what: &str) {
    let _ = writeln!(body, "<p>{}</p>", text(what));
}

fn text(what: &str) -> String {
    let mut escaped = String::with_capacity(what.len());
    escape_text(&mut escaped, what);
    escaped
}

fn attribute(what: &str) -> String {
    let mut escaped = String::with_capacity(what.len());
    escape_attribute(&mut escaped, what);
    escaped
}
