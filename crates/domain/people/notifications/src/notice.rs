//! Mails about something here, in Slovak and below it in English: written once, as text and as HTML.

use crate::{
    EmailContent, Html, Subject, Text,
    html::{self, button, paragraph, text},
};
use std::fmt::Write;

/// A part of a notice. Its texts are on one line each.
pub(crate) enum Block {
    Paragraph(String),
    /// Names, and what they stand for.
    Facts(Vec<(&'static str, String)>),
    /// A link to follow. The text has the link alone; the HTML has a button with the link below it, for readers who
    /// check or copy it.
    Button(&'static str, String),
    /// A text to be read letter by letter, on a line of its own.
    Verbatim(String),
}

impl Block {
    pub(crate) fn paragraph(text: impl Into<String>) -> Self {
        Self::Paragraph(text.into())
    }

    fn text(&self) -> String {
        match self {
            Block::Paragraph(line) | Block::Button(_, line) | Block::Verbatim(line) => line.clone(),
            Block::Facts(facts) => {
                let lines: Vec<_> =
                    facts.iter().map(|(name, is)| format!("{name}: {is}")).collect();
                lines.join("\n")
            }
        }
    }

    fn html(&self, body: &mut String) {
        match self {
            Block::Paragraph(line) => paragraph(body, line),
            Block::Facts(facts) => html::facts(body, facts.iter().map(|(name, is)| (*name, &**is))),
            Block::Button(label, link) => button(body, label, link),
            Block::Verbatim(line) => {
                let _ = writeln!(
                    body,
                    "<p style=\"font-family:Menlo,Consolas,monospace;font-size:13px;background:#f6f8fa;padding:8px 12px;word-break:break-all\">{}</p>",
                    text(line)
                );
            }
        }
    }
}

/// The mail: the same in both languages.
pub(crate) fn notice(subject: &str, slovak: &[Block], english: &[Block]) -> EmailContent {
    let languages = [("Dobrý deň,", slovak), ("Hello,", english)];
    let parts = languages.map(|(greeting, blocks)| {
        let blocks: Vec<_> = blocks.iter().map(Block::text).collect();
        format!("{greeting}\n\n{}\n\nBillhook\n", blocks.join("\n\n"))
    });
    EmailContent {
        subject: Subject::ours(subject),
        text: Text::ours(parts.join("\n\n--- English ---\n\n")),
        html: Some(as_html(subject, languages)),
    }
}

fn as_html(subject: &str, languages: [(&str, &[Block]); 2]) -> Html {
    let mut body = String::new();
    for ((greeting, blocks), language) in languages.into_iter().zip(["sk", "en"]) {
        let rule = match language {
            "sk" => "",
            _ => " style=\"border-top:1px solid #d0d7de;margin-top:32px;padding-top:12px\"",
        };
        let _ = writeln!(body, "<div lang=\"{language}\"{rule}>");
        paragraph(&mut body, greeting);
        blocks.iter().for_each(|block| block.html(&mut body));
        body.push_str("<p>Billhook</p>\n</div>\n");
    }
    html::page("sk", Subject::ours(subject).as_str(), &body)
}
