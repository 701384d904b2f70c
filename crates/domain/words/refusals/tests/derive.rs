//! What the derive makes of the texts of thiserror.

use refusals::{Argument, FieldFault, Kind, Reason, read};
use thiserror::Error;

refusals::list![TestRefused, Whole];

const MOST: usize = 5;

#[derive(Debug, Clone, Copy)]
enum InvoiceStatus {
    Draft,
}

impl InvoiceStatus {
    fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
        }
    }
}

#[derive(Debug, Error, refusals::Refusal)]
enum TestRefused {
    #[error("the invoice is {}: issue it", .0.name())]
    NotIssued(InvoiceStatus),
    #[error("has {asked}, at most {MOST} are allowed")]
    TooMany { asked: usize },
    #[error("{number} is of {}", owner.to_lowercase(), number = .number)]
    Foreign { number: String, owner: String },
    #[error("contains U+{code:04X}")]
    Character { code: u32 },
    #[error("cannot be used: {0}")]
    Unfit(FieldFault),
    #[error(transparent)]
    Field(FieldFault),
    #[error("{{{word}}} is no placeholder")]
    Placeholder { word: String },
    #[error("{number} is {status}", number = .0, status = .1.name())]
    State(String, InvoiceStatus),
    #[refusal(internal)]
    #[error("the disk is full")]
    Disk,
}

#[derive(Debug, Error, refusals::Refusal)]
#[refusal("plan.limit")]
#[error("the plan allows {at_most}")]
struct Whole {
    at_most: u32,
}

fn said(refusal: TestRefused) -> (String, String, Vec<(String, Argument)>) {
    let reason = Reason::from(refusal);
    let arguments = reason.arguments().iter().map(|(name, it)| ((*name).to_owned(), it.clone()));
    (reason.kind().to_owned(), reason.to_string(), arguments.collect())
}

fn name(text: &str) -> Argument {
    Argument::Name(text.to_owned())
}

fn text(text: &str) -> Argument {
    Argument::Text(text.to_owned())
}

#[test]
fn a_refusal_says_its_kind_its_arguments_and_its_text() {
    let cases = [
        (
            TestRefused::NotIssued(InvoiceStatus::Draft),
            "test.not_issued",
            "the invoice is draft: issue it",
            vec![("status", name("draft"))],
        ),
        (
            TestRefused::TooMany { asked: 7 },
            "test.too_many",
            "has 7, at most 5 are allowed",
            vec![("asked", name("7")), ("most", name("5"))],
        ),
        (
            TestRefused::Foreign { number: "F-1".to_owned(), owner: "Anna".to_owned() },
            "test.foreign",
            "F-1 is of anna",
            vec![("number", text("F-1")), ("owner", text("anna"))],
        ),
        (
            TestRefused::Character { code: 7 },
            "test.character",
            "contains U+0007",
            vec![("code", text("0007"))],
        ),
        (
            TestRefused::Unfit(FieldFault::Required),
            "test.unfit",
            "cannot be used: is required",
            vec![("reason", Argument::Reason(Box::new(FieldFault::Required.into())))],
        ),
        (TestRefused::Field(FieldFault::Empty), "field.empty", "must not be empty", vec![]),
        (
            TestRefused::State("F-2".to_owned(), InvoiceStatus::Draft),
            "test.state",
            "F-2 is draft",
            vec![("number", text("F-2")), ("status", name("draft"))],
        ),
        (TestRefused::Disk, "internal", "the disk is full", vec![]),
    ];
    for (refusal, kind, english, arguments) in cases {
        let arguments = arguments.into_iter().map(|(name, it)| (name.to_owned(), it)).collect();
        assert_eq!(said(refusal), (kind.to_owned(), english.to_owned(), arguments));
    }
}

#[test]
fn a_struct_has_the_kind_that_it_names() {
    let reason = Reason::from(&Whole { at_most: 3 });
    assert_eq!((reason.kind(), reason.as_str()), ("plan.limit", "the plan allows 3"));
}

#[test]
fn the_list_has_the_kinds_with_their_texts() {
    let texts: Vec<_> = REFUSALS.iter().flat_map(|it| it.iter()).map(Kind::text).collect();
    assert_eq!(texts[1], "has {asked}, at most {most} are allowed");
    assert_eq!(texts[5], "{{word}} is no placeholder");
    assert_eq!(texts.len(), 8, "what is inside, and what is internal, has no kind here");
}

#[test]
fn a_text_that_was_kept_is_read_as_its_kind() {
    let known = || [REFUSALS, refusals::REFUSALS].into_iter().flatten().flat_map(|it| it.iter());
    for refusal in [
        TestRefused::TooMany { asked: 7 },
        TestRefused::Unfit(FieldFault::Required),
        TestRefused::Placeholder { word: "moth".to_owned() },
    ] {
        let reason = Reason::from(refusal);
        let kept = read(reason.as_str(), known()).expect("a kind");
        assert_eq!((kept.kind(), kept.as_str()), (reason.kind(), reason.as_str()));
        let values =
            |of: &Reason| of.arguments().iter().map(|(_, it)| it.to_string()).collect::<Vec<_>>();
        assert_eq!(values(&kept), values(&reason));
    }
    assert_eq!(read("nobody says this", known()), None);
}
