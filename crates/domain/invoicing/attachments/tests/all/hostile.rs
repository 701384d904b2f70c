//! Workbooks with macros, passwords and bombs; and bytes of any kind.

use std::time::Instant;

use crate::support::*;
use attachments::{MAX_TOTAL_BYTES, PackageFault, Refused, check, sniff};
use proptest::prelude::*;

fn fault(bytes: &[u8]) -> PackageFault {
    match sniff(bytes) {
        Err(Refused::Package(fault)) => fault,
        other => panic!("expected a package fault, got {other:?}"),
    }
}

#[test]
fn macros_are_refused() {
    let macro_main = "application/vnd.ms-excel.sheet.macroEnabled.main+xml";
    let binary_main = "application/vnd.ms-excel.sheet.binary.macroEnabled.main";
    let vba = format!(
        "{MAIN}\"/><Default Extension=\"bin\" ContentType=\"application/vnd.ms-office.vbaProject"
    );
    let workbooks = [
        xlsx_with(macro_main, &[]),
        xlsx_with(&macro_main.to_uppercase(), &[]),
        xlsx_with(binary_main, &[]),
        xlsx_with(&vba, &[]),
        xlsx_with(MAIN, &[("xl/vbaProject.bin", b"code")]),
        xlsx_with(MAIN, &[("xl/VBAPROJECT.BIN", b"code")]),
        xlsx_with(MAIN, &[("xl/macrosheets/sheet1.xml", b"<x/>")]),
        ods_with(ODS, "", &[("Basic/Standard/Module1.xml", b"<x/>")]),
        ods_with(ODS, "", &[("Scripts/python/a.py", b"import os")]),
    ];
    for bytes in workbooks {
        assert_eq!(fault(&bytes), PackageFault::Macros);
    }
    let disguised = format!("{MAIN}\"/><x ContentType=\"macro&#69;nabled");
    assert!(matches!(fault(&xlsx_with(&disguised, &[])), PackageFault::Malicious(_)));
}

#[test]
fn encryption_is_refused() {
    let manifest = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>";
    assert_eq!(fault(&ods_with(ODS, manifest, &[])), PackageFault::Encrypted);
    let wrapped = ods_with(ODS, "", &[("encrypted-package", b"x")]);
    assert_eq!(fault(&wrapped), PackageFault::Encrypted);
    // The flag of traditional zip encryption, in the local and the central headers.
    let mut bytes = xlsx();
    for (signature, flag) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let headers: Vec<usize> =
            bytes.windows(4).enumerate().filter(|(_, w)| w == signature).map(|(i, _)| i).collect();
        headers.into_iter().for_each(|start| bytes[start + flag] |= 1);
    }
    assert_eq!(fault(&bytes), PackageFault::Encrypted);
}

#[test]
fn other_packages_are_refused() {
    let word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
    let types = content_types(word);
    let docx = package(&[
        ("[Content_Types].xml", types.as_bytes()),
        ("word/document.xml", b"<w:document/>"),
    ]);
    let text = "application/vnd.oasis.opendocument.text";
    let no_workbook_part = package(&[("[Content_Types].xml", content_types(MAIN).as_bytes())]);
    let others = [
        docx,
        ods_with(text, "", &[]),
        ods_with("application/vnd.oasis.opendocument.spreadsheet-template", "", &[]),
        package(&[("a.txt", b"x")]),
        package(&[("AndroidManifest.xml", b"x"), ("classes.dex", b"x")]),
        no_workbook_part,
    ];
    for bytes in others {
        assert!(matches!(fault(&bytes), PackageFault::NoWorkbook(_)));
    }
    let types = content_types(MAIN);
    let both = ods_with(ODS, "", &[("[Content_Types].xml", types.as_bytes())]);
    assert!(matches!(fault(&both), PackageFault::Malicious(_)));
}

