use crate::{
    Fault, Format, MAX_BYTES, MAX_LINES, Mapping, Place, ReadError, Statement, camt, csv, encoding,
    gpc, mt940,
};

/// Reads a file, with what people said of columns that are not known: a statement for each account in it. Without `format` its beginning tells: an angle bracket is XML,
/// whose namespace says which message it is, `:20:` MT940, and `074` with digits GPC.
///
/// # Errors
/// [`ReadError`] says what is wrong and where; then nothing of it is to be kept.
pub fn read_all(
    bytes: &[u8],
    format: Option<Format>,
    mappings: &[Mapping],
) -> Result<Vec<Statement>, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::new(Place::Whole, Fault::TooLarge));
    }
    let statements = match format.unwrap_or_else(|| format_of(bytes)) {
        Format::Camt053 | Format::Camt052 | Format::Camt054 => camt::read(bytes)?,
        Format::Csv => vec![csv::read(&encoding::text(bytes)?, mappings)?],
        Format::Mt940 => mt940::read(&encoding::text(bytes)?)?,
        Format::Gpc => gpc::read(&encoding::text(bytes)?)?,
    };
    if statements.iter().map(|statement| statement.lines.len()).sum::<usize>() > MAX_LINES {
        return Err(ReadError::new(Place::Whole, Fault::TooManyLines));
    }
    Ok(statements)
}

/// Reads a file that is of one account.
///
/// # Errors
/// As [`read_all`], and [`Fault::SeveralAccounts`].
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<Statement, ReadError> {
    let several = || ReadError::new(Place::Whole, Fault::SeveralAccounts);
    <[Statement; 1]>::try_from(read_all(bytes, format, &[])?).map(|[it]| it).map_err(|_| several())
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
