//! An outline finds what the parser finds, and refuses what the parser refuses.

use proptest::prelude::*;
use xml::{Limits, Outline, Parsed, without_elements};

fn outline(text: &str) -> Option<Outline<'_>> {
    Outline::read_within(text.as_bytes(), &Limits::default()).ok()
}

#[test]
fn the_children_of_the_document_element_are_found() {
    let text = "\u{feff}<?xml version='1.0'?><!-- < --><e:a x='>' xmlns:e='u'>\n<b y=\"1\"/><!--<c/>--><b><b>&amp;</b></b >\
                <![CDATA[<d>]]></e:a>\n<?pi ?>";
    let found = outline(text).expect("readable");
    assert_eq!(found.start_tag(), "<e:a x='>' xmlns:e='u'>");
    assert_eq!(found.children().collect::<Vec<_>>(), ["<b y=\"1\"/>", "<b><b>&amp;</b></b >"]);
    assert!(found.has_text());
    assert!(found.element().starts_with("<e:a ") && found.element().ends_with("</e:a>"));
    assert_eq!(outline(" <a/> ").expect("readable").element(), "<a/>");
    assert_eq!(found.around("<b/>"), "<e:a x='>' xmlns:e='u'><b/></e:a>");
    assert!(!outline("<a> <b/> </a>").expect("readable").has_text());
    assert_eq!(outline("<a/>").expect("readable").around("<b/>"), "<a><b/></a>");
    let many = format!("<a>{}</a>", "<b/>".repeat(100));
    let many = outline(&many).expect("readable");
    assert_eq!((many.count(), many.children().len()), (100, 8));
}

#[test]
fn what_the_parser_refuses_is_refused() {
    for text in [
        "<a><b></a></b>",
        "<a>",
        "</a>",
        "<a/><b/>",
        "text<a/>",
        "<a/>text",
        "<a b=c/>",
        "<a b='<'/>",
        "<a b='1'c='2'/>",
        "<a>&nbsp;</a>",
        "<a>&</a>",
        "<a b='&x'/>",
        "<a>&#0;</a>",
        "<a",
        "<a b='",
        "<!--",
        "<a><![CDATA[</a>",
        "< a/>",
        "<a>]]></a>",
        "<a b/>",
        "<!DOCTYPE a><a/>",
        "<a></a b='1'><c>",
        "<1/>",
        "<a 'x'/>",
        "<![CDATA[x]]><a/>",
        "<<aé",
        "<a><<é></a>",
        "<a<é>",
        "<a></aé>",
        "<a é='1'é/>",
    ] {
        assert!(Parsed::read(text.as_bytes()).is_err(), "the parser takes {text}");
        assert!(outline(text).is_none(), "{text}");
    }
}

fn without(text: &str) -> Option<String> {
    let kept = without_elements(text.as_bytes(), &Limits::default(), &["Line", "Note"]);
    kept.ok().map(std::borrow::Cow::into_owned)
}

#[test]
fn elements_are_left_out_by_their_names() {
    for (text, kept) in [
        ("<a><b/></a>", "<a><b/></a>"),
        ("<a><Line/><b/><Note>x</Note></a>", "<a><b/></a>"),
        ("<a><x:Line x='>'><b/><x:Line/></x:Line ><y:Line/>t<b><Note/></b></a>", "<a>t<b></b></a>"),
        ("<Line><Line/></Line>", "<Line></Line>"),
        ("<a><Lines/><aLine/><Line:b/></a>", "<a><Lines/><aLine/><Line:b/></a>"),
        (
            "\u{feff}<?p?><a><Line><![CDATA[</Line>]]><!--</Line>--></Line></a>\n",
            "\u{feff}<?p?><a></a>\n",
        ),
    ] {
        assert_eq!(without(text).as_deref(), Some(kept), "{text}");
    }
    for text in
        ["<a><Line></a>", "<a><Line></b></Line></a>", "<a><Line>&x;</Line></a>", "<!DOCTYPE a><a/>"]
    {
        assert_eq!(without(text), None, "{text}");
    }
}

