//! The vectors: names, addresses, identifiers, wildcards, keys.

use peppol_messages::discovery::{
    Lookup, Naptr, Unresolved, business_card_url, is_migration_key, label, migration_key,
    publisher, service_group_url, service_metadata_url, sml_name,
};
use peppol_messages::mls::{MLS_DOCUMENT_TYPE, ResponseCode, Situation, answer_to, mls_route};
use peppol_messages::sbdh::MlsType;
use peppol_messages::{
    Identifier, WildcardFault, best_match, is_participant, is_registrable, matches,
};
use proptest::prelude::*;
use serde_json::Value;

use crate::cases::vectors;

fn identifier(value: &Value) -> Identifier {
    value.as_str().expect("a text").parse().expect("scheme::value")
}

fn text<'v>(value: &'v Value, member: &str) -> &'v str {
    value[member].as_str().unwrap_or_else(|| panic!("{member} of {value}"))
}

#[test]
fn participants_have_names_in_the_dns() {
    for one in vectors("sml-names", 20) {
        let participant = Identifier::new(text(&one, "scheme"), text(&one, "value"));
        assert_eq!(label(&participant), text(&one, "label"), "{one}");
        assert_eq!(sml_name(&participant, text(&one, "zone")), text(&one, "name"), "{one}");
    }
    let test = Identifier::participant("9915:test");
    assert_eq!(label(&test).to_lowercase(), "eh5boavaktmbgzyh2a63dz4qov33fvp5nsdvqklucfraayoodw6a");
}

#[test]
fn naptr_records_name_smps() {
    for one in vectors("naptr", 16) {
        let lookup = match &one["records"] {
            Value::String(code) if code == "NXDOMAIN" => Lookup::NoSuchName,
            Value::String(code) if code.starts_with("truncated") => Lookup::Truncated,
            Value::String(_) => Lookup::Failed,
            records => {
                Lookup::Records(records.as_array().expect("records").iter().map(naptr).collect())
            }
        };
        let found = match publisher(&lookup) {
            Ok(address) => address,
            Err(Unresolved::NotRegistered) => "not-found".to_owned(),
            Err(Unresolved::Unusable) => "invalid".to_owned(),
            Err(Unresolved::Unknown) => "retry".to_owned(),
            Err(Unresolved::Truncated) => "use-tcp".to_owned(),
        };
        assert_eq!(found, text(&one, "expect"), "{one}");
    }
    assert_eq!(publisher(&Lookup::NoSuchName), Err(Unresolved::NotRegistered));
    // a reader of URLs passes over them: with a path behind, it is another address
    for odd in
        ["https://smp.example.s\u{14}", " https://smp.example.sk", "https://smp.\texample.sk"]
    {
        let mut record = naptr(&vectors("naptr", 16)[0]["records"][0]);
        record.regexp = format!("!.*!{odd}!");
        let found = publisher(&Lookup::Records(vec![record]));
        assert_eq!(found, Err(Unresolved::Unusable), "{odd:?}");
    }
}

fn naptr(record: &Value) -> Naptr {
    let number =
        |member: &str| u16::try_from(record[member].as_u64().expect("a number")).expect("small");
    Naptr {
        order: number("order"),
        preference: number("preference"),
        flags: text(record, "flags").to_owned(),
        service: text(record, "service").to_owned(),
        regexp: text(record, "regexp").to_owned(),
    }
}

#[test]
fn the_lowest_order_then_preference_counts() {
    let record = |order, preference, host: &str| Naptr {
        order,
        preference,
        flags: "U".to_owned(),
        service: "Meta:SMP".to_owned(),
        regexp: format!("!.*!https://{host}!"),
    };
    let records = vec![record(10, 9, "c"), record(5, 20, "b"), record(5, 10, "a")];
    assert_eq!(publisher(&Lookup::Records(records)).as_deref(), Ok("https://a"));
}

#[test]
fn addresses_of_an_smp() {
    for one in vectors("smp-urls", 9) {
        let (base, participant) = (text(&one, "smp"), identifier(&one["participant"]));
        let document_type = identifier(&one["document_type"]);
        assert_eq!(service_group_url(base, &participant), text(&one, "service_group"));
        assert_eq!(
            service_metadata_url(base, &participant, &document_type),
            text(&one, "service_metadata")
        );
        assert_eq!(business_card_url(base, &participant), text(&one, "business_card"));
    }
}

