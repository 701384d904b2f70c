//! Canonical forms: the examples of the recommendations that need no DTD, and what libxml2 wrote.

use std::collections::BTreeSet;
use xml::{Canonical, Parsed, Steps, TooManySteps};

fn of(text: &str, how: &Canonical<'_>) -> String {
    let parsed = Parsed::read(text.as_bytes()).expect("readable");
    how.of(parsed.document().root())
}

/// The canonical form of the first element of this name.
fn of_element(text: &str, name: &str, how: &Canonical<'_>) -> String {
    let parsed = Parsed::read(text.as_bytes()).expect("readable");
    let node = parsed.root().descendants().find(|node| node.tag_name().name() == name);
    how.of(node.expect("the element"))
}

#[test]
fn comments_and_instructions_around_the_root() {
    let text = "<?xml version=\"1.0\"?>\n\n<?xml-stylesheet   href=\"doc.xsl\"\n   type=\"text/xsl\"   ?>\n\n\
                <doc>Hello, world!<!-- Comment 1 --></doc>\n\n<?pi-without-data     ?>\n\n<!-- Comment 2 -->\n";
    assert_eq!(
        of(text, &Canonical::inclusive()),
        "<?xml-stylesheet href=\"doc.xsl\"\n   type=\"text/xsl\"   ?>\n<doc>Hello, world!</doc>\n<?pi-without-data?>"
    );
    let with = Canonical { comments: true, ..Canonical::inclusive() };
    assert_eq!(
        of(text, &with),
        "<?xml-stylesheet href=\"doc.xsl\"\n   type=\"text/xsl\"   ?>\n<doc>Hello, world!<!-- Comment 1 --></doc>\n\
         <?pi-without-data?>\n<!-- Comment 2 -->"
    );
}

/// Found by the fuzzer of `peppol-messages`: it stood in the canonical form as an instruction.
#[test]
fn a_declaration_is_left_out_however_it_is_spaced() {
    for text in
        ["<?xml\tversion=\"1.0\"?><a/>", "<?xml\nversion=\"1.0\"?>\n<a/>", "<?xml'1.0'?><a/>"]
    {
        assert_eq!(of(text, &Canonical::inclusive()), "<a></a>", "{text:?}");
    }
}

#[test]
fn tags_are_ordered_and_namespaces_written_once() {
    let text = "<doc><e1   /><e3   name = \"elem3\"   id=\"elem3\"   /><e5 a:attr=\"out\" b:attr=\"sorted\" attr2=\"all\" \
                attr=\"I'm\" xmlns:b=\"http://www.ietf.org\" xmlns:a=\"http://www.w3.org\" xmlns=\"http://example.org\"/>\
                <e6 xmlns=\"\" xmlns:a=\"http://www.w3.org\"><e7 xmlns=\"http://www.ietf.org\"><e8 xmlns=\"\" \
                xmlns:a=\"http://www.w3.org\"><e9 xmlns=\"\" xmlns:a=\"http://www.ietf.org\"/></e8></e7></e6></doc>";
    assert_eq!(
        of(text, &Canonical::inclusive()),
        "<doc><e1></e1><e3 id=\"elem3\" name=\"elem3\"></e3><e5 xmlns=\"http://example.org\" \
         xmlns:a=\"http://www.w3.org\" xmlns:b=\"http://www.ietf.org\" attr=\"I'm\" attr2=\"all\" \
         b:attr=\"sorted\" a:attr=\"out\"></e5><e6 xmlns:a=\"http://www.w3.org\"><e7 \
         xmlns=\"http://www.ietf.org\"><e8 xmlns=\"\"><e9 xmlns:a=\"http://www.ietf.org\"></e9></e8></e7></e6></doc>"
    );
}

#[test]
fn characters_take_one_form() {
    let text = "<doc><text>First line&#x0d;&#10;Second line\r\n</text><value>&#x32;</value><compute><![CDATA[value>\"0\" \
                && value<\"10\" ?\"valid\":\"error\"]]></compute><norm attr=' &apos;   &#x20;&#13;&#xa;&#9;   &apos; '/>\
                <q a=\"&quot;&lt;&gt;&amp;\tb\"/></doc>";
    assert_eq!(
        of(text, &Canonical::exclusive()),
        "<doc><text>First line&#xD;\nSecond line\n</text><value>2</value><compute>value&gt;\"0\" &amp;&amp; \
         value&lt;\"10\" ?\"valid\":\"error\"</compute><norm attr=\" '    &#xD;&#xA;&#x9;   ' \"></norm>\
         <q a=\"&quot;&lt;>&amp; b\"></q></doc>"
    );
}

#[test]
fn an_element_brings_what_it_needs() {
    let text = "<n0:local xmlns:n0=\"foo:bar\" xmlns:n3=\"ftp://example.org\" xml:lang=\"sk\"><n1:elem2 \
                xmlns:n1=\"http://example.net\" n3:x=\"1\"><n3:stuff/></n1:elem2></n0:local>";
    assert_eq!(
        of_element(text, "elem2", &Canonical::inclusive()),
        "<n1:elem2 xmlns:n0=\"foo:bar\" xmlns:n1=\"http://example.net\" xmlns:n3=\"ftp://example.org\" n3:x=\"1\" \
         xml:lang=\"sk\"><n3:stuff></n3:stuff></n1:elem2>"
    );
    assert_eq!(
        of_element(text, "elem2", &Canonical::exclusive()),
        "<n1:elem2 xmlns:n1=\"http://example.net\" xmlns:n3=\"ftp://example.org\" n3:x=\"1\"><n3:stuff></n3:stuff></n1:elem2>"
    );
    let with = Canonical { inclusive_prefixes: BTreeSet::from(["n0"]), ..Canonical::exclusive() };
    assert!(
        of_element(text, "elem2", &with).starts_with("<n1:elem2 xmlns:n0=\"foo:bar\" xmlns:n1")
    );
}

