//! Markdown of our own as HTML.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// A page as it is shown.
pub(super) struct Rendered {
    /// The text of its first heading.
    pub(super) title: String,
    /// The first paragraph, as text.
    pub(super) lead: String,
    pub(super) html: String,
}

impl Rendered {
    pub(super) fn of(markdown: &str) -> Self {
        let events: Vec<_> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
        let title =
            text_of(&events, |tag| matches!(tag, Tag::Heading { level: HeadingLevel::H1, .. }));
        let lead = text_of(&events, |tag| matches!(tag, Tag::Paragraph));
        let mut html = String::new();
        html::push_html(&mut html, with_links(&events).into_iter());
        Self { title, lead, html }
    }
}

/// The text of the first element that is so.
fn text_of(events: &[Event<'_>], is_it: impl Fn(&Tag<'_>) -> bool) -> String {
    let start = events.iter().position(|event| matches!(event, Event::Start(tag) if is_it(tag)));
    start.map(|at| text_from(events, at)).unwrap_or_default()
}

/// The text of the element that begins at this event.
fn text_from(events: &[Event<'_>], at: usize) -> String {
    let (mut depth, mut text) = (0_usize, String::new());
    for event in events.iter().skip(at) {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Text(part) | Event::Code(part) => text.push_str(part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    text
}

/// Headings get an id, to be linked to; links into the repository lead nowhere here and are text.
fn with_links<'a>(events: &[Event<'a>]) -> Vec<Event<'a>> {
    let (mut out, mut is_text) = (Vec::with_capacity(events.len()), false);
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::Heading { level, id: None, classes, attrs }) => {
                let id = Some(CowStr::from(slug(&text_from(events, at))));
                let (classes, attrs) = (classes.clone(), attrs.clone());
                out.push(Event::Start(Tag::Heading { level: *level, id, classes, attrs }));
            }
            Event::Start(Tag::Link { dest_url, .. }) if !is_of_the_site(dest_url) => is_text = true,
            Event::End(TagEnd::Link) if is_text => is_text = false,
            other => out.push(other.clone()),
        }
    }
    out
}

fn is_of_the_site(link: &str) -> bool {
    ["/", "#", "https://"].iter().any(|start| link.starts_with(start))
}

/// A heading as the part of an address after `#`.
fn slug(heading: &str) -> String {
    let words = heading.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_a_title_a_lead_and_headings_to_link_to() {
        let page =
            Rendered::of("# Odoslanie `XML`\n\nPrvý *odsek*\ndokumentu.\n\n## Čo <b> ďalej?\n");
        assert_eq!(page.title, "Odoslanie XML");
        assert_eq!(page.lead, "Prvý odsek dokumentu.");
        assert!(page.html.contains("<h2 id=\"čo-ďalej\">"), "{}", page.html);
    }

    #[test]
    fn links_into_the_repository_are_text() {
        let page = Rendered::of("[a](../x.md) [b](/docs) [c](javascript:x) [d](https://e.example)");
        let shown = "<p>a <a href=\"/docs\">b</a> c <a href=\"https://e.example\">d</a></p>\n";
        assert_eq!(page.html, shown);
    }
}
