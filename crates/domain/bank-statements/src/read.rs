use crate::{
    Fault, Format, MAX_BYTES, MAX_LINES, Mapping, Place, ReadError, Statement, camt, csv, encoding,
    gpc, mt940,
};

/// Reads a statement. Without `format` its beginning tells: an angle bracket is XML, `:20:` MT940, and
/// `074` with digits GPC.
///
/// # Errors
/// [`ReadError`] says what is wrong and where; then nothing of it is to be kept.
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<Statement, ReadError> {
    read_mapped(bytes, format, &[])
}

/// The same, with what people said of the columns of files that are not known.
///
/// # Errors
/// As [`read`].
pub fn read_mapped(
    bytes: &[u8],
    format: Option<Format>,
    mappings: &[Mapping],
) -> Result<Statement, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::new(Place::Whole, Fault::TooLarge));
    }
    let statement = match format.unwrap_or_else(|| format_of(bytes)) {
        Format::Camt053 => camt::read(bytes)?,
        Format::Csv => csv::read(&encoding::text(bytes)?, mappings)?,
        Format::Mt940 => mt940::read(&encoding::text(bytes)?)?,
        Format::Gpc => gpc::read(&encoding::text(bytes)?)?,
    };
    if statement.lines.len() > MAX_LINES {
        return Err(ReadError::new(Place::Whole, Fault::TooManyLines));
    }
    Ok(statement)
}

fn format_of(bytes: &[u8]) -> Format {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    // in UTF-16 too, so that the reader of XML says what is wrong with it
    let is_xml = text.starts_with(b"<")
        || [&b"\xff\xfe<"[..], b"\xfe\xff\0<"].iter().any(|b| text.starts_with(b));
    if is_xml {
        Format::Camt053
    } else if mt940::is_begun_by(text) {
        Format::Mt940
    } else if gpc::is_begun_by(text) {
        Format::Gpc
    } else {
        Format::Csv
    }
}
