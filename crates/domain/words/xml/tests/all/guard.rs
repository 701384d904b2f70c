//! The known attacks are refused, quickly, and honest documents pass.

use std::time::{Duration, Instant};
use xml::{Limits, RefusalKind, admit};

fn refusal(document: &str) -> Option<RefusalKind> {
    admit(document.as_bytes(), &Limits::default()).err().map(|refusal| refusal.kind)
}

#[test]
fn an_invoice_passes() {
    assert_eq!(
        refusal(
            "<?xml version='1.0' encoding='utf-8'?><!-- < --><a x='>'><![CDATA[<!DOCTYPE]]></a>"
        ),
        None
    );
    assert_eq!(refusal("\u{feff}<a/>"), None);
    assert_eq!(refusal("<?xml version='1.0' encoding='ISO-8859-1'?><a>plain</a>"), None);
}

#[test]
fn what_is_not_well_formed_is_left_to_the_parser() {
    for document in ["<", "<a", "<a b='", "<!--", "</a></a>", "<a", "<?x", "text", "<a b=\"'>"] {
        assert_eq!(refusal(document), None, "{document}");
    }
}

#[test]
fn every_guard_refuses_its_attack() {
    let attributes: String = (0..100_000).map(|n| format!(" a{n}='1'")).collect();
    let nested: String = (0..3_000).map(|n| format!("<a xmlns:n{n}='u'>")).collect();
    let wide: String =
        (0..3_000).map(|n| format!("<b xmlns:n{n}='u{n}'/><c xmlns:m{n}='v{n}'/>")).collect();
    let cases = [
        (String::new(), RefusalKind::Empty),
        (" \n".to_owned(), RefusalKind::Empty),
        ("%PDF-1.7\n".to_owned(), RefusalKind::NotXml),
        ("PK\u{3}\u{4}\0".to_owned(), RefusalKind::NotXml),
        ("\u{feff}\n {\"a\": 1}".to_owned(), RefusalKind::NotXml),
        ("<?xml version='1.0' encoding='UTF-16'?><a/>".to_owned(), RefusalKind::Encoding),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>".to_owned(), RefusalKind::Encoding),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>".to_owned(), RefusalKind::Doctype),
        (format!("<a{attributes}/>"), RefusalKind::TooManyAttributes),
        ("<a>".repeat(65), RefusalKind::TooDeep),
        (nested, RefusalKind::TooDeep),
        (format!("<a>{wide}</a>"), RefusalKind::TooManyNamespaces),
    ];
    for (document, kind) in cases {
        let start = Instant::now();
        assert_eq!(refusal(&document), Some(kind));
        assert!(start.elapsed() < Duration::from_secs(1), "{kind:?} took {:?}", start.elapsed());
    }
    assert_eq!(
        admit(b"<a>\xff</a>", &Limits::default()).map_err(|refusal| refusal.kind),
        Err(RefusalKind::Encoding)
    );
    let many = Limits { nodes: 1_000, ..Limits::default() };
    let elements = "<a/>".repeat(1_001);
    let refused =
        admit(elements.as_bytes(), &many).map_err(|r| r.kind == RefusalKind::TooManyNodes);
    assert_eq!(refused, Err(true));
    assert!(admit(b"<a/>", &Limits { bytes: 3, ..Limits::default() }).is_err());
}

#[test]
fn namespaces_in_scope_are_counted_with_their_elements() {
    let declarations: String = (0..60).map(|n| format!(" xmlns:n{n}='u'")).collect();
    let open = format!("<a{declarations}>");
    let sequence = format!("<r>{}</r>", format!("{open}</a>").repeat(50));
    assert_eq!(refusal(&sequence), None);
    assert_eq!(refusal(&open.repeat(5)), Some(RefusalKind::TooManyNamespaces));
}
