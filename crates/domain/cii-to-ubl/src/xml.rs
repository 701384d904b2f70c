//! Writing UBL.

const COMMON: &str = "urn:oasis:names:specification:ubl:schema:xsd:Common";

/// UBL as it is written. Nothing empty is ever written (PEPPOL-EN16931-R008): a group without
/// content leaves no trace.
pub(crate) struct Xml {
    text: String,
    depth: usize,
}

/// Where a group was opened.
pub(crate) struct Opened {
    before: usize,
    after: usize,
}

impl Xml {
    /// The beginning of a document with this root element.
    pub(crate) fn new(root: &str) -> Self {
        let text = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <{root} xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:{root}-2\"\n    \
             xmlns:cac=\"{COMMON}AggregateComponents-2\"\n    \
             xmlns:cbc=\"{COMMON}BasicComponents-2\">\n"
        );
        Self { text, depth: 1 }
    }

    pub(crate) fn finish(mut self, root: &str) -> String {
        self.text.push_str(&format!("</{root}>\n"));
        self.text
    }

    pub(crate) fn open(&mut self, name: &str) -> Opened {
        let before = self.text.len();
        self.indent();
        self.text.push_str(&format!("<cac:{name}>\n"));
        self.depth += 1;
        Opened { before, after: self.text.len() }
    }

    pub(crate) fn close(&mut self, name: &str, opened: Opened) {
        self.depth -= 1;
        if self.text.len() == opened.after {
            self.text.truncate(opened.before);
            return;
        }
        self.indent();
        self.text.push_str(&format!("</cac:{name}>\n"));
    }

    pub(crate) fn leaf(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        self.indent();
        self.text.push_str(&format!("<cbc:{name}"));
        for (key, value) in attributes {
            self.text.push_str(&format!(" {key}=\""));
            escape(&mut self.text, value, true);
            self.text.push('"');
        }
        self.text.push('>');
        escape(&mut self.text, text, false);
        self.text.push_str(&format!("</cbc:{name}>\n"));
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
    }
}

/// A carriage return, and any line break in an attribute, survives reading only as a reference.
fn escape(out: &mut String, text: &str, attribute: bool) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if attribute => out.push_str("&quot;"),
            '\r' => out.push_str("&#13;"),
            '\n' if attribute => out.push_str("&#10;"),
            '\t' if attribute => out.push_str("&#9;"),
            c => out.push(c),
        }
    }
}
