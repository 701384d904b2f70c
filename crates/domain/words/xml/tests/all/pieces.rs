//! What is read in pieces is what a tree of all of it says, and what the parser refuses is refused.

use proptest::prelude::*;
use xml::{Cause, Cut, Limits, Node, NotWellFormed, Parsed, Pieces, RefusalKind, Unreadable};

static CUTS: [Cut; 2] = [Cut { names: &["e", "other"], depth: 2 }, Cut { names: &["d"], depth: 1 }];

fn pieces(text: &str) -> Result<Pieces<'_>, Unreadable> {
    Pieces::read_within(text.as_bytes(), &Limits::default(), &CUTS)
}

/// Each entry with its attribute and the texts of its parts.
type Said = Vec<(String, Vec<String>)>;

fn said_of(
    entry: Node<'_, '_>,
    within: Option<&Pieces<'_>>,
) -> Result<(String, Vec<String>), Unreadable> {
    let mut parts = Vec::new();
    let text = |part: Node<'_, '_>| part.text().unwrap_or_default().to_owned();
    match within {
        Some(within) => within.each(entry, |part, deeper| {
            assert!(deeper.is_none());
            parts.push(text(part));
            Ok::<_, Unreadable>(())
        })?,
        None => {
            let own = entry.children().filter(|child| child.tag_name().name() == "d");
            parts.extend(own.map(text));
        }
    }
    Ok((entry.attribute("n").unwrap_or_default().to_owned(), parts))
}

fn in_pieces(text: &str) -> Result<Said, Unreadable> {
    let pieces = pieces(text)?;
    let (rest, mut said) = (pieces.rest()?, Vec::new());
    for part in rest.root_element().children().filter(Node::is_element) {
        pieces.each(part, |entry, within| {
            said.push(said_of(entry, within)?);
            Ok::<_, Unreadable>(())
        })?;
    }
    pieces.finish(&rest)?;
    Ok(said)
}

fn in_a_tree(text: &str) -> Result<Said, Unreadable> {
    let parsed = Parsed::read(text.as_bytes())?;
    let of_name = |child: &Node<'_, '_>| ["e", "other"].contains(&child.tag_name().name());
    let parts = parsed.root().children().filter(Node::is_element);
    parts
        .flat_map(|part| part.children())
        .filter(of_name)
        .map(|entry| said_of(entry, None))
        .collect()
}

/// An entry with so many parts.
fn entry(n: usize, parts: usize) -> String {
    let parts: String =
        (0..parts).map(|n| format!("<x:d a='&lt;'>&amp;{n}<!-- </e> --></x:d>")).collect();
    format!("<e n=\"{n}\">\n{parts}<e>within</e></e>")
}

fn document(entries: &str) -> String {
    format!(
        "\u{feff}<?xml version='1.0'?><!-- <e/> --><r xmlns='u' xmlns:x='&quot;v'><head><d/></head>\n\
         <p>{entries}</p> <p><e n='last'/></p></r>\n<?pi ?>"
    )
}

#[test]
fn small_and_large_elements_are_visited_in_their_order() {
    let entries: String =
        [0, 1, 3_000, 2, 4_000, 0].iter().enumerate().map(|(n, parts)| entry(n, *parts)).collect();
    let text = document(&format!("{entries}<other n='x'/>{}", entry(9, 1).repeat(3_000)));
    let said = in_pieces(&text).expect("read");
    assert_eq!(said.len(), 3_008);
    assert_eq!(said[2].1.len(), 3_000);
    assert_eq!(said[2].1[7], "&7");
    assert_eq!(Ok(said), in_a_tree(&text));
    let pieces = pieces(&text).expect("read");
    let head = pieces.head().expect("a head");
    assert_eq!(head.root_element().tag_name().namespace(), Some("u"));
    assert!(!head.root_element().has_children());
    let rest = pieces.rest().expect("the rest");
    assert!(rest.descendants().all(|node| !node.has_tag_name(("u", "e"))));
    assert_eq!(in_pieces("<r><p/><e/></r>"), Ok(vec![]), "it lies elsewhere");
}