#[test]
fn bombs_are_refused() {
    let zeros = vec![0_u8; 20 << 20];
    let ratio = xlsx_with(MAIN, &[("xl/media/a.bin", &zeros)]);
    assert!(matches!(fault(&ratio), PackageFault::Bomb(_)));
    let names: Vec<String> = (0..2_001).map(|i| format!("xl/{i}")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    assert_eq!(fault(&xlsx_with(MAIN, &many)), PackageFault::Bomb(attachments::BombSign::Entries));
    let spaces = " ".repeat((1 << 20) + 1);
    let long_index = xlsx_with(&format!("{MAIN}{spaces}"), &[]);
    assert!(matches!(fault(&long_index), PackageFault::Bomb(_)));
}

#[test]
fn a_lying_size_of_an_index_entry_does_not_help_a_bomb() {
    // The central directory says 1 KiB, the entry unpacks to 3 MiB: the read stays capped.
    let spaces = " ".repeat(3 << 20);
    let mut bytes = xlsx_with(&format!("{MAIN}{spaces}"), &[]);
    for (signature, at) in [(b"PK\x03\x04", 22), (b"PK\x01\x02", 24)] {
        let start = bytes.windows(4).position(|w| w == signature).expect("a header");
        bytes[start + at..start + at + 4].copy_from_slice(&1024_u32.to_le_bytes());
    }
    assert!(matches!(sniff(&bytes), Err(Refused::Package(_))));
}

#[test]
fn overlapping_and_repeated_entries_are_refused() {
    // Two central headers that point at one local header.
    let bytes = xlsx();
    let headers: Vec<usize> =
        bytes.windows(4).enumerate().filter(|(_, w)| w == b"PK\x01\x02").map(|(i, _)| i).collect();
    let mut overlapping = bytes.clone();
    let first = bytes[headers[0] + 42..headers[0] + 46].to_vec();
    overlapping[headers[2] + 42..headers[2] + 46].copy_from_slice(&first);
    assert!(matches!(fault(&overlapping), PackageFault::Malicious(_) | PackageFault::Damaged));
    // One name twice: rename xl/worksheets/sheet1.xml's twin by patching bytes of equal length.
    let types = content_types(MAIN);
    let twice = package(&[
        ("[Content_Types].xml", types.as_bytes()),
        ("[Content_Types].xmk", b"<Types>macroEnabled</Types>"),
        ("xl/workbook.xml", b"<workbook/>"),
    ]);
    let mut repeated = twice.clone();
    for at in 0..twice.len() - 19 {
        if &twice[at..at + 19] == b"[Content_Types].xmk" {
            repeated[at + 18] = b'l';
        }
    }
    assert!(sniff(&repeated).is_err());
}

#[test]
fn entries_that_point_out_of_the_package_are_refused() {
    for name in ["../evil", "xl/../../evil", "/etc/passwd", "xl\\evil"] {
        let bytes = xlsx_with(MAIN, &[(name, b"x")]);
        assert!(matches!(fault(&bytes), PackageFault::Malicious(_)), "{name}");
    }
}

#[test]
fn polyglots_are_what_their_first_byte_says() {
    // A JPEG with an archive behind it lacks its end; a page of HTML is not CSV.
    let jpeg_zip = [jpeg(), xlsx()].concat();
    assert!(check("a.jpg", JPEG, &jpeg_zip).is_err());
    let program_zip = [b"MZ\x90\0".to_vec(), xlsx()].concat();
    assert!(check("a.xlsx", XLSX, &program_zip).is_err());
    let pdf_inside = [b"a;b\n".to_vec(), pdf()].concat();
    assert!(check("a.pdf", PDF, &pdf_inside).is_err());
    let two_archives = [package(&[("evil.exe", b"MZ")]), xlsx()].concat();
    assert!(matches!(fault(&two_archives), PackageFault::Malicious(_) | PackageFault::Damaged));
}

#[test]
fn the_largest_hostile_files_are_checked_quickly() {
    let repeat = |unit: &[u8]| {
        let mut bytes = b"PK\x03\x04".to_vec();
        bytes.extend(unit.iter().copied().cycle().take(MAX_TOTAL_BYTES - 4));
        bytes
    };
    let hostile = [
        repeat(b"PK\x05\x06"),
        repeat(b"PK\x05\x06\0\0\0\0\x01\0\x01\0\x2e\0\0\0\0\0\0\0\0\0"),
        repeat(b"PK\x06\x06"),
        repeat(b"PK\x06\x07\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0PK\x05\x06\0\0\0\0\x01\0\x01\0\xff\xff\xff\xff\xff\xff\xff\xff\0\0"),
        repeat(b"PK\x01\x02"),
        repeat(b"\0"),
        vec![b';'; MAX_TOTAL_BYTES],
        vec![b'"'; MAX_TOTAL_BYTES],
    ];
    for (index, bytes) in hostile.iter().enumerate() {
        let started = Instant::now();
        let _ = sniff(bytes);
        let spent = started.elapsed();
        println!("{index}: {spent:?}");
        assert!(spent.as_millis() < 3_000, "file {index} took {spent:?}");
    }
}

proptest! {
    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), name in any::<String>()) {
        let _ = sniff(&bytes);
        let _ = check(&name, XLSX, &bytes);
    }

    #[test]
    fn any_bytes_behind_a_signature_never_panic(
        start in prop::sample::select(vec![&b"PK\x03\x04"[..], b"%PDF-1.", b"\xFF\xD8\xFF", b"\x89PNG\r\n\x1a\n"]),
        bytes in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let _ = sniff(&[start, &bytes].concat());
    }

    #[test]
    fn workbooks_with_changed_bytes_never_panic(
        ods_file in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in any::<prop::sample::Index>(),
        do_cut in any::<bool>(),
    ) {
        let mut bytes = if ods_file { ods() } else { xlsx() };
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if do_cut { bytes.truncate(cut.index(bytes.len())); }
        let _ = sniff(&bytes);
    }
}
