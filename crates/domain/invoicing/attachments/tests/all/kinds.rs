//! Each deliverable kind is taken, and only under its own name.

use crate::support::*;
use attachments::{
    Attachment, FilenameFault, Kind, LimitExceeded, MAX_TOTAL_BYTES, Refused, check, sniff,
    within_limits,
};

#[test]
fn every_kind_is_taken() {
    for (kind, (name, mime, bytes)) in
        [Kind::Pdf, Kind::Png, Kind::Jpeg, Kind::Csv, Kind::Xlsx, Kind::Ods].iter().zip(samples())
    {
        assert_eq!(check(name, mime, &bytes), Ok(*kind), "{name}");
        assert_eq!(check(name, &mime.to_uppercase(), &bytes), Ok(*kind), "{name}");
        let taken = Attachment::new(name, mime, bytes.clone(), Some("popis".into())).expect(name);
        assert_eq!((taken.filename(), taken.mime_code()), (name, mime));
        assert_eq!((taken.content(), taken.description()), (&bytes[..], Some("popis")));
    }
}

#[test]
fn another_declared_kind_is_refused_naming_the_right_one() {
    for (name, mime, bytes) in samples() {
        let found = sniff(&bytes).expect(name);
        for declared in Kind::ALL.into_iter().filter(|kind| *kind != found) {
            let name = if declared == Kind::Csv { "a.csv" } else { name };
            let error = check(name, declared.mime_code(), &bytes).unwrap_err();
            assert_eq!(error, Refused::OtherKind { declared, found }, "{name}");
            assert!(error.to_string().ends_with(mime), "{error}");
        }
    }
}

