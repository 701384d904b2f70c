//! Signatures against a vector made elsewhere, their tolerance, rotation, and whatever else may
//! stand in the header.

use crate::common::{NOW, secret};
use proptest::{collection::vec, prelude::*};
use time::{Duration, OffsetDateTime};
use webhooks::{
    endpoints::{MalformedSecret, Secret, Secrets, TooManyRotations},
    signing::{TOLERANCE, VerifyError, sign, verify},
};

const BODY: &[u8] = "{\"event\":\"invoice.paid\",\"total\":\"1.00\",\"x\":\"č\"}".as_bytes();

fn at(unix: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(unix).expect("a time")
}

fn check(header: &str, body: &[u8], key: &Secret, unix: i64) -> Result<i64, VerifyError> {
    verify(header, body, key, at(unix), TOLERANCE).map(OffsetDateTime::unix_timestamp)
}

/// Made with Python: hmac.new(("whsec_" + "01"*32).encode(), b"1700000000." + body, sha256).
#[test]
fn the_vector_of_python() {
    let header = sign(&Secrets::new(secret(1)), BODY, at(1_700_000_000));
    assert_eq!(
        header,
        "t=1700000000,v1=4a703a167749b1925219c562a1781d45e4bd063932e435a4b28b4796acb24c02"
    );
    assert_eq!(check(&header, BODY, &secret(1), 1_700_000_000), Ok(1_700_000_000));
    assert_eq!(check(&header, BODY, &secret(2), 1_700_000_000), Err(VerifyError::Mismatch));
}

#[test]
fn old_and_future_signatures_are_refused() {
    let signed = 1_700_000_000;
    let header = sign(&Secrets::new(secret(1)), BODY, at(signed));
    for (now, result) in [
        (signed, Ok(signed)),
        (signed + 300, Ok(signed)),
        (signed + 301, Err(VerifyError::TooOld { age: 301, tolerance: 300 })),
        (signed - 300, Ok(signed)),
        (signed - 301, Err(VerifyError::FromFuture { ahead: 301 })),
    ] {
        assert_eq!(check(&header, BODY, &secret(1), now), result);
    }
    // a forged one learns nothing of its age
    assert_eq!(check(&header, b"{}", &secret(1), signed + 999), Err(VerifyError::Mismatch));
}

#[test]
fn headers_of_another_form() {
    let good = sign(&Secrets::new(secret(1)), BODY, at(1_700_000_000));
    let v1 = good.split_once(',').expect("two parts").1;
    let upper = v1[3..].to_uppercase();
    for header in [
        String::new(),
        "nonsense".into(),
        "t=1700000000".into(),
        v1.into(),
        format!("t=,{v1}"),
        format!("t=+1700000000,{v1}"),
        format!("t=01700000000,{v1}"),
        format!("t=-1,{v1}"),
        format!("t=1700000000,t=1700000000,{v1}"),
        format!("t=99999999999999999999,{v1}"),
        format!("t=1700000000,v1={upper}"),
        "t=1700000000,v1=abc".into(),
        "t=1700000000,v1=zz".into(),
        format!("{good},"),
        format!("{good},{}", "x=1,".repeat(300)),
    ] {
        let result = check(&header, BODY, &secret(1), 1_700_000_000);
        assert_eq!(result, Err(VerifyError::Malformed), "{header}");
    }
    for header in
        [format!("{v1},t=1700000000"), format!("v0=00,{good},v2=?"), good.replace(',', ", ")]
    {
        assert!(check(&header, BODY, &secret(1), 1_700_000_000).is_ok(), "{header}");
    }
    let empty = check("t=1700000000,v1=", BODY, &secret(1), 1_700_000_000);
    assert_eq!(empty, Err(VerifyError::Mismatch));
}

#[test]
fn an_old_secret_signs_for_24_hours() {
    let before = Secrets::new(secret(1));
    let after = before.rotate(secret(2), NOW).expect("the first");
    let day = Duration::hours(24);
    for (later, old_signs) in
        [(Duration::ZERO, true), (day - Duration::SECOND, true), (day, false), (day * 2, false)]
    {
        let now = NOW + later;
        let header = sign(&after, BODY, now);
        assert_eq!(header.matches("v1=").count(), if old_signs { 2 } else { 1 });
        assert!(verify(&header, BODY, &secret(2), now, TOLERANCE).is_ok());
        assert_eq!(verify(&header, BODY, &secret(1), now, TOLERANCE).is_ok(), old_signs);
    }
}

#[test]
fn no_rotation_cuts_an_old_secret_short() {
    let mut secrets = Secrets::new(secret(0));
    for n in 1..=4 {
        secrets = secrets.rotate(secret(n), NOW + Duration::hours(n.into())).expect("within four");
    }
    let header = sign(&secrets, BODY, NOW + Duration::hours(5));
    assert_eq!(header.matches("v1=").count(), 5);
    assert!(header.len() <= 361);
    assert!(verify(&header, BODY, &secret(0), NOW + Duration::hours(5), TOLERANCE).is_ok());
    let until = NOW + Duration::hours(25);
    assert_eq!(
        secrets.rotate(secret(9), NOW + Duration::hours(6)),
        Err(TooManyRotations { until })
    );
    let fifth = secrets.rotate(secret(9), until).expect("one has stopped");
    assert_eq!(fifth.old.len(), 4);
    assert_eq!(fifth.signing(until + Duration::days(9)).count(), 1);
}

#[test]
fn secrets_are_read_back_and_never_printed() {
    let one = secret(0xab);
    assert_eq!(one.expose(), format!("whsec_{}", "ab".repeat(32)));
    assert_eq!(Secret::parse(one.expose()), Ok(one.clone()));
    assert!(!format!("{:?}", Secrets::new(one.clone()).rotate(one, NOW)).contains("abab"));
    let upper = format!("whsec_{}", "AB".repeat(32));
    for text in ["", "whsec_", "whsec_ab", &upper, &"ab".repeat(35)] {
        assert_eq!(Secret::parse(text), Err(MalformedSecret), "{text}");
    }
}

proptest! {
    #[test]
    fn what_is_signed_verifies(body in vec(any::<u8>(), 0..300), key in any::<[u8; 32]>(), unix in 0_i64..253_402_300_000) {
        let key = Secret::from_random(key);
        let header = sign(&Secrets::new(key.clone()), &body, at(unix));
        prop_assert_eq!(check(&header, &body, &key, unix), Ok(unix));
    }

    #[test]
    fn a_changed_bit_is_noticed(body in vec(any::<u8>(), 1..200), bit in any::<prop::sample::Index>()) {
        let header = sign(&Secrets::new(secret(1)), &body, NOW);
        let mut changed = body.clone();
        let bit = bit.index(body.len() * 8);
        changed[bit / 8] ^= 1 << (bit % 8);
        prop_assert_eq!(verify(&header, &changed, &secret(1), NOW, TOLERANCE), Err(VerifyError::Mismatch));
    }

    #[test]
    fn no_header_panics_or_passes(header in "(t=[0-9]{1,20}|v1=[0-9a-f]{0,66}|[ -~]{0,20}|,){0,8}|\\PC{0,60}", unix in any::<i32>()) {
        prop_assert!(check(&header, BODY, &secret(1), unix.into()).is_err());
    }
}