#[test]
fn the_default_namespace_is_undone_where_it_must_be() {
    let text = "<a xmlns=\"u\"><b xmlns=\"\"><c/></b></a>";
    for how in [Canonical::inclusive(), Canonical::exclusive()] {
        assert_eq!(of(text, &how), "<a xmlns=\"u\"><b xmlns=\"\"><c></c></b></a>");
    }
    assert_eq!(of_element(text, "c", &Canonical::exclusive()), "<c></c>");
}

#[test]
fn an_element_can_be_left_out() {
    let text = "<a>1<b>2<c/></b>3</a>";
    let parsed = Parsed::read(text.as_bytes()).expect("readable");
    let without = parsed.root().first_element_child().map(|node| node.id());
    let how = Canonical { without, ..Canonical::inclusive() };
    assert_eq!(how.of(parsed.document().root()), "<a>13</a>");
}

#[test]
fn line_ends_are_one_character_everywhere() {
    let text = "<?p a\r\nb\rc?>\r\n<a b='1\r\n2'>\r\n<![CDATA[x\r\ny\rz]]><!-- \r\n\r --></a>";
    let with = Canonical { comments: true, ..Canonical::exclusive() };
    assert_eq!(of(text, &with), "<?p a\nb\nc?>\n<a b=\"1 2\">\nx\ny\nz<!-- \n\n --></a>");
}

/// What is declared on the way is kept by the list, wherever it stands, and what ends with its element is written again.
#[test]
fn prefixes_of_the_list_are_written_where_they_are_declared() {
    let text = "<r xmlns:a=\"urn:a\" xmlns:b=\"urn:b\"><x t='xmlns:c=\"urn:no\"'><y xmlns:a = \"urn:2\" xmlns:c='urn:c'>\
                <z/></y><a:z/><y xmlns=\"urn:d\"><z xmlns=\"\"/></y></x></r>";
    let with = |prefixes: &[&'static str]| Canonical {
        inclusive_prefixes: prefixes.iter().copied().collect(),
        ..Canonical::exclusive()
    };
    for (prefixes, expected) in [
        (
            &["a", "c"][..],
            "<x xmlns:a=\"urn:a\" t=\"xmlns:c=&quot;urn:no&quot;\"><y xmlns:a=\"urn:2\" xmlns:c=\"urn:c\"><z></z></y>\
             <a:z></a:z><y xmlns=\"urn:d\"><z xmlns=\"\"></z></y></x>",
        ),
        (
            &["b", ""],
            "<x xmlns:b=\"urn:b\" t=\"xmlns:c=&quot;urn:no&quot;\"><y><z></z></y><a:z xmlns:a=\"urn:a\"></a:z>\
             <y xmlns=\"urn:d\"><z xmlns=\"\"></z></y></x>",
        ),
    ] {
        assert_eq!(of_element(text, "x", &with(prefixes)), expected, "{prefixes:?}");
    }
}

/// Steps that a form took: what it costs, whatever the machine.
fn steps(text: &str, name: &str, how: &Canonical<'_>) -> usize {
    let parsed = Parsed::read(text.as_bytes()).expect("readable");
    let node = parsed.root().descendants().find(|node| node.tag_name().name() == name);
    let mut steps = Steps::new(usize::MAX);
    let form = how.within(node.expect("the element"), &mut steps).expect("within");
    assert_eq!(form, how.of(node.expect("the element")), "the same form");
    usize::MAX - steps.left()
}

/// Prefixes, namespaces and elements were multiplied: a message of 150 KB took minutes.
#[test]
fn a_form_costs_what_it_is_long() {
    let names: Vec<_> = (0..200).map(|at| format!("p{at}")).collect();
    let mut text = format!("<x>{}</x>", "<y/>".repeat(20_000));
    for some in names.chunks(50) {
        let declared = some.iter().map(|name| format!(" xmlns:{name}='urn:{name}'"));
        text = format!("<r{}>{text}</r>", declared.collect::<String>());
    }
    let list = Canonical {
        inclusive_prefixes: names.iter().map(String::as_str).collect(),
        ..Canonical::exclusive()
    };
    for how in [list, Canonical::exclusive(), Canonical::inclusive()] {
        let taken = steps(&text, "x", &how);
        assert!((1_000_000..1_200_000).contains(&taken), "{taken} of {how:?}");
    }
    let parsed = Parsed::read(text.as_bytes()).expect("readable");
    let refused = Canonical::inclusive().within(parsed.root(), &mut Steps::new(100_000));
    assert_eq!(refused, Err(TooManySteps));
}

/// One long namespace is written by each of the elements that use it: a form may be many times its document.
#[test]
fn a_form_ends_where_its_steps_end() {
    let long = "u".repeat(10_000);
    let other = format!("{}v", &long[1..]);
    let elements = "<p:y/>".repeat(1_000);
    let attributes = "<y a:k='' b:k=''/>".repeat(1_000);
    for content in [elements, attributes] {
        let text =
            format!("<r xmlns:p='{long}' xmlns:a='{long}' xmlns:b='{other}'><x>{content}</x></r>");
        let parsed = Parsed::read(text.as_bytes()).expect("readable");
        let x = parsed.root().first_element_child().expect("x");
        let mut steps = Steps::new(1_000_000);
        assert_eq!(Canonical::exclusive().within(x, &mut steps), Err(TooManySteps));
    }
}
