//! The rows of a document are the nodes of its tree; documents with oddities have none.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use xml::{Flat, Limits, Node, Parsed, RowKind, XmlElement};

/// A node in words: depth, kind, namespace, name or text, and the attributes.
type Walked = (usize, &'static str, String, String, Vec<(String, String, String)>);

fn walked_by_rows(flat: &Flat<'_>) -> Vec<Walked> {
    let namespace = |number: u32| flat.namespaces()[number as usize].to_owned();
    let mut open: Vec<usize> = Vec::new();
    let mut walked = Vec::new();
    for (place, (row, attributes)) in flat.rows().enumerate() {
        open.retain(|end| *end > place);
        let attributes = attributes
            .map(|one| (namespace(one.namespace), one.name.to_owned(), one.value.to_owned()));
        let kind = match row.kind {
            RowKind::Element => "element",
            RowKind::Text => "text",
            RowKind::Remark => "remark",
        };
        walked.push((
            open.len(),
            kind,
            namespace(row.namespace),
            row.text.to_owned(),
            attributes.collect(),
        ));
        if row.kind == RowKind::Element {
            open.push(row.end as usize);
        }
    }
    assert!(open.iter().all(|end| *end <= flat.len()), "all elements end");
    walked
}

fn walked_by_tree(document: &Parsed<'_>) -> Vec<Walked> {
    let tell = |(place, node): (usize, Node<'_, '_>)| {
        assert_eq!(node.id().get() as usize, place + 1, "nodes are numbered as they come");
        let namespace = |uri: Option<&str>| uri.unwrap_or_default().to_owned();
        let attributes = node
            .attributes()
            .map(|one| (namespace(one.namespace()), one.name().to_owned(), one.value().to_owned()));
        let name = node.tag_name();
        let (kind, text) = match node {
            node if node.is_element() => ("element", name.name()),
            node if node.is_text() => ("text", node.text().unwrap_or_default()),
            _ => ("remark", ""),
        };
        let depth = node.ancestors().count() - 2;
        (depth, kind, namespace(name.namespace()), text.to_owned(), attributes.collect())
    };
    document.document().descendants().skip(1).enumerate().map(tell).collect()
}

/// Holds the rows, if there are any, against the guard and the parser.
fn has_rows_like_its_tree(bytes: &[u8], limits: &Limits) -> bool {
    let Ok(parsed) = Parsed::read_within(bytes, limits) else { return false };
    let Some(flat) = parsed.flat() else { return false };
    assert!(xml::admit(bytes, limits).is_ok(), "the guard lets it pass");
    assert!(roxmltree::Document::parse(parsed.text()).is_ok(), "the parser takes it");
    assert_eq!(walked_by_rows(flat), walked_by_tree(&parsed));
    names_are_those_of_the_tree(&parsed);
    elements_are_alike(flat.root_element().expect("a root"), parsed.document().root_element());
    true
}

/// What checks see of rows and of a tree is the same.
fn elements_are_alike<'t>(row: impl XmlElement<'t>, node: impl XmlElement<'t>) {
    assert_eq!((row.qname(), row.offset()), (node.qname(), node.offset()));
    assert!(row.attribute_pairs().eq(node.attribute_pairs()) && row.texts().eq(node.texts()));
    assert!(row.all_texts().eq(node.all_texts()));
    assert_eq!(row.elements().count(), node.elements().count());
    for (row, node) in row.elements().zip(node.elements()) {
        elements_are_alike(row, node);
    }
}

/// What is asked of the rows before a tree is made.
fn names_are_those_of_the_tree(parsed: &Parsed<'_>) {
    let root = parsed.document().root_element();
    assert_eq!(parsed.root_name(), (root.tag_name().namespace(), root.tag_name().name()));
    for name in
        root.descendants().map(|node| node.tag_name().name()).chain(["no such name"]).take(50)
    {
        let child =
            root.children().find(|child| child.is_element() && child.tag_name().name() == name);
        let text = |node: Node<'_, '_>| node.texts().collect::<String>();
        assert_eq!(parsed.text_at(&[name]).map(Cow::into_owned), child.map(text), "{name}");
        let grandchild = child.and_then(|child| child.first_element_child());
        if let Some(name_below) = grandchild.map(|below| below.tag_name().name()) {
            let below = parsed.text_at(&[name, name_below]).map(Cow::into_owned);
            assert_eq!(below, grandchild.map(text), "{name}/{name_below}");
        }
    }
}

