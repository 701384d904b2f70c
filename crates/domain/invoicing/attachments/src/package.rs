//! Workbooks are zip packages: which of the two, and whether it is safe to hand on.
//!
//! All is read from the central directory and three small entries, each read with a cap;
//! nothing is ever unpacked whole.

use crate::signs::{BombSign, KnownKind, MaliciousSign};
use crate::zip_directory::{Entry, read_directory};
use crate::{Kind, PackageFault};

const MAX_ENTRIES: usize = 2_000;
const MAX_UNPACKED: u64 = 100 * 1024 * 1024;
const MAX_RATIO: u64 = 200;
/// Smallest unpacked size at which [`MAX_RATIO`] applies: a highly compressed megabyte does no harm.
const RATIO_MATTERS_FROM: u64 = 1024 * 1024;
const MAX_INDEX_BYTES: usize = 1024 * 1024;

const ODS_MIMETYPE: &str = "application/vnd.oasis.opendocument.spreadsheet";
const XLSX_MAIN: &str =
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";

/// The entries of a package, found by their names in lower case.
struct Package<'a>(Vec<Entry<'a>>);

impl Package<'_> {
    fn entry(&self, name: &str) -> Option<&Entry<'_>> {
        self.0.iter().find(|entry| entry.name == name)
    }

    fn has(&self, name: &str) -> bool {
        self.entry(name).is_some()
    }

    fn has_folder(&self, folder: &str) -> bool {
        self.0.iter().any(|entry| entry.name.starts_with(folder))
    }

    /// The text of an entry; nothing if there is none.
    fn text(&self, name: &str, cap: usize) -> Result<String, PackageFault> {
        self.entry(name).map_or(Ok(String::new()), |entry| entry.text(cap))
    }
}

/// Which workbook a zip package is.
pub(crate) fn workbook_kind(bytes: &[u8]) -> Result<Kind, PackageFault> {
    let package = Package(read_directory(bytes, MAX_ENTRIES)?);
    package.0.iter().try_for_each(check_entry)?;
    check_unpacked(&package)?;
    match (package.has("mimetype"), package.has("[content_types].xml")) {
        (true, true) => Err(PackageFault::Malicious(MaliciousSign::TwoKinds)),
        (true, false) => check_opendocument(&package),
        (false, true) => check_office_open_xml(&package),
        (false, false) => Err(PackageFault::NoWorkbook(KnownKind::Zip)),
    }
}

fn check_entry(entry: &Entry) -> Result<(), PackageFault> {
    let packed = u64::try_from(entry.packed.len()).unwrap_or(u64::MAX).max(1);
    if entry.encrypted {
        Err(PackageFault::Encrypted)
    } else if entry.size > RATIO_MATTERS_FROM && entry.size / packed > MAX_RATIO {
        Err(PackageFault::Bomb(BombSign::Ratio))
    } else if points_outside(&entry.name) {
        Err(PackageFault::Malicious(MaliciousSign::PointsOutside))
    } else if holds_macros(&entry.name) {
        Err(PackageFault::Macros)
    } else {
        Ok(())
    }
}

fn check_unpacked(package: &Package) -> Result<(), PackageFault> {
    let sizes = package.0.iter().map(|entry| entry.size);
    if sizes.fold(0, u64::saturating_add) > MAX_UNPACKED {
        return Err(PackageFault::Bomb(BombSign::Size));
    }
    Ok(())
}

fn points_outside(name: &str) -> bool {
    name.starts_with('/') || name.contains(['\\', '\0']) || name.split('/').any(|part| part == "..")
}

fn holds_macros(name: &str) -> bool {
    let is_in = |folder: &&str| name.starts_with(folder);
    name.ends_with("vbaproject.bin")
        || name.ends_with("vbadata.xml")
        || ["basic/", "scripts/", "dialogs/", "xl/macrosheets/"].iter().any(is_in)
}

/// ODS: the `mimetype` entry says so (ODF 1.3 part 2, section 3.3), and the manifest has no
/// encryption data (section 3.4).
fn check_opendocument(package: &Package) -> Result<Kind, PackageFault> {
    if package.text("mimetype", 100)?.trim() != ODS_MIMETYPE {
        return Err(PackageFault::NoWorkbook(KnownKind::OtherOpenDocument));
    }
    let manifest = package.text("meta-inf/manifest.xml", MAX_INDEX_BYTES)?;
    if manifest.contains("encryption-data") || package.has("encrypted-package") {
        return Err(PackageFault::Encrypted);
    }
    Ok(Kind::Ods)
}

/// XLSX: the main part's type in `[Content_Types].xml` (OPC, ECMA-376 part 2) is that of a
/// workbook without macros, and the workbook is there.
fn check_office_open_xml(package: &Package) -> Result<Kind, PackageFault> {
    let types = package.text("[content_types].xml", MAX_INDEX_BYTES)?;
    // References and a DOCTYPE could spell a type in a way that the search below misses.
    if types.contains("&#") || types.contains("<!DOCTYPE") {
        return Err(PackageFault::Malicious(MaliciousSign::DisguisedTypes));
    }
    let lower = types.to_ascii_lowercase();
    if ["macroenabled", "vbaproject", "macrosheet"].iter().any(|word| lower.contains(word)) {
        return Err(PackageFault::Macros);
    }
    if types.contains(XLSX_MAIN) && package.has("xl/workbook.xml") {
        Ok(Kind::Xlsx)
    } else if package.has_folder("word/") {
        Err(PackageFault::NoWorkbook(KnownKind::Word))
    } else if package.has_folder("ppt/") {
        Err(PackageFault::NoWorkbook(KnownKind::Presentation))
    } else {
        Err(PackageFault::NoWorkbook(KnownKind::OtherOffice))
    }
}