#[test]
fn no_tree_is_made_of_what_has_too_much() {
    for (what, entries) in [
        ("a head", "<a/>".repeat(200_000)),
        ("an entry", format!("<e>{}</e>", "<a/>".repeat(200_000))),
        ("a part", format!("<e><d>{}</d></e>", "<a b='' c=''/>".repeat(60_000))),
        ("a text", format!("<e><d>{}</d></e>", "=".repeat(200_000))),
    ] {
        let text = document(&format!("{}{entries}", entry(1, 2)));
        let refused = in_pieces(&text).expect_err(what);
        assert_eq!(refused.cause, Cause::Refused(RefusalKind::TooManyNodes), "{what}");
        assert!(refused.offset > 0 && refused.offset < text.len());
    }
    let many = document(&format!("<e><d>{}</d></e>", "<a/>".repeat(20_000)).repeat(20));
    assert_eq!(in_pieces(&many).expect("each is small").len(), 21);
}

#[test]
fn the_parser_says_what_is_wrong_and_where() {
    let large = entry(1, 5_000);
    for before in ["", &*entry(0, 1), &*large] {
        for (broken, word) in [
            ("<e>\n<d></e>", "element d"),
            ("<e>\n<y:d/></e>", "prefix y"),
            ("<e>\n<d a='1' a='2'/></e>", "attribute a"),
            ("<e>\n<d>&nbsp;</d></e>", "&nbsp;"),
            ("<e>\n<d>R&D</d></e>", "&amp;"),
            ("<e>\n<d a=b/></e>", "quote"),
            ("<e>\n<d a='>' b/></e>", "'='"),
        ] {
            for behind in ["", &*large] {
                let text = document(&format!("{before}{broken}{behind}"));
                let error = in_pieces(&text).expect_err(broken);
                let whole = in_a_tree(&text).expect_err(broken);
                assert_eq!(error, whole, "{broken}");
                assert!(error.to_string().contains(word), "{error}");
            }
        }
    }
}

#[test]
fn what_nobody_visits_is_parsed_too() {
    let text = document(&format!("{}<e><d>{}<y:d/></d></e>", entry(0, 1), " ".repeat(100_000)));
    let pieces = pieces(&text).expect("closed in order");
    let rest = pieces.rest().expect("the rest");
    let unknown = |error: Unreadable| {
        let unknown = NotWellFormed::UnknownPrefix { prefix: "y".to_owned() };
        assert_eq!(error.cause, Cause::NotWellFormed(unknown));
    };
    unknown(pieces.finish(&rest).expect_err("in the last"));
    unknown(pieces.check(&rest).expect_err("in the last"));
    let first = rest.descendants().find(|node| node.has_tag_name(("u", "p"))).expect("there");
    unknown(
        pieces.each(first, |_, _| Ok::<_, Unreadable>(())).expect_err("not asked for its parts"),
    );
}

#[test]
fn a_document_that_is_cut_off_says_so() {
    let text = document(&entry(1, 3));
    for at in (text.find("<r").expect("there") + 1)..text.rfind("</r").expect("there") {
        let Some(cut) = text.get(..at) else { continue };
        let same = in_a_tree(cut).expect_err("cut off").cause;
        assert_eq!(in_pieces(cut).expect_err("cut off").cause, same, "{cut}");
    }
}

proptest! {
    #[test]
    fn both_read_and_refuse_alike(
        entries in prop::collection::vec(
            prop::sample::select(vec![
                "<e n='1'><d>a</d></e>", "<e/>", "<e><x:d>b</x:d></e>", "<other n='&amp;'/>", "text", "<!-- <e> -->",
                "<![CDATA[<e>]]>", "<a><e/></a>", "<e>", "</e>", "<d/>", "<y:e/>", "&", "</p><p>", "<e a='1' a='2'/>",
            ]),
            0..8,
        )
    ) {
        let text = document(&entries.concat());
        match (in_pieces(&text), in_a_tree(&text)) {
            (Ok(said), Ok(whole)) => prop_assert_eq!(said, whole),
            (Err(_), Err(_)) => {}
            other => prop_assert!(false, "{:?}", other),
        }
    }
}
