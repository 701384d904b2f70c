//! PAY by square: tab-joined fields, CRC-32, LZMA, base32hex.

use std::io::Write;

use data_encoding::BASE32HEX_NOPAD;
use lzma_rust2::{LzmaOptions, LzmaWriter};

use super::latin::{ascii, first};
use super::{Transfer, compact_date};

/// Type 0 and version 0, then a reserved byte. A payment order has the same fields in every version up to 1.2, which
/// only requires the payee's name; readers refuse versions that they do not know, so the oldest one says it.
const HEADER: [u8; 2] = [0x00, 0x00];
const DICTIONARY: u32 = 1 << 17;

pub(super) fn encode(transfer: &Transfer) -> Option<String> {
    if ascii(transfer.beneficiary).is_empty() {
        return None; // version 1.2, by which newer readers judge, requires the name
    }
    let sequence = sequence(transfer);
    let mut body = crc32fast::hash(sequence.as_bytes()).to_le_bytes().to_vec();
    body.extend_from_slice(sequence.as_bytes());
    let mut out = HEADER.to_vec();
    out.extend_from_slice(&u16::try_from(body.len()).ok()?.to_le_bytes());
    out.extend(lzma(&body)?);
    Some(BASE32HEX_NOPAD.encode(&out))
}

/// One payment order to one account, no standing order, no direct debit.
fn sequence(transfer: &Transfer) -> String {
    const NONE: &str = "0";
    const ONE: &str = "1";
    const PAYMENT_ORDER: &str = "1";
    let amount = transfer.amount.normalize().to_string();
    let note = first(&ascii(transfer.message), 140);
    let beneficiary = [transfer.beneficiary, &transfer.street, &transfer.city];
    let [name, street, city] = beneficiary.map(|line| first(&ascii(line), 70));
    [
        "", // invoice id, for the payer's own use
        ONE,
        PAYMENT_ORDER,
        &amount,
        transfer.currency,
        &compact_date(transfer.due),
        transfer.variable_symbol,
        transfer.constant_symbol,
        "", // specific symbol
        "", // originator's reference, excludes the symbols
        &note,
        ONE,
        &transfer.iban,
        &transfer.bic,
        NONE, // standing orders
        NONE, // direct debits
        &name,
        &street,
        &city,
    ]
    .join("\t")
}

/// Raw LZMA1 without header and end mark, with the parameters that the standard fixes.
fn lzma(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut options = LzmaOptions::with_preset(9);
    (options.lc, options.lp, options.pb) = (3, 0, 2);
    options.dict_size = DICTIONARY;
    let length = u64::try_from(bytes.len()).ok();
    let mut writer = LzmaWriter::new(Vec::new(), &options, false, false, length).ok()?;
    writer.write_all(bytes).ok()?;
    writer.finish().ok()
}

#[cfg(test)]
mod tests;
