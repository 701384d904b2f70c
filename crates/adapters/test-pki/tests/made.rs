//! What was made, checked by the rules of the network.

use peppol_messages::trust::{Authorities, Certificate, Identity, Untrusted};
use std::collections::BTreeSet;
use test_pki::{File, Plan, files};
use time::macros::datetime;

fn made() -> Vec<File> {
    let plan = Plan {
        now: datetime!(2026-11-22 12:00 UTC),
        validity: time::Duration::days(90),
        lists: "http://lists.example/".to_owned(),
    };
    files(&plan).expect("files")
}

fn text(files: &[File], name: &str) -> String {
    let file = files.iter().find(|file| file.name == name);
    String::from_utf8(file.expect(name).bytes.clone()).expect("PEM")
}

fn certificate(files: &[File], name: &str) -> Certificate {
    Certificate::of_text(&text(files, &format!("{name}.pem"))).expect(name)
}

#[test]
fn certificates_are_of_their_roles() {
    let files = made();
    let list = |name: &str| files.iter().find(|file| file.name == name).expect(name).bytes.clone();
    let of = |name: &str| Authorities::new(vec![certificate(&files, name)]).expect(name);
    let (publishers, access_points) = (of("smp-ca"), of("ap-ca"));
    let at = datetime!(2026-11-25 12:00 UTC);
    let lists = [list("ap.crl"), list("smp.crl")];
    for (name, role, expected) in [
        ("ap1", &access_points, Ok(())),
        ("ap2", &access_points, Ok(())),
        ("smp", &publishers, Ok(())),
        ("ap1", &publishers, Err(Untrusted::Chain)),
        ("smp", &access_points, Err(Untrusted::Chain)),
        ("rogue", &access_points, Err(Untrusted::Chain)),
        ("tls", &access_points, Err(Untrusted::Chain)),
        ("revoked", &access_points, Err(Untrusted::Revoked)),
    ] {
        let one = certificate(&files, name);
        assert_eq!(role.check_with_lists(&one, at, &lists), expected, "{name}");
    }
    let ap = certificate(&files, "ap1");
    assert_eq!(ap.revocation_lists, ["http://lists.example/ap.crl"]);
    assert_eq!(ap.common_name, "PSK000001");
    let late = datetime!(2027-02-21 12:00 UTC);
    assert_eq!(access_points.check(&ap, late), Err(Untrusted::Expired));
    let early = datetime!(2026-11-21 11:00 UTC);
    assert_eq!(access_points.check(&ap, early), Err(Untrusted::NotYetValid));
    // lists are valid for a month
    let later = datetime!(2026-12-25 12:00 UTC);
    let unknown = access_points.check_with_lists(&ap, later, &lists);
    assert_eq!(unknown, Err(Untrusted::RevocationUnknown));
}

#[test]
fn keys_are_those_of_their_certificates_and_differ() {
    let files = made();
    let mut serials = BTreeSet::new();
    for name in
        ["root", "ap-ca", "smp-ca", "rogue-ca", "ap1", "ap2", "smp", "revoked", "rogue", "tls"]
    {
        let own = certificate(&files, name);
        serials.insert(own.serial.clone());
        let identity = Identity::of_pem(own, &text(&files, &format!("{name}.key")));
        assert!(identity.is_ok(), "{name}: {identity:?}");
    }
    assert_eq!(serials.len(), 10, "each has its own");
    assert!(files.iter().all(|file| file.is_secret == file.name.ends_with(".key")));
}
