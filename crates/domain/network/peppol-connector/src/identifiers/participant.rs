//! Participant identifiers of the Peppol network.

use access::Tier;
use party_identifiers::{MAX_PARTICIPANT_VALUE, is_participant_value};
use std::{fmt, hash::Hash, hash::Hasher, str::FromStr};

pub use party_identifiers::PARTICIPANT_SCHEME;

/// The ISO 6523 code (ICD) of the Slovak DIČ in production.
pub(crate) const SLOVAK_DIC: &str = "0245";

/// The code under which Slovak companies are registered in the test network.
pub(crate) const TEST_DIC: &str = "9915";

/// Why a text is no participant identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("participant")]
pub enum InvalidParticipant {
    /// It is not of the form `scheme:value`.
    #[error("a Peppol id is written scheme:value, as in 0245:2023456787")]
    Form,
    /// The part before the colon is no ISO 6523 code.
    #[error(
        "the scheme of a Peppol id is an ISO 6523 code of four digits, as 0245 in 0245:2023456787"
    )]
    Scheme,
    /// The part after the colon is empty, too long, or has other characters.
    #[error(
        "after the colon a Peppol id has 1 to {most} letters, digits, or any of - . _ ~", most = MAX_PARTICIPANT_VALUE
    )]
    Value,
    /// A Slovak identifier whose value is no DIČ.
    #[error("after 0245: stands the DIČ, exactly ten digits, without SK")]
    Dic,
}

/// A participant of the network: an ISO 6523 code and a value.
///
/// The value is stored as written and compared and hashed without regard to case (Policy for use of Identifiers 4.4,
/// POLICY 2: values of participants are case insensitive, schemes and all other identifiers are case sensitive).
#[derive(Debug, Clone)]
pub struct ParticipantId {
    icd: [u8; 4],
    value: String,
}

impl ParticipantId {
    /// Builds an identifier from its scheme and its value.
    ///
    /// # Errors
    /// [`InvalidParticipant`] says which part is wrong.
    pub fn new(scheme: &str, value: &str) -> Result<Self, InvalidParticipant> {
        let icd: [u8; 4] = scheme.as_bytes().try_into().map_err(|_| InvalidParticipant::Scheme)?;
        if !icd.iter().all(u8::is_ascii_digit) {
            return Err(InvalidParticipant::Scheme);
        }
        if !is_participant_value(value) {
            return Err(InvalidParticipant::Value);
        }
        if scheme == SLOVAK_DIC && !is_dic(value) {
            return Err(InvalidParticipant::Dic);
        }
        Ok(Self { icd, value: value.to_owned() })
    }

    /// The identifier under which a DIČ is registered in a network (Versioning 3, "Peppol id").
    ///
    /// # Errors
    /// [`InvalidParticipant::Dic`] when it does not have ten digits.
    pub fn of_dic(dic: &str, network: Network) -> Result<Self, InvalidParticipant> {
        if !is_dic(dic) {
            return Err(InvalidParticipant::Dic);
        }
        Self::new(network.slovak_scheme(), dic)
    }

    /// The ISO 6523 code: four digits.
    #[must_use]
    pub fn scheme(&self) -> &str {
        std::str::from_utf8(&self.icd).unwrap_or_default()
    }

    /// The value as written.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// `scheme:value` in lower case, as hashed for the SML and used for comparisons.
    #[must_use]
    pub fn canonical(&self) -> String {
        format!("{}:{}", self.scheme(), self.value.to_ascii_lowercase())
    }

    /// With the identifier scheme in front: `iso6523-actorid-upis::0245:2023456789`.
    #[must_use]
    pub fn qualified(&self) -> String {
        format!("{PARTICIPANT_SCHEME}::{self}")
    }

    /// The identifier to look up when a caller names this one.
    ///
    /// In the sandbox `0245:<DIČ>` finds the test participant `9915:<DIČ>`. In the Agent API this alias works only for
    /// lookups (`GET …/peppol/recipient`, and `receiverPeppolId` of the raw preflight), not for sending; SAPI-SK
    /// clients may also send under it.
    #[must_use]
    pub fn looked_up_in(&self, network: Network) -> Self {
        if network == Network::Test && self.scheme() == SLOVAK_DIC {
            return Self { icd: *b"9915", value: self.value.clone() };
        }
        self.clone()
    }
}

/// Whether a text has the form of a Slovak DIČ: ten digits.
#[must_use]
pub fn is_dic(text: &str) -> bool {
    text.len() == 10 && text.bytes().all(|b| b.is_ascii_digit())
}

impl FromStr for ParticipantId {
    type Err = InvalidParticipant;

    /// Parses `scheme:value`, optionally prefixed by [`PARTICIPANT_SCHEME`] and two colons.
    fn from_str(text: &str) -> Result<Self, InvalidParticipant> {
        let text = match text.split_once("::") {
            Some((PARTICIPANT_SCHEME, rest)) => rest,
            _ => text,
        };
        let (scheme, value) = text.split_once(':').ok_or(InvalidParticipant::Form)?;
        Self::new(scheme, value)
    }
}

impl fmt::Display for ParticipantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.scheme(), self.value)
    }
}