proptest! {
    /// What is left in is what the parser finds outside of the named elements.
    #[test]
    fn what_is_left_is_the_rest(text in "(<Line>|</Line>|<b>|</b>|<Note x='1'/>|t){0,9}") {
        let text = format!("<r>{text}</r>");
        let Ok(parsed) = Parsed::read(text.as_bytes()) else {
            prop_assert_eq!(without(&text), None);
            return Ok(());
        };
        let is_named = |node: &xml::Node<'_, '_>| ["Line", "Note"].contains(&node.tag_name().name());
        let is_left = |node: &xml::Node<'_, '_>| !node.ancestors().any(|node| is_named(&node));
        let names = |parsed: &Parsed<'_>, is: &dyn Fn(&xml::Node<'_, '_>) -> bool| -> Vec<String> {
            let nodes = parsed.root().descendants().filter(|node| node.is_element() && is(node));
            nodes.map(|node| node.tag_name().name().to_owned()).collect()
        };
        let kept = without(&text).expect("readable");
        let kept = Parsed::read(kept.as_bytes()).expect("well-formed");
        prop_assert_eq!(names(&kept, &|_| true), names(&parsed, &is_left));
    }

    #[test]
    fn what_the_parser_takes_is_outlined_alike(text in "(<a( x='[&><]?')?>|</a>|<b/>|t|&amp;|&#65;|<!--x-->| ){0,9}") {
        let text = format!("<r>{text}</r>");
        if let Ok(parsed) = Parsed::read(text.as_bytes()) {
            let found = outline(&text).expect(&text);
            let expected: Vec<_> = parsed.root().children().filter(xml::Node::is_element).map(|n| &text[n.range()]).collect();
            prop_assert_eq!(found.count(), expected.len());
            prop_assert_eq!(found.children().collect::<Vec<_>>(), expected.into_iter().take(8).collect::<Vec<_>>());
        } else {
            prop_assert!(outline(&text).is_none(), "{}", text);
        }
    }

    #[test]
    fn no_bytes_break_it(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Outline::read_within(&bytes, &Limits::default());
    }
}

#[test]
fn an_outline_keeps_the_limits_of_the_guard() {
    let limits = Limits {
        bytes: 400,
        depth: 3,
        attributes: 4,
        namespaces_in_scope: 5,
        namespaces: 7,
        nodes: 12,
    };
    let declaring = |names: std::ops::Range<u32>| -> String {
        names.map(|n| format!(" xmlns:n{n}='u'")).collect()
    };
    let (two, three) = (declaring(0..2), declaring(0..3));
    for (text, fits) in [
        ("<a><b><c/></b></a>".to_owned(), true),
        ("<a><b><c></c></b></a>".to_owned(), true),
        ("<a><b><c><d/></c></b></a>".to_owned(), true),
        ("<a><b><c><d></d></c></b></a>".to_owned(), false),
        ("<a b='1' c='2' d='3' e='4'/>".to_owned(), true),
        ("<a b='1' c='2' d='3' e='4' f='5'/>".to_owned(), false),
        (format!("<a{two}><b{three}/><c{two}/></a>"), true),
        (format!("<a{two}><b{two}><c{two}/></b></a>"), false),
        (format!("<a{two}><b{three}/><c{three}/></a>"), false),
        (format!("<a>{}</a>", "<b/>".repeat(11)), true),
        (format!("<a>{}</a>", "<!-- b --><?b?>".repeat(6)), false),
        (format!("<a>{}</a>", "b".repeat(400)), false),
        ("<a><![CDATA[<!DOCTYPE]]><!--<!DOCTYPE--></a>".to_owned(), true),
        ("<a></b><!DOCTYPE a></a>".to_owned(), false),
    ] {
        let refused = |error: xml::Unreadable| match error.cause {
            xml::Cause::Refused(kind) => kind,
            xml::Cause::NotWellFormed(why) => panic!("{text}: {why}"),
        };
        let guarded = xml::admit(text.as_bytes(), &limits).map(|_| ()).map_err(|no| no.kind);
        let outlined = Outline::read_within(text.as_bytes(), &limits).map(|_| ()).map_err(refused);
        assert_eq!(outlined, guarded, "{text}");
        assert_eq!(outlined.is_ok(), fits, "{text}");
    }
}
