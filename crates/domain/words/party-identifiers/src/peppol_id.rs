//! Participant identifiers of the Peppol network, as a caller names them.

use crate::PeppolIdFault;
use crate::form::has_form;

/// Longest value after the scheme and its colon (Policy for use of Identifiers 4.4, POLICY 1).
pub const MAX_PARTICIPANT_VALUE: usize = 130;

/// The schemes that an electronic address may be of: those of the Peppol participant identifier
/// schemes 9.7 (2026-07) that are active, and that BIS Billing 3.0.22 takes for `cbc:EndpointID`
/// (PEPPOL-EN16931-CL008). Participants are registered under 0158, the Slovak IČO, before that; until
/// 24 February 2027 the rules refuse a document that is sent to one.
const SCHEMES: [&str; 83] = [
    "0002", "0007", "0009", "0060", "0088", "0096", "0097", "0106", "0130", "0135", "0142", "0151",
    "0158", "0183", "0184", "0188", "0190", "0191", "0192", "0195", "0196", "0198", "0199", "0200",
    "0201", "0204", "0208", "0209", "0210", "0211", "0216", "0218", "0221", "0225", "0230", "0235",
    "0240", "0242", "0244", "0245", "0246", "0248", "9910", "9913", "9914", "9915", "9918", "9919",
    "9920", "9922", "9923", "9924", "9925", "9926", "9927", "9928", "9929", "9930", "9931", "9932",
    "9933", "9934", "9935", "9936", "9937", "9938", "9939", "9940", "9941", "9942", "9943", "9944",
    "9945", "9946", "9947", "9948", "9949", "9950", "9951", "9952", "9953", "9957", "9959",
];

/// The scheme of the Slovak DIČ: its value has ten digits.
const SLOVAK_DIC: &str = "0245";

/// Whether an electronic address may be of a scheme.
#[must_use]
pub fn is_address_scheme(text: &str) -> bool {
    SCHEMES.contains(&text)
}

/// Whether a text may stand after the scheme of a participant: 1 to [`MAX_PARTICIPANT_VALUE`] letters,
/// digits, or any of `- . _ ~`.
#[must_use]
pub fn is_participant_value(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    (1..=MAX_PARTICIPANT_VALUE).contains(&text.len()) && text.bytes().all(allowed)
}

/// A Peppol id in its normal form, `scheme:value`, without the scheme of schemes in front.
///
/// # Errors
/// What is wrong with it: its form, a scheme that the code list does not have (any more), or a value
/// that cannot be.
pub fn peppol_id(text: &str) -> Result<String, PeppolIdFault> {
    let text = text.trim();
    let text = text.strip_prefix("iso6523-actorid-upis::").unwrap_or(text);
    let Some((scheme, value)) = text.split_once(':') else {
        return Err(PeppolIdFault::Form);
    };
    if !has_form(scheme, "9999") || !SCHEMES.contains(&scheme) {
        return Err(PeppolIdFault::Scheme);
    }
    if !is_participant_value(value) {
        return Err(PeppolIdFault::Value);
    }
    if scheme == SLOVAK_DIC && !has_form(value, "9999999999") {
        return Err(PeppolIdFault::Dic);
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_stand_in_order_and_once() {
        assert!(SCHEMES.is_sorted());
        assert!(SCHEMES.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn ids_take_their_normal_form() {
        for (text, id) in [
            ("0088:5798000000001", "0088:5798000000001"),
            (" 9930:DE123456789 ", "9930:DE123456789"),
            ("iso6523-actorid-upis::0204:99-1-2", "0204:99-1-2"),
            ("0245:2023456789", "0245:2023456789"),
            ("0158:35763469", "0158:35763469"),
        ] {
            assert_eq!(peppol_id(text).as_deref(), Ok(id), "{text}");
        }
    }

    #[test]
    fn what_the_list_does_not_have_is_refused() {
        for (text, part) in [
            ("", "scheme:value"),
            ("2023456789", "scheme:value"),
            ("0245", "scheme:value"),
            ("9956:0123456789", "code list"), // removed
            ("0193:x", "code list"),          // deprecated
            ("1234:x", "code list"),
            ("88:x", "code list"),
            ("GLN:x", "code list"),
            ("0088:", "after its colon"),
            ("0088:a b", "after its colon"),
            ("0088:č", "after its colon"),
            ("0245:SK2023456789", "ten digits"),
        ] {
            let wrong = peppol_id(text).expect_err(text).to_string();
            assert!(wrong.contains(part), "{text}: {wrong}");
        }
        assert!(peppol_id(&format!("0088:{}", "1".repeat(131))).is_err());
    }
}