#[test]
fn a_text_is_whole_whatever_splits_it() {
    for (text, plain) in [
        ("<a><b> one two</b></a>", true),
        ("<a><b> one<!-- x --> two</b></a>", true),
        ("<a><b><!-- x --> one two</b></a>", true),
        ("<a><b> one<?x y?> two</b></a>", false),
        ("<a><b><![CDATA[ one]]> two</b></a>", false),
        ("<a><b> one&#32;two</b></a>", false),
    ] {
        let parsed = Parsed::read(text.as_bytes()).expect("well-formed");
        assert_eq!(parsed.flat().is_some(), plain, "{text}");
        assert_eq!(parsed.text_at(&["b"]).as_deref(), Some(" one two"), "{text}");
    }
}

fn is_plain(text: &str) -> bool {
    has_rows_like_its_tree(text.as_bytes(), &Limits::default())
}

#[test]
fn plain_documents_have_rows() {
    for text in [
        "<a/>",
        "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- x --><a><!----> b<c/>d</a>\n<!-- y -->\n",
        "<a xmlns='u' b=\"1\" c='\"'><b xmlns='v' xmlns:p='u' p:b='' b='x > y'/><p/></a >",
        "<p:a xmlns:p='u'\n\txmlns:q='v' q:x='1' x='2' p:x='3'><p:a xmlns:p='w'/><p:a/></p:a\n>",
        "<a>ž 日本 €😀\u{a0}</a>",
        "<a><b>1</b><b>2</b> <b><c><d/></c></b></a>",
        "<a xmlns:p='u' xmlns:q='u' p:x='1' q:y='2'/>",
        "<a b = '1' c\n=\t'2'/>",
        "<?xml version='1.0'?>\r\n<a\r\n b='1'>\r\n <b>1</b\r\n>\r\n\tx<!--\r\n--></a>\r\n",
    ] {
        assert!(is_plain(text), "{text}");
    }
}

#[test]
fn odd_documents_have_a_tree_alone() {
    for text in [
        "<a>&amp;</a>",
        "<a>\r</a>",
        "<a>x\r\n</a>",
        "<a>\r\n\r\n</a>",
        "<a b='\r\n'/>",
        "<a><![CDATA[x]]></a>",
        "<a><?p?></a>",
        "<?p?><a/>",
        "<a b='\n'/>",
        "<a b='\t'/>",
        "<ä/>",
        "<a ä='1'/>",
        "<a>\u{fffd}</a>",
        "<a xml:lang='sk'/>",
        "<a xmlns=''/>",
        "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
        "<?xml version = '1.0'?><a/>",
    ] {
        let parsed =
            Parsed::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(parsed.flat().is_none(), "{text}");
    }
    let many: String = (0..40).map(|n| format!(" xmlns:n{n}='u{n}'")).collect();
    let parsed = format!("<a{many}/>");
    assert!(Parsed::read(parsed.as_bytes()).is_ok_and(|parsed| parsed.flat().is_none()));
}

#[test]
fn what_is_not_well_formed_has_no_rows() {
    for text in [
        "<a>",
        "</a>",
        "<a></b>",
        "<a></ab>",
        "<ab></a>",
        "<a/><b/>",
        "<a/>x",
        "x<a/>",
        "<a b=1/>",
        "<a b='1'c='2'/>",
        "<a b='1' b='2'/>",
        "<a b='<'/>",
        "<a b='1/>",
        "<p:a/>",
        "<a p:b='1'/>",
        "<a><!-- -- --></a>",
        "<a><!-- ---></a>",
        "<a>]]></a>",
        "<a><!DOCTYPE b></a>",
        "<!DOCTYPE a><a/>",
        "<a:b:c/>",
        "<:a/>",
        "<a:/>",
        "<1/>",
        "<a 1='1'/>",
        "<a>\u{fffe}</a>",
        "<a>\u{1}</a>",
        "<a xmlns:p=''/>",
        "<xmlns:a/>",
        "< a/>",
        "<a",
        "<a xmlns:p='u' xmlns:p='v'/>",
        "<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>",
        "<a/ >",
        "<!-- a -->",
        "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>",
        "<?xml version='1.0\"?><a/>",
        "<a></a/>",
        "<a><",
        "<a></",
    ] {
        assert!(!is_plain(text), "{text}");
    }
}

