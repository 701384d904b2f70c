//! Small real files of every kind, built in the test.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

pub const PDF: &str = "application/pdf";
pub const PNG: &str = "image/png";
pub const JPEG: &str = "image/jpeg";
pub const CSV: &str = "text/csv";
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
pub const ODS: &str = "application/vnd.oasis.opendocument.spreadsheet";

pub const MAIN: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";

pub fn pdf() -> Vec<u8> {
    b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n".to_vec()
}

pub fn png() -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0".to_vec();
    bytes.extend_from_slice(b"\x3a\x7e\x9b\x55\0\0\0\0IEND\xae\x42\x60\x82");
    bytes
}

pub fn jpeg() -> Vec<u8> {
    b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xFF\xD9".to_vec()
}

pub fn csv() -> Vec<u8> {
    "Dátum;Suma\n1.11.2026;10,00\n2.11.2026;20,00\n".as_bytes().to_vec()
}

/// A zip of deflated entries; `mimetype` is stored, as ODF demands.
pub fn package(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        let method = match *name {
            "mimetype" => CompressionMethod::Stored,
            _ => CompressionMethod::Deflated,
        };
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(*name, options).expect("an entry");
        writer.write_all(content).expect("its content");
    }
    writer.finish().expect("an archive").into_inner()
}

pub fn content_types(main: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Types \
         xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Override PartName=\"/xl/workbook.xml\" ContentType=\"{main}\"/></Types>"
    )
}

pub fn xlsx_with(main: &str, more: &[(&str, &[u8])]) -> Vec<u8> {
    let types = content_types(main);
    let mut entries: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", types.as_bytes()),
        ("_rels/.rels", b"<Relationships/>"),
        ("xl/workbook.xml", b"<workbook/>"),
        ("xl/worksheets/sheet1.xml", b"<worksheet/>"),
    ];
    entries.extend_from_slice(more);
    package(&entries)
}

pub fn xlsx() -> Vec<u8> {
    xlsx_with(MAIN, &[])
}

pub fn ods_with(mimetype: &str, manifest: &str, more: &[(&str, &[u8])]) -> Vec<u8> {
    let mut entries: Vec<(&str, &[u8])> = vec![
        ("mimetype", mimetype.as_bytes()),
        ("content.xml", b"<office:document-content/>"),
        ("META-INF/manifest.xml", manifest.as_bytes()),
    ];
    entries.extend_from_slice(more);
    package(&entries)
}

pub fn ods() -> Vec<u8> {
    ods_with(ODS, "<manifest:manifest/>", &[])
}

/// Every deliverable kind: file name, MIME code, content.
pub fn samples() -> [(&'static str, &'static str, Vec<u8>); 6] {
    [
        ("zmluva.pdf", PDF, pdf()),
        ("foto.png", PNG, png()),
        ("foto.jpg", JPEG, jpeg()),
        ("výpis.csv", CSV, csv()),
        ("rozpis.xlsx", XLSX, xlsx()),
        ("rozpis.ods", ODS, ods()),
    ]
}
