//! Registers an organization in a network, with the published events.

use crate::{
    audit::AuditAction,
    identifiers::{InvalidParticipant, Network, ParticipantId},
    registration::{
        account::{AccountRecord, PeppolAccount, RegisteredElsewhere},
        enrollment::HELD_ELSEWHERE,
        registration_change::{RegistrationChange, smp_registration},
    },
};
use events::{Data, ParticipantActivated, ParticipantFailed, ParticipantSource};
use time::OffsetDateTime;

/// The code in `participant.failed` when another organization of this installation is enrolled under the participant
/// (specification, "participant.failed": collision).
pub const PARTICIPANT_TAKEN: &str = "PARTICIPANT_TAKEN";

/// Another provider's access point receives for a participant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error(
    "another access point receives for {participant}: {host} ({owner}); the organization can send"
)]
pub(crate) struct HeldElsewhere {
    participant: ParticipantId,
    host: String,
    owner: String,
}

/// Why an organization cannot be registered in a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum CannotRegister {
    /// It is registered in the live network, and the key is a test key (Versioning 4).
    #[error("the organization is registered in the live network; use a live key")]
    LiveAlready,
    /// It has no DIČ (400).
    #[error("the organization has no DIČ, under which it would be registered")]
    NoDic,
    /// Its DIČ cannot be registered (400).
    #[error("the organization's DIČ cannot be registered: {reason}", reason = .0)]
    Dic(InvalidParticipant),
}

/// The identifier under which an organization would be registered in a network: the one registered there, else the one
/// of its DIČ. An organization that is only in the test network may move to the live one.
///
/// # Errors
/// [`CannotRegister`].
pub fn registrable(
    before: &AccountRecord,
    network: Network,
) -> Result<ParticipantId, CannotRegister> {
    let active = match before.account {
        PeppolAccount::Enrolled(own) | PeppolAccount::SendOnly(own) => Some(own),
        PeppolAccount::None | PeppolAccount::Deactivated(_) => None,
    };
    if active == Some(Network::Live) && network == Network::Test {
        return Err(CannotRegister::LiveAlready);
    }
    if let Some(participant) = before.participant.as_ref().filter(|_| active == Some(network)) {
        return Ok(participant.clone());
    }
    let dic = before.dic.as_deref().ok_or(CannotRegister::NoDic)?;
    ParticipantId::of_dic(dic, network).map_err(CannotRegister::Dic)
}

/// Registers to send and receive here. `None` when it is registered so already.
#[must_use]
pub fn register(
    before: &AccountRecord,
    participant: &ParticipantId,
    network: Network,
    source: ParticipantSource,
    now: OffsetDateTime,
) -> Option<RegistrationChange> {
    let account = PeppolAccount::Enrolled(network);
    if before.account == account {
        return None;
    }
    let event = ParticipantActivated {
        registration: smp_registration(participant, network, source),
        activated_at: now,
    };
    Some(RegistrationChange {
        after: AccountRecord {
            account,
            participant: Some(participant.clone()),
            held_by: None,
            since: Some(now),
            ..before.clone()
        },
        network,
        audit: AuditAction::Enrolled,
        detail: Some(participant.to_string()),
        event: Some(Data::ParticipantActivated(event)),
        at: now,
        actor: None,
    })
}

/// Registers to send only, because another provider receives. `None` when it is registered so already. It also changes
/// an organization that receives here: the test token that simulates another provider works on registered
/// organizations too.
#[must_use]
pub fn register_sender(
    before: &AccountRecord,
    participant: &ParticipantId,
    network: Network,
    held_by: RegisteredElsewhere,
    source: ParticipantSource,
    now: OffsetDateTime,
) -> Option<RegistrationChange> {
    let account = PeppolAccount::SendOnly(network);
    if before.account == account {
        return None;
    }
    let (host, owner) = (held_by.ap_host.clone(), held_by.cert_org.clone());
    let elsewhere = HeldElsewhere { participant: participant.clone(), host, owner };
    let message = elsewhere.to_string();
    Some(RegistrationChange {
        after: AccountRecord {
            account,
            participant: Some(participant.clone()),
            held_by: Some(held_by),
            since: Some(now),
            ..before.clone()
        },
        network,
        audit: AuditAction::EnrolledSendOnly,
        detail: Some(participant.to_string()),
        at: now,
        actor: None,
        event: Some(failed(participant, network, source, HELD_ELSEWHERE, message, now)),
    })
}

/// A failed registration: the account is unchanged, and the failure is published.
#[must_use]
pub fn registration_failed(
    before: &AccountRecord,
    participant: &ParticipantId,
    network: Network,
    source: ParticipantSource,
    (code, message): (&str, &str),
    now: OffsetDateTime,
) -> RegistrationChange {
    RegistrationChange {
        after: before.clone(),
        network,
        audit: AuditAction::EnrollmentFailed,
        detail: Some(code.to_owned()),
        at: now,
        actor: None,
        event: Some(failed(participant, network, source, code, message.to_owned(), now)),
    }
}

/// The participant is in the network's registry (SML): the registration is complete, and that is published.
#[must_use]
pub fn entered(
    before: &AccountRecord,
    participant: &ParticipantId,
    network: Network,
    source: ParticipantSource,
    now: OffsetDateTime,
) -> RegistrationChange {
    let event = ParticipantActivated {
        registration: smp_registration(participant, network, source),
        activated_at: now,
    };
    RegistrationChange {
        after: before.clone(),
        network,
        audit: AuditAction::Enrolled,
        detail: Some(format!("{participant} is in the network's registry")),
        event: Some(Data::ParticipantActivated(event)),
        at: now,
        actor: None,
    }
}