#[test]
fn what_peppol_does_not_deliver_is_refused() {
    let declared = [
        "application/msword",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.ms-excel",
        "image/gif",
        "image/jpg",
        "text/csv; charset=utf-8",
        "",
        "ľ",
    ];
    for mime in declared {
        let error = check("a.pdf", mime, &pdf()).unwrap_err();
        assert!(matches!(error, Refused::NotDeliverable { .. }), "{mime}: {error}");
        assert!(error.to_string().contains("image/jpeg"), "{error}");
    }
    let content: [(&[u8], &str); 6] = [
        (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 old word", "old Office"),
        (b"GIF89a\x01\0\x01\0", "GIF"),
        (b"MZ\x90\0\x03", "program"),
        (b"7z\xBC\xAF\x27\x1C\0\x04", "7z"),
        (b"Rar!\x1A\x07", "RAR"),
        (b"\x1F\x8B\x08\0", "gzip"),
    ];
    for (bytes, word) in content {
        let error = check("a.pdf", PDF, bytes).unwrap_err();
        assert!(error.to_string().contains(word), "{error}");
    }
}

#[test]
fn a_signature_counts_at_the_first_byte_only() {
    for (name, mime, bytes) in samples() {
        if mime == CSV {
            continue;
        }
        let shifted = [b"\n".as_slice(), &bytes].concat();
        assert!(check(name, mime, &shifted).is_err(), "{name}");
    }
    assert!(check("a.pdf", PDF, b"%PDF-3.0").is_err());
    assert!(check("a.pdf", PDF, b"%PDF").is_err());
}

#[test]
fn damaged_images_are_refused() {
    let cut = &jpeg()[..12];
    assert!(matches!(check("a.jpg", JPEG, cut), Err(Refused::Damaged { kind: Kind::Jpeg, .. })));
    let cut = &png()[..10];
    assert!(matches!(check("a.png", PNG, cut), Err(Refused::Damaged { kind: Kind::Png, .. })));
}

#[test]
fn csv_is_checked_by_its_look_and_its_name() {
    let taken: [&[u8]; 8] = [
        b"a;b\n1;2\n",
        b"a,b",
        b"a\tb\r\n1\t2\r\n",
        b"a|b\n",
        b"\xEF\xBB\xBFa;b\n1;2\n",
        b"a;b\n\"x;y\nz\";2\n",
        b"n\xE1zov;suma\nch\xB9eba;1\n",
        b"MZDA;SUMA\n1;2\n",
    ];
    for bytes in taken {
        assert_eq!(check("x.csv", CSV, bytes), Ok(Kind::Csv), "{bytes:?}");
        assert_eq!(check("X.CSV", CSV, bytes), Ok(Kind::Csv));
        assert_eq!(check("x.txt", CSV, bytes), Err(Refused::CsvName));
        assert_eq!(check("x.csv.pdf", CSV, bytes), Err(Refused::CsvName));
        assert_eq!(check("x.pdf", PDF, bytes), Err(Refused::Unknown));
    }
    let refused: [&[u8]; 8] = [
        b"just a sentence",
        b"<html>;</html>",
        b"  <a>;",
        b"{\"a\": 1, \"b\": 2}",
        b"a;b\0;c",
        b"\xFF\xFEa\0;\0b\0",
        b"a,b,c\nd\ne\nf,g\nh",
        b"\xEF\xBB\xBF",
    ];
    for bytes in refused {
        assert_eq!(check("x.csv", CSV, bytes), Err(Refused::Unknown), "{bytes:?}");
    }
    assert_eq!(check("x.csv", CSV, b""), Err(Refused::Empty));
}

#[test]
fn file_names() {
    let long = format!("{}.pdf", "ž".repeat(251));
    for name in ["a.pdf", "Zmluva č. 5 (kópia).pdf", ".pdf", "a..b.pdf", &long] {
        assert_eq!(check(name, PDF, &pdf()), Ok(Kind::Pdf), "{name}");
    }
    let table = [
        ("", FilenameFault::Empty),
        ("  ", FilenameFault::Empty),
        ("a/b.pdf", FilenameFault::Path),
        ("..\\a.pdf", FilenameFault::Path),
        ("..", FilenameFault::Path),
        ("a\0.pdf", FilenameFault::Control('\0')),
        ("a\n.pdf", FilenameFault::Control('\n')),
        ("a\u{85}.pdf", FilenameFault::Control('\u{85}')),
        ("a\u{202e}fdp.exe", FilenameFault::Control('\u{202e}')),
    ];
    for (name, fault) in table {
        assert_eq!(check(name, PDF, &pdf()), Err(Refused::Filename(fault)), "{name:?}");
    }
    let longer = format!("x{long}");
    let fault = FilenameFault::TooLong { chars: 256 };
    assert_eq!(check(&longer, PDF, &pdf()), Err(Refused::Filename(fault)));
}

#[test]
fn limits_are_inclusive() {
    assert_eq!(within_limits([]), Ok(()));
    assert_eq!(within_limits([1; 10]), Ok(()));
    assert_eq!(within_limits([1; 11]), Err(LimitExceeded::Count { count: 11 }));
    assert_eq!(within_limits([MAX_TOTAL_BYTES - 1, 1]), Ok(()));
    let bytes = MAX_TOTAL_BYTES + 1;
    assert_eq!(within_limits([MAX_TOTAL_BYTES, 1]), Err(LimitExceeded::Bytes { bytes }));
    assert_eq!(
        within_limits([usize::MAX, usize::MAX]),
        Err(LimitExceeded::Bytes { bytes: usize::MAX })
    );
    let mut large = pdf();
    large.resize(MAX_TOTAL_BYTES, b' ');
    assert_eq!(check("a.pdf", PDF, &large), Ok(Kind::Pdf));
    large.push(b' ');
    assert_eq!(check("a.pdf", PDF, &large), Err(Refused::TooLarge { bytes }));
}

#[test]
fn workbooks_with_zip64_fields_are_read() {
    use std::io::{Cursor, Write};
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().large_file(true);
    for (name, text) in
        [("[Content_Types].xml", content_types(MAIN)), ("xl/workbook.xml", "<workbook/>".into())]
    {
        writer.start_file(name, options).expect("an entry");
        writer.write_all(text.as_bytes()).expect("its content");
    }
    let mut bytes = writer.finish().expect("an archive").into_inner();
    assert_eq!(sniff(&bytes), Ok(Kind::Xlsx));
    // The same with the zip64 end record that some writers always add.
    let end = bytes.len() - 22;
    let le = |at: usize, n: usize| bytes[at..at + n].to_vec();
    let (count, size, offset) = (le(end + 10, 2), le(end + 12, 4), le(end + 16, 4));
    let mut record = b"PK\x06\x06\x2c\0\0\0\0\0\0\0\x2d\0\x2d\0\0\0\0\0\0\0\0\0".to_vec();
    for (value, width) in [(&count, 8), (&count, 8), (&size, 8), (&offset, 8)] {
        record.extend(value.iter().copied().chain(std::iter::repeat(0)).take(width));
    }
    record.extend_from_slice(b"PK\x06\x07\0\0\0\0");
    record.extend(u64::try_from(end).expect("small").to_le_bytes());
    record.extend_from_slice(&1_u32.to_le_bytes());
    assert_eq!(record.len(), 76);
    bytes.splice(end..end, record);
    assert_eq!(sniff(&bytes), Ok(Kind::Xlsx));
    bytes[end + 32] += 1; // the two end records disagree
    assert!(sniff(&bytes).is_err());
}
