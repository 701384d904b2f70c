//! No bytes break the check of SMP answers, and none that no SMP signed are believed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peppol_messages::Identifier;
use peppol_messages::smp::{AS4_TRANSPORT, Question, Trust, check_answer};
use peppol_messages::trust::Authorities;
use time::macros::datetime;

fuzz_target!(|bytes: &[u8]| {
    let nobody = Authorities::new(Vec::new()).expect("none");
    let question = Question {
        participant: Identifier::participant("0245:2900000015"),
        document_type: Identifier::new("busdox-docid-qns", "x"),
        process: Identifier::process("p"),
        transport: AS4_TRANSPORT.to_owned(),
        at: datetime!(2026-10-15 12:00 UTC),
        redirected: None,
    };
    for accept_old_algorithms in [false, true] {
        let trust = Trust { publishers: &nobody, access_points: &nobody, accept_old_algorithms };
        assert!(check_answer(bytes, &question, trust).is_err());
    }
});
