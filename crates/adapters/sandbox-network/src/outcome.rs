//! Test participants with a fixed behaviour.

use peppol_connector::identifiers::{InvalidParticipant, Network, ParticipantId};

/// The attempt at which [`Behaviour::Recovers`] accepts a document.
pub const RECOVERS_AT: u16 = 3;

/// The behaviour of a test participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Behaviour {
    /// It accepts every document.
    Delivers,
    /// It is not in the directory.
    Unknown,
    /// It is in the directory, for other document types.
    NotReceiving,
    /// Its access point never answers.
    Unreachable,
    /// Its access point answers from the attempt [`RECOVERS_AT`] on.
    Recovers,
    /// Its access point refuses.
    Refuses,
    /// The receipt of the first attempt is lost.
    LosesReceipt,
    /// Its access point answers slowly.
    Slow,
    /// The directory does not answer about it.
    DirectoryDown,
    /// It accepts every document; the tax authority rejects the report of it.
    ReportRejected,
    /// It accepts every document, and accepts it by an Invoice Response too.
    Accepts,
    /// It accepts every document, and rejects it by an Invoice Response.
    Rejects,
}

/// A test participant, which exists in each network without a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The DIČ, which no company has.
    pub dic: &'static str,
    /// The name.
    pub name: &'static str,
    /// The behaviour.
    pub behaviour: Behaviour,
    /// The behaviour as a sentence for people.
    pub sentence: &'static str,
}

const fn outcome(
    dic: &'static str,
    name: &'static str,
    behaviour: Behaviour,
    sentence: &'static str,
) -> Outcome {
    Outcome { dic, name, behaviour, sentence }
}

/// All test participants. The table in `docs/sandbox-network.md` lists them.
pub const OUTCOMES: [Outcome; 12] = [
    outcome(
        "0000000001",
        "always delivers",
        Behaviour::Delivers,
        "Takes every document at the first attempt; keeps none.",
    ),
    outcome(
        "0000000002",
        "unknown",
        Behaviour::Unknown,
        "Is certainly not registered; the send fails at once.",
    ),
    outcome(
        "0000000003",
        "other documents only",
        Behaviour::NotReceiving,
        "Is registered, for documents of other types; the send fails at once.",
    ),
    outcome(
        "0000000004",
        "unreachable",
        Behaviour::Unreachable,
        "Its access point never answers; the send is tried again until attempts run out, then it fails.",
    ),
    outcome(
        "0000000005",
        "unreachable at first",
        Behaviour::Recovers,
        "Its access point cannot be reached twice; the third attempt delivers.",
    ),
    outcome(
        "0000000006",
        "refusing",
        Behaviour::Refuses,
        "Its access point refuses every document for good; the send fails at once.",
    ),
    outcome(
        "0000000007",
        "no receipt",
        Behaviour::LosesReceipt,
        "Takes the document and loses the first receipt; the second attempt gets the answer that it had the document already.",
    ),
    outcome("0000000008", "slow", Behaviour::Slow, "Takes every document, after 20 seconds."),
    outcome(
        "0000000009",
        "directory down",
        Behaviour::DirectoryDown,
        "It is unknown whether it is registered; the send is tried again until attempts run out, then it fails.",
    ),
    outcome(
        "0000000010",
        "report rejected",
        Behaviour::ReportRejected,
        "Takes every document at the first attempt; the tax authority rejects the report of it, and of what comes from it.",
    ),
    outcome(
        "0000000011",
        "accepts",
        Behaviour::Accepts,
        "Takes every document at the first attempt, and answers at once by an Invoice Response: accepted.",
    ),
    outcome(
        "0000000012",
        "rejects",
        Behaviour::Rejects,
        "Takes every document at the first attempt, and answers at once by an Invoice Response: rejected, with a reason and an action.",
    ),
];

impl Outcome {
    /// The identifier: `9915:<DIČ>` in the test network, `0245:<DIČ>` in the live one.
    ///
    /// # Errors
    /// Never for [`OUTCOMES`]: each DIČ has the right form.
    pub fn participant(&self, network: Network) -> Result<ParticipantId, InvalidParticipant> {
        ParticipantId::of_dic(self.dic, network)
    }
}

/// The behaviour of a participant, if it is one of [`OUTCOMES`].
pub(crate) fn behaviour(network: Network, participant: &ParticipantId) -> Option<Behaviour> {
    let is_slovak = participant.scheme() == network.slovak_scheme();
    let found = OUTCOMES.iter().find(|outcome| outcome.dic == participant.value() && is_slovak);
    found.map(|outcome| outcome.behaviour)
}

#[cfg(test)]
mod tests {
    use super::*;
    use peppol_connector::identifiers::is_dic;
    use std::collections::HashSet;

    #[test]
    fn each_has_an_id_of_its_own_in_each_network() {
        let mut ids = HashSet::new();
        for outcome in OUTCOMES {
            assert!(is_dic(outcome.dic), "{outcome:?}");
            for network in [Network::Test, Network::Live] {
                let id = outcome.participant(network).expect("an id");
                assert_eq!(behaviour(network, &id), Some(outcome.behaviour));
                assert!(ids.insert(id), "{outcome:?}");
            }
        }
        let kinds: HashSet<_> = OUTCOMES.iter().map(|outcome| outcome.behaviour).collect();
        assert_eq!(kinds.len(), OUTCOMES.len());
    }

    #[test]
    fn others_do_nothing_on_purpose() {
        for (network, text) in [
            (Network::Test, "0245:0000000001"),
            (Network::Live, "9915:0000000001"),
            (Network::Test, "9915:0000000000"),
            (Network::Test, "9915:0000000013"),
            (Network::Test, "9915:2023456789"),
            (Network::Test, "0088:0000000001"),
        ] {
            assert_eq!(behaviour(network, &text.parse().expect("an id")), None, "{text}");
        }
    }

    #[test]
    fn the_documented_table_is_this_one() {
        let page = include_str!("../../../../docs/sandbox-network.md");
        for Outcome { dic, name, sentence, .. } in OUTCOMES {
            let row = format!("| `9915:{dic}` | {name} | {sentence} |");
            assert!(page.contains(&row), "no row {row}");
        }
        assert_eq!(page.matches("| `9915:").count(), OUTCOMES.len());
    }
}
