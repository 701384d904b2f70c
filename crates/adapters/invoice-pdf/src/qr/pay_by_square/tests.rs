//! Encodes, and reads back by the standard's own steps.

use std::io::Read;

use super::super::tests::transfer;
use super::*;

/// Undoes [`encode`]: the version, and what is said. Other encoders leave the last bits of base32 as they fall: be
/// lenient.
fn decode(code: &str) -> (u8, String) {
    let mut alphabet = data_encoding::Specification::new();
    alphabet.symbols.push_str("0123456789ABCDEFGHIJKLMNOPQRSTUV");
    alphabet.check_trailing_bits = false;
    let bytes = alphabet.encoding().unwrap().decode(code.as_bytes()).unwrap();
    assert_eq!((bytes[0] >> 4, bytes[1]), (0, 0), "type 0, and a reserved byte");
    let length = u64::from(u16::from_le_bytes([bytes[2], bytes[3]]));
    let reader = lzma_rust2::LzmaReader::new(&bytes[4..], length, 3, 0, 2, DICTIONARY, None);
    let mut body = Vec::new();
    reader.unwrap().read_to_end(&mut body).unwrap();
    let (crc, sequence) = body.split_at(4);
    assert_eq!(crc, crc32fast::hash(sequence).to_le_bytes());
    (bytes[0] & 0x0f, String::from_utf8(sequence.to_vec()).unwrap())
}

#[test]
fn reads_back_what_it_wrote() {
    let payment = transfer();
    let (version, fields) = decode(&encode(&payment).unwrap());
    assert_eq!(version, 0, "the one that every reader knows");
    assert_eq!(
        fields.split('\t').collect::<Vec<_>>(),
        [
            "",
            "1",
            "1",
            "1234.56",
            "EUR",
            "20261205",
            "2026000123",
            "0308",
            "",
            "",
            "2026000123",
            "1",
            "SK9611000000002918599669",
            "TATRSKBX",
            "0",
            "0",
            "Zlty kon s.r.o.",
            "Namestie SNP 1",
            "974 01 Banska Bystrica"
        ]
    );
}

#[test]
fn tabs_and_long_texts_stay_in_their_field() {
    let mut payment = transfer();
    let long = "dlhý\tnázov\n".repeat(50);
    (payment.beneficiary, payment.message) = (&long, &long);
    let (_, fields) = decode(&encode(&payment).unwrap());
    let fields: Vec<&str> = fields.split('\t').collect();
    assert_eq!(fields.len(), 19);
    assert_eq!((fields[10].len(), fields[16].len()), (140, 70));
}

/// What npm `bysquare` 4.0.1 writes for the same payment. Its compressor chooses differently,
/// so the strings differ and the fields do not.
const BYSQUARE: &str = "0809G0002Q1T1HDO9306G2IF84OLP8R67MLO7R0GSCECN5VEB0N9V4A0QONMA48T8IFI92KRUS9OS1N1EPN1T96E\
    CO0UIUPHSTKDQ10KE1LEAFMNHJDBT1B3V2OECRIP26F9CV0A4IUBJL5M45806RK0NPMVCKGKR6NRI23MHTU4JJ0R\
    Q4G7KQ221TOILRSV5C7NDOP0JS6URJGCQNOUPH7VVED3800";
/// What we write, as read with npm `bysquare` 2.12.4, 3.0.0 and 4.0.1 and with PyPI `by-square` 0.3.
const GOLDEN: &str = "0009G0002Q1T1HDO9306G2IF84OLP8R67MLO7R0GSCECN5VEB0N9V4A0QONMA48T8IFI92KRUS9OS1N1EPN1T96E\
    CO0UIUPHSTKDQ10KE1LEAFMNHJDBT1B3V2OECRIP26F9CV0A4IUBJL5M45806RK0NPMVCKGKR6NRI23MHTU4JJ0R\
    Q4G7KQ221TOILRSV5C7NDOP0JS6URJGCON9B5G0";

#[test]
fn reads_what_another_encoder_wrote() {
    assert_eq!(decode(BYSQUARE), (2, sequence(&transfer())));
}

#[test]
fn golden() {
    assert_eq!(encode(&transfer()).unwrap(), GOLDEN);
}

#[test]
fn a_payee_without_a_latin_name_has_no_code() {
    let mut payment = transfer();
    payment.beneficiary = "株式会社";
    assert_eq!(encode(&payment), None);
}
