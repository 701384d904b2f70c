//! The shape of documents, against the verdicts of Xerces.

use peppol_messages::card::BusinessCard;
use peppol_messages::schema::{Vocabulary, shape_faults};
use peppol_messages::sml::{SmlAnswer, SmlRequest};
use peppol_messages::smp::{ServiceGroup, ServiceMetadata};
use xml::Parsed;

use crate::cases::{Case, cases, none};

fn differences(cases: &[Case], vocabulary: Vocabulary) -> Vec<String> {
    let differs = |case: &Case| {
        let parsed = Parsed::read(&case.text).expect("well-formed");
        let faults = shape_faults(vocabulary, parsed.root());
        let expected = case.expected["xsd_valid"].as_bool().expect("a verdict");
        (faults.is_empty() != expected).then(|| format!("{}: {faults:?}", case.expected))
    };
    cases.iter().filter_map(differs).collect()
}

#[test]
fn documents_of_an_smp() {
    let all = cases("smp-xsd", 32);
    none(&differences(&all, Vocabulary::Smp), all.len());
}

#[test]
fn messages_of_the_sml() {
    let all = cases("sml-xsd", 25);
    none(&differences(&all, Vocabulary::Sml), all.len());
    for case in &all {
        let is_valid = case.expected["xsd_valid"].as_bool() == Some(true);
        let read = SmlRequest::read(&case.text).is_ok() || SmlAnswer::read(&case.text).is_ok();
        assert_eq!(read, is_valid, "{}", case.expected);
    }
}

#[test]
fn business_cards() {
    let all = cases("businesscard-xsd", 35);
    none(&differences(&all, Vocabulary::Card), all.len());
    for case in &all {
        let is_valid = case.expected["xsd_valid"].as_bool() == Some(true);
        let read = BusinessCard::read(&case.text);
        assert_eq!(read.is_ok(), is_valid, "{}: {read:?}", case.expected);
        if let Ok(card) = read {
            assert_eq!(BusinessCard::read(card.write().as_bytes()).as_ref(), Ok(&card));
        }
    }
}

#[test]
fn answers_signed_and_statuses() {
    for (file, vocabulary, count) in
        [("smp-signed", Vocabulary::Smp, 52), ("mls", Vocabulary::Mls, 169)]
    {
        let all = cases(file, count);
        none(&differences(&all, vocabulary), all.len());
    }
}

#[test]
fn samples_of_requests_and_answers_are_read_and_written_again() {
    for case in cases("sml-samples", 20) {
        match case.expected["soap_action"].as_str() {
            Some(action) => {
                let request =
                    SmlRequest::read(&case.text).unwrap_or_else(|e| panic!("{}: {e}", case.name()));
                assert_eq!(request.soap_action(), action, "{}", case.name());
                assert_eq!(SmlRequest::read(request.write().as_bytes()).as_ref(), Ok(&request));
            }
            None => {
                let answer =
                    SmlAnswer::read(&case.text).unwrap_or_else(|e| panic!("{}: {e}", case.name()));
                let is_fault = matches!(answer, SmlAnswer::Fault(_));
                assert_eq!(is_fault, case.name().starts_with("fault-"), "{}", case.name());
                assert_eq!(SmlAnswer::read(answer.write().as_bytes()).as_ref(), Ok(&answer));
            }
        }
    }
}

#[test]
fn published_groups_and_metadata_are_read_and_written_again() {
    let mut read = 0;
    for case in cases("smp-xsd", 32)
        .iter()
        .filter(|case| case.expected["xsd_valid"].as_bool() == Some(true))
    {
        if let Ok(group) = ServiceGroup::read(&case.text) {
            assert_eq!(ServiceGroup::read(group.write().as_bytes()).as_ref(), Ok(&group));
            read += 1;
        } else {
            let metadata = ServiceMetadata::read(&case.text).expect("a ServiceMetadata");
            assert_eq!(ServiceMetadata::read(metadata.write().as_bytes()).as_ref(), Ok(&metadata));
            read += 1;
        }
    }
    assert!(read >= 15, "{read}");
}

/// White space too (XML Schema 1.0, part 1, cvc-complex-type 2.1); comments may stand there.
#[test]
fn what_is_empty_holds_nothing() {
    let group = |inside: &str| {
        format!(
            "<ServiceGroup xmlns=\"http://busdox.org/serviceMetadata/publishing/1.0/\" \
             xmlns:ids=\"http://busdox.org/transport/identifiers/1.0/\">\
             <ids:ParticipantIdentifier scheme=\"iso6523-actorid-upis\">9915:x</ids:ParticipantIdentifier>\
             <ServiceMetadataReferenceCollection><ServiceMetadataReference href=\"https://x/\">{inside}\
             </ServiceMetadataReference></ServiceMetadataReferenceCollection></ServiceGroup>"
        )
    };
    for (inside, expected) in
        [("", true), ("<!-- x -->", true), (" ", false), ("\n", false), ("x", false)]
    {
        let text = group(inside);
        let parsed = Parsed::read(text.as_bytes()).expect("well-formed");
        assert_eq!(shape_faults(Vocabulary::Smp, parsed.root()).is_empty(), expected, "{inside:?}");
    }
}