/// The network's registry (SML) refused the participant: the registration is removed, and that is published.
#[must_use]
pub fn entry_refused(
    before: &AccountRecord,
    participant: &ParticipantId,
    network: Network,
    source: ParticipantSource,
    reason: (&str, &str),
    now: OffsetDateTime,
) -> RegistrationChange {
    let failed = registration_failed(before, participant, network, source, reason, now);
    let after = AccountRecord {
        account: PeppolAccount::None,
        participant: None,
        held_by: None,
        since: None,
        ..before.clone()
    };
    RegistrationChange { after, ..failed }
}

fn failed(
    participant: &ParticipantId,
    network: Network,
    source: ParticipantSource,
    code: &str,
    message: String,
    now: OffsetDateTime,
) -> Data {
    Data::ParticipantFailed(ParticipantFailed {
        registration: smp_registration(participant, network, source),
        failed_at: now,
        code: code.to_owned(),
        message,
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use Network::{Live, Test};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const SOURCE: ParticipantSource = ParticipantSource::ApiEnroll;

    pub(crate) fn record(account: PeppolAccount) -> AccountRecord {
        let participant =
            account.network().map(|network| ParticipantId::of_dic("2020202020", network));
        AccountRecord {
            account,
            participant: participant.map(|participant| participant.expect("a DIČ")),
            held_by: None,
            since: None,
            dic: Some("2020202020".into()),
            registered_at: NOW,
            strict_sandbox: false,
            prepayment_overdue: false,
        }
    }

    fn holder() -> RegisteredElsewhere {
        RegisteredElsewhere { ap_host: "ap.example".into(), cert_org: "Other".into() }
    }

    #[test]
    fn a_live_registration_keeps_test_keys_out_and_a_test_one_moves() {
        for (account, network, result) in [
            (PeppolAccount::None, Test, Ok("9915:2020202020")),
            (PeppolAccount::None, Live, Ok("0245:2020202020")),
            (PeppolAccount::Enrolled(Test), Live, Ok("0245:2020202020")),
            (PeppolAccount::SendOnly(Test), Test, Ok("9915:2020202020")),
            (PeppolAccount::Deactivated(Live), Test, Ok("9915:2020202020")),
            (PeppolAccount::Enrolled(Live), Test, Err(CannotRegister::LiveAlready)),
            (PeppolAccount::SendOnly(Live), Test, Err(CannotRegister::LiveAlready)),
        ] {
            let found = registrable(&record(account), network).map(|id| id.to_string());
            assert_eq!(found, result.map(str::to_owned), "{account:?} {network:?}");
        }
        let without = AccountRecord { dic: None, ..record(PeppolAccount::None) };
        assert_eq!(registrable(&without, Test), Err(CannotRegister::NoDic));
        let czech = AccountRecord { dic: Some("CZ12345678".into()), ..without };
        assert_eq!(registrable(&czech, Test), Err(CannotRegister::Dic(InvalidParticipant::Dic)));
    }

    #[test]
    fn what_stands_already_is_not_published_again() {
        let id = ParticipantId::of_dic("2020202020", Test).expect("a DIČ");
        for (account, registers, sends) in [
            (PeppolAccount::None, true, true),
            (PeppolAccount::Enrolled(Test), false, true),
            (PeppolAccount::SendOnly(Test), true, false),
            (PeppolAccount::Deactivated(Test), true, true),
        ] {
            let before = record(account);
            let change = register(&before, &id, Test, SOURCE, NOW);
            assert_eq!(change.is_some(), registers, "{account:?}");
            let change = register_sender(&before, &id, Test, holder(), SOURCE, NOW);
            assert_eq!(change.is_some(), sends, "{account:?}");
        }
        let only = record(PeppolAccount::None);
        let only = register_sender(&only, &id, Test, holder(), SOURCE, NOW).expect("a change");
        assert_eq!(only.after.held_by, Some(holder()));
        let whole = register(&only.after, &id, Test, SOURCE, NOW).expect("a change");
        assert_eq!(whole.after.held_by, None);
    }

    #[test]
    fn a_failure_changes_nothing_and_is_published() {
        let before = record(PeppolAccount::Enrolled(Test));
        let id = ParticipantId::of_dic("2020202020", Test).expect("a DIČ");
        let reason = ("INVALID_TOKEN", "is not valid");
        let change = registration_failed(&before, &id, Test, SOURCE, reason, NOW);
        assert_eq!(change.after, before);
        assert!(
            matches!(change.event, Some(Data::ParticipantFailed(ref f)) if f.code == "INVALID_TOKEN")
        );
    }

    #[test]
    fn a_registration_whose_entry_is_awaited_is_published_when_it_is_known() {
        let before = record(PeppolAccount::None);
        let id = ParticipantId::of_dic("2020202020", Test).expect("a DIČ");
        let change = register(&before, &id, Test, SOURCE, NOW).expect("a change");
        let owner = access::OrganizationId(Default::default());
        assert_eq!(change.published(owner).expect("writable").len(), 1);
        let waiting = change.clone().before_its_entry();
        assert!(waiting.published(owner).expect("nothing").is_empty());
        assert_eq!(waiting.after, change.after);
        let listed = entered(&change.after, &id, Test, SOURCE, NOW);
        assert_eq!((listed.event, listed.after), (change.event, change.after.clone()));
        let reason = ("PARTICIPANT_HELD_ELSEWHERE", "it exists");
        let refused = entry_refused(&change.after, &id, Test, SOURCE, reason, NOW);
        let nothing = (PeppolAccount::None, None, None);
        let AccountRecord { account, participant, since, .. } = refused.after;
        assert_eq!((account, participant, since), nothing);
        assert!(
            matches!(refused.event, Some(Data::ParticipantFailed(ref f)) if f.code == reason.0)
        );
    }
}