impl PartialEq for ParticipantId {
    fn eq(&self, other: &Self) -> bool {
        self.icd == other.icd && self.value.eq_ignore_ascii_case(&other.value)
    }
}

impl Eq for ParticipantId {}

impl Hash for ParticipantId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.icd.hash(state);
        self.value.to_ascii_lowercase().hash(state);
    }
}

impl serde::Serialize for ParticipantId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

persistence::named! {
    /// One of the two Peppol networks.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Network {
        /// The test network, used by test keys: no credit, no tax authority (Versioning 6).
        Test = "test",
        /// The production network of Peppol.
        Live = "live",
    }
}

impl Network {
    /// The network that a key's tier routes to (Versioning 2, send rule 6).
    #[must_use]
    pub const fn of(tier: Tier) -> Self {
        match tier {
            Tier::Test => Network::Test,
            Tier::Live => Network::Live,
        }
    }

    /// The tier whose keys use it.
    #[must_use]
    pub const fn tier(self) -> Tier {
        match self {
            Network::Test => Tier::Test,
            Network::Live => Tier::Live,
        }
    }

    /// The ISO 6523 code of Slovak companies in it.
    #[must_use]
    pub const fn slovak_scheme(self) -> &'static str {
        match self {
            Network::Test => TEST_DIC,
            Network::Live => SLOVAK_DIC,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn id(text: &str) -> ParticipantId {
        text.parse().expect(text)
    }

    #[test]
    fn identifiers_are_read_or_refused_with_the_reason() {
        use InvalidParticipant::{Dic, Form, Scheme, Value};
        for (text, result) in [
            ("0245:2023456789", Ok("0245:2023456789")),
            ("iso6523-actorid-upis::0245:2023456789", Ok("0245:2023456789")),
            ("9915:test", Ok("9915:test")),
            ("0088:5798000000001", Ok("0088:5798000000001")),
            ("9930:DE123456789", Ok("9930:DE123456789")),
            ("2023456789", Err(Form)),
            ("", Err(Form)),
            (":", Err(Scheme)),
            ("SK:2023456789", Err(Scheme)),
            ("02450:2023456789", Err(Scheme)),
            // schemes are compared exactly
            ("ISO6523-ACTORID-UPIS::0245:2023456789", Err(Scheme)),
            ("0245:", Err(Value)),
            ("0245: 2023456789", Err(Value)),
            ("0088:čo", Err(Value)),
            ("0088:a:b", Err(Value)),
            ("0245:SK2023456789", Err(Dic)),
            ("0245:202345678", Err(Dic)),
        ] {
            let read = text.parse::<ParticipantId>().map(|id| id.to_string());
            assert_eq!(read.as_deref().map_err(|e| *e), result, "{text}");
        }
        assert!(ParticipantId::new("0088", &"x".repeat(130)).is_ok());
        assert_eq!(ParticipantId::new("0088", &"x".repeat(131)), Err(Value));
    }

    #[test]
    fn values_fold_case() {
        assert_eq!(id("9930:DE1"), id("9930:de1"));
        assert_ne!(id("9930:DE1"), id("9931:DE1"));
        assert_eq!(HashSet::from([id("9930:DE1"), id("9930:dE1")]).len(), 1);
        assert_eq!(id("9930:DE1").canonical(), "9930:de1");
        assert_eq!(id("9930:DE1").qualified(), "iso6523-actorid-upis::9930:DE1");
    }

    #[test]
    fn the_alias_is_for_slovak_ids_in_the_sandbox() {
        for (asked, network, found) in [
            ("0245:2023456789", Network::Test, "9915:2023456789"),
            ("0245:2023456789", Network::Live, "0245:2023456789"),
            ("9915:2023456789", Network::Test, "9915:2023456789"),
            ("9915:2023456789", Network::Live, "9915:2023456789"),
            ("0088:5798000000001", Network::Test, "0088:5798000000001"),
        ] {
            assert_eq!(id(asked).looked_up_in(network), id(found), "{asked}");
        }
    }

    #[test]
    fn a_dic_has_an_identifier_in_each_network() {
        let of = |network| ParticipantId::of_dic("2023456789", network).map(|id| id.to_string());
        assert_eq!(of(Network::Live).as_deref(), Ok("0245:2023456789"));
        assert_eq!(of(Network::Test).as_deref(), Ok("9915:2023456789"));
        assert!(ParticipantId::of_dic("SK2023456789", Network::Test).is_err());
    }

    proptest! {
        #[test]
        fn what_is_read_is_written_again(icd in "[0-9]{4}", value in "[A-Za-z0-9._~-]{1,130}") {
            let text = format!("{icd}:{value}");
            if let Ok(id) = text.parse::<ParticipantId>() {
                prop_assert_eq!(id.to_string(), text);
                prop_assert_eq!(id.qualified().parse(), Ok(id.clone()));
                prop_assert_eq!(id.canonical().parse(), Ok(id));
            } else {
                prop_assert_eq!(icd, SLOVAK_DIC);
            }
        }

        #[test]
        fn no_text_breaks_it(text in any::<String>()) {
            let _ = text.parse::<ParticipantId>();
        }
    }
}
