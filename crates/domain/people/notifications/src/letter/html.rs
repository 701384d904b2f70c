//! A letter about an invoice as HTML.

use super::write::Parts;
use crate::{
    Html,
    html::{button, facts, footer, page, paragraph, text},
};
use std::fmt::Write;

impl Parts {
    /// What it says is escaped.
    pub(super) fn html(&self) -> Html {
        let mut body = String::new();
        for text in self.notice.iter().chain([&self.greeting, &self.introduction]) {
            paragraph(&mut body, text);
        }
        facts(&mut body, self.facts.iter().map(|(name, what)| (&**name, &**what)));
        for text in &self.paragraphs {
            paragraph(&mut body, text);
        }
        if let Some(id) = self.qr {
            let _ = write!(
                body,
                "<p><img src=\"cid:{id}\" width=\"180\" height=\"180\" alt=\"QR\"></p>"
            );
        }
        if let Some(link) = &self.link {
            paragraph(&mut body, link.about);
            button(&mut body, link.label, &link.address);
        }
        let closing: Vec<String> = self.closing.iter().map(|line| text(line)).collect();
        let _ = write!(body, "<p>{}</p>", closing.join("<br>"));
        footer(&mut body, self.footer);
        page(self.language, &self.title, &body)
    }
}
