//! What is written is well-formed and is read back as it was given, whatever it is.

use proptest::prelude::*;
use xml::{Parsed, Writer, is_char};

fn read_back(value: &str, text: &str) -> (String, String) {
    let mut writer = Writer::new();
    writer.group("a", &[("k", value)], |writer| writer.leaf("b", &[], text));
    let written = writer.finish();
    let document = Parsed::read(written.as_bytes()).expect("well-formed");
    let leaf = document.root().first_element_child().expect("the leaf");
    let value = document.root().attribute("k").expect("the attribute");
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
        let expected: String = text.chars().filter(|c| is_char(*c)).collect();
        prop_assert_eq!(read_back(&text, &text), (expected.clone(), expected));
    }
}

#[test]
fn the_layout_is_fixed() {
    let mut writer = Writer::new();
    let root = writer.open_with_namespaces("Order", &[("", "urn:o"), ("p", "urn:p")]);
    let left_out = writer.open(("p", "Nothing"), &[("a", "b")]);
    writer.close_unless_empty(left_out);
    let kept = writer.open(("p", "Group"), &[]);
    writer.leaf(("p", "Leaf"), &[("unit", "\"\n")], "a\n\"");
    writer.empty("Mark", &[]);
    writer.close_unless_empty(kept);
    writer.group("Empty", &[], |_| {});
    writer.close(root);
    let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <Order xmlns=\"urn:o\"\n    xmlns:p=\"urn:p\">\n  <p:Group>\n    \
        <p:Leaf unit=\"&quot;&#10;\">a\n\"</p:Leaf>\n    <Mark/>\n  </p:Group>\n  \
        <Empty>\n  </Empty>\n</Order>\n";
    assert_eq!(writer.finish(), expected);
}