#[test]
fn migration_keys() {
    for one in vectors("migration-keys", 16) {
        let is_valid = one["valid"].as_bool().expect("a verdict");
        assert_eq!(is_migration_key(text(&one, "key")), is_valid, "{one}");
    }
}

proptest! {
    #[test]
    fn keys_of_our_own_are_valid(random in any::<[u8; 20]>(), more in any::<[u8; 20]>()) {
        let mut bytes = [0; 40];
        bytes[..20].copy_from_slice(&random);
        bytes[20..].copy_from_slice(&more);
        let key = migration_key(bytes);
        prop_assert!(is_migration_key(&key), "{}", key);
    }
}

#[test]
fn participants_have_a_form() {
    for one in vectors("participant-ids", 22) {
        let value = text(&one, "value");
        assert_eq!(Some(is_participant(value)), one["policy_valid"].as_bool(), "{one}");
        let by_list =
            if is_participant(value) { party_identifiers::fits_code_list(value) } else { None };
        assert_eq!(by_list, one["code_list_valid"].as_bool(), "{one}");
    }
}

#[test]
fn wildcards_are_registrable_or_not() {
    for one in vectors("wildcard-ids", 10) {
        let verdict = is_registrable(text(&one, "customization"));
        assert_eq!(Some(verdict.is_ok()), one["registrable_as_wildcard_scheme"].as_bool(), "{one}");
        assert_eq!(verdict.err().map(WildcardFault::rule), one["rule"].as_str(), "{one}");
    }
}

#[test]
fn wildcards_match_part_by_part() {
    for one in vectors("wildcard-match", 8) {
        let matched = matches(text(&one, "registered"), text(&one, "document"));
        assert_eq!(Some(matched), one["match"].as_bool(), "{one}");
    }
}

#[test]
fn the_best_registered_type_is_asked_for() {
    for one in vectors("doctype-wildcard", 7) {
        let pair = |pair: &Value| {
            Identifier::new(pair[0].as_str().expect("a scheme"), pair[1].as_str().expect("a value"))
        };
        let registered: Vec<_> =
            one["registered"].as_array().expect("a list").iter().map(pair).collect();
        let expected = one["expect"].as_array().map(|_| pair(&one["expect"]));
        assert_eq!(best_match(text(&one, "document"), &registered).cloned(), expected, "{one}");
    }
}

#[test]
fn statuses_go_to_the_sending_provider() {
    for one in vectors("mls-routing", 13) {
        let document_type = match text(&one, "inbound") {
            "mls" => MLS_DOCUMENT_TYPE,
            "mlr" => {
                "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:mlr:3::2.1"
            }
            "tdd" => "urn:peppol:schema:sk-taxdata:1.0::TaxData##urn:peppol:taxdata:sk-1::1.0",
            _ => {
                "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1"
            }
        };
        // the envelope's reader drops an MLS_TO of another scheme
        let mls_to =
            one["mls_to"].as_array().filter(|to| to[1].as_str() == Some("iso6523-actorid-upis"));
        let route = mls_route(
            text(&one, "c2_seat"),
            &Identifier::new("busdox-docid-qns", document_type),
            mls_to.and_then(|to| to[0].as_str()),
            one["mls_type"].as_str().and_then(MlsType::of_code),
            ResponseCode::of_code(text(&one, "status")).expect("a code"),
        );
        let is_lost = one["mls_to_registered"].as_bool() == Some(false);
        let to = route.map(|route| route.otherwise.filter(|_| is_lost).unwrap_or(route.to));
        assert_eq!(to.as_deref(), one["to"].as_str(), "{one}");
        assert_eq!(Some(to.is_some()), one["send"].as_bool(), "{one}");
    }
}

#[test]
fn statuses_say_what_happened() {
    for one in vectors("mls-content", 5) {
        let situation = text(&one, "situation");
        let has = |part: &str| situation.contains(part);
        let (code, reasons) = answer_to(Situation {
            has_syntax_faults: has("XSD-invalid"),
            has_rule_faults: has("Schematron fatal"),
            has_warnings: has("warning"),
            is_undeliverable: has("cannot be reached"),
            is_confirmed: has("and confirmed"),
        });
        assert_eq!(code.code(), text(&one, "response_code"), "{one}");
        let reasons: Vec<_> = reasons.into_iter().map(|reason| reason.code()).collect();
        let expected: Vec<_> =
            one["reasons"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert_eq!(reasons, expected, "{one}");
    }
}
