//! A small XML writer: elements and escaped text. What it writes is well-formed whatever it is given.

/// A document of elements. Names are literals of this crate; everything else is escaped.
pub(crate) struct Xml {
    text: String,
    depth: usize,
}

impl Xml {
    pub(crate) fn new() -> Self {
        Self { text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), depth: 0 }
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    /// An element with elements in it.
    pub(crate) fn group(
        &mut self,
        name: &'static str,
        attributes: &[(&'static str, &str)],
        content: impl FnOnce(&mut Self),
    ) {
        self.open(name, attributes, ">\n");
        self.depth += 1;
        content(self);
        self.depth -= 1;
        self.indent();
        self.close(name);
    }

    /// An element with text in it.
    pub(crate) fn leaf(
        &mut self,
        name: &'static str,
        attributes: &[(&'static str, &str)],
        text: &str,
    ) {
        self.open(name, attributes, ">");
        escape(&mut self.text, text);
        self.close(name);
    }

    fn open(&mut self, name: &str, attributes: &[(&'static str, &str)], end: &str) {
        self.indent();
        self.text.push('<');
        self.text.push_str(name);
        for (key, value) in attributes {
            self.text.push(' ');
            self.text.push_str(key);
            self.text.push_str("=\"");
            escape(&mut self.text, value);
            self.text.push('"');
        }
        self.text.push_str(end);
    }

    fn close(&mut self, name: &str) {
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push_str(">\n");
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
    }
}

/// Characters that XML 1.0 forbids are dropped. Line breaks and tabs are written as references, so
/// that they are read as they are, also in attributes.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            ' '..='\u{fffd}' | '\u{10000}'.. => out.push(c),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_back(value: &str, text: &str) -> (String, String) {
        let mut xml = Xml::new();
        xml.group("a", &[("k", value)], |xml| xml.leaf("b", &[], text));
        let xml = xml.finish();
        let document = roxmltree::Document::parse(&xml).expect("well-formed");
        let root = document.root_element();
        let leaf = root.first_element_child().expect("the leaf");
        let value = root.attribute("k").expect("the attribute");
        (value.to_owned(), leaf.text().unwrap_or_default().to_owned())
    }

    #[test]
    fn nothing_that_is_written_breaks_out() {
        for text in ["</b><b>", "\" k2=\"", "]]>", "&amp;", "<!--", "\r\n\t ", "é€💶", ""] {
            assert_eq!(read_back(text, text), (text.to_owned(), text.to_owned()));
        }
        assert_eq!(read_back("a\u{0}b", "\u{1}c\u{ffff}"), ("ab".to_owned(), "c".to_owned()));
    }

    proptest! {
        #[test]
        fn any_text_is_read_back(text in any::<String>()) {
            let allowed = |c: &char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
            let expected: String = text.chars().filter(allowed).collect();
            prop_assert_eq!(read_back(&text, &text), (expected.clone(), expected));
        }
    }
}
