//! CSV has no signature: it is recognised by the look of its text.

/// How much of the text is looked at.
const SAMPLE_BYTES: usize = 64 * 1024;
/// How many records are compared.
const SAMPLE_RECORDS: usize = 20;

/// Whether bytes look like CSV: no control bytes, not markup or JSON, and one delimiter that
/// occurs equally often in at least nine of ten records.
pub(crate) fn looks_like_csv(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let begins_otherwise = matches!(text.trim_ascii_start().first(), None | Some(b'<' | b'{'));
    if begins_otherwise || text.iter().any(|byte| is_forbidden(*byte)) {
        return false;
    }
    let sample = &text[..text.len().min(SAMPLE_BYTES)];
    [b';', b',', b'\t', b'|'].into_iter().any(|delimiter| is_constant(sample, delimiter))
}

const fn is_forbidden(byte: u8) -> bool {
    matches!(byte, 0..=8 | 11 | 12 | 14..=31 | 127)
}

fn is_constant(sample: &[u8], delimiter: u8) -> bool {
    let counts = delimiters_per_record(sample, delimiter);
    counts.first().is_some_and(|first| {
        let alike = counts.iter().filter(|count| *count == first).count();
        *first > 0 && alike * 10 >= counts.len() * 9
    })
}

/// How many delimiters each of the first records has; those in quotes do not count.
fn delimiters_per_record(sample: &[u8], delimiter: u8) -> Vec<usize> {
    let (mut quoted, mut count, mut counts) = (false, 0, Vec::new());
    for byte in sample {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => counts.push(std::mem::take(&mut count)),
            byte if *byte == delimiter && !quoted => count += 1,
            _ => {}
        }
        if counts.len() == SAMPLE_RECORDS {
            return counts;
        }
    }
    if count > 0 {
        counts.push(count);
    }
    counts
}