#[test]
fn near_a_limit_the_guard_decides() {
    let limits = Limits { depth: 2, attributes: 2, nodes: 6, ..Limits::default() };
    for (text, plain) in [
        ("<a><b><c/></b></a>", true),
        ("<a><b><c></c></b></a>", false),
        ("<a b='' c=''/>", true),
        ("<a b='' xmlns='u' c=''/>", false),
        ("<a><b/><b/><b/><b/><b/></a>", true),
        ("<a><b/><b/><b/><b/><b/><b/></a>", false),
    ] {
        assert_eq!(has_rows_like_its_tree(text.as_bytes(), &limits), plain, "{text}");
    }
    let declarations = "<b xmlns:p='u'/>".repeat(300);
    assert!(!is_plain(&format!("<a>{declarations}</a>")));
}

/// The documents below a folder; texts of JSON lines are looked for in their strings.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            documents(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "xml") {
            found.push(path);
        }
    }
}

/// Our own documents, and those of `CONFORMANCE_DIR` and `PEPPOL_NETWORK` where they are named.
#[test]
fn all_documents_at_hand_have_rows_like_their_trees() {
    let mut found = Vec::new();
    documents(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../fixtures"), &mut found);
    for folder in ["CONFORMANCE_DIR", "PEPPOL_NETWORK"].iter().filter_map(std::env::var_os) {
        documents(Path::new(&folder), &mut found);
    }
    let plain = |path: &&PathBuf| {
        let bytes = fs::read(path).expect("a file");
        has_rows_like_its_tree(&bytes, &Limits::default())
    };
    let plain = found.iter().filter(plain).count();
    println!("{plain} of {} documents are plain", found.len());
    assert!(plain * 2 > found.len(), "only {plain} of {}", found.len());
}

/// Pieces of markup that make sense together more often than not.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "<a>",
        "</a>",
        "<a ",
        "<p:b",
        " xmlns='u'",
        " xmlns:p=\"v\"",
        " p:c='1'",
        " c='1'",
        " c='",
        "'",
        "\"",
        ">",
        "/>",
        "</p:b>",
        "text",
        "ž",
        " ",
        "\n",
        "\t",
        "<!-- c -->",
        "<!--",
        "-->",
        "--",
        "-",
        "]]>",
        "<![CDATA[",
        "<?p?>",
        "<?xml version='1.0'?>",
        "&amp;",
        "&",
        "\r",
        "\r\n",
        "\u{feff}",
        "\u{ffff}",
        ":",
        "=",
        "/",
        "<",
        "xml:",
        "1",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn whatever_has_rows_is_taken_by_the_parser(pieces in prop::collection::vec(piece(), 0..12)) {
        let inside = pieces.concat();
        for text in [inside.clone(), format!("<a>{inside}</a>"), format!("<a xmlns:p='u'>{inside}</a>"), format!("<a {inside}/>")] {
            is_plain(&text);
        }
    }

    #[test]
    fn changed_documents_have_rows_like_their_trees(
        changes in prop::collection::vec((any::<prop::sample::Index>(), piece(), any::<bool>()), 0..3),
    ) {
        let mut text = String::from(
            "<?xml version='1.0'?>\n<r xmlns='u' xmlns:p='v'><!-- c --><p:b p:c='1' c='2'>text</p:b>\n <a>ž</a><a/></r>\n",
        );
        for (at, piece, cuts) in changes {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = places[at.index(places.len())];
            if cuts {
                text.remove(at);
            } else {
                text.insert_str(at, piece);
            }
        }
        is_plain(&text);
    }
}
