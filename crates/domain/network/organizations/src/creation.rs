//! The decision to create an organization.

use crate::OrganizationRecord;
use access::{Credential, Tier};
use events::{NewEvent, ParticipantSource, Unwritable};
use invoicing::Organization;
use peppol_connector::registration::{
    AUTO_ENROLL, AccountRecord, Environment, PARTICIPANT_TAKEN, PeppolAccount,
    RegistrationAtCreation, RegistrationChange, Warning, register, registrable,
    registration_failed,
};
use time::OffsetDateTime;

/// The next step when creating an organization does not register it ("never; call enroll").
pub(crate) const ENROLL_HINT: &str =
    "not registered in the Peppol network yet: call POST /v1/agent/peppol/enroll";

/// What is stored and answered when an organization is created.
#[derive(Debug, Clone, PartialEq)]
pub struct Creation {
    /// The organization before any registration.
    pub record: OrganizationRecord,
    /// Its registration when it is registered at once, or the failure of that registration.
    pub registration: Option<RegistrationChange>,
    /// The warning in the answer, if any.
    pub warning: Option<Warning>,
    /// The hint in the answer, in the sandbox that is like production.
    pub hint: Option<&'static str>,
    /// The events of its registration.
    pub events: Vec<NewEvent>,
}

/// Another organization of this installation is enrolled under the participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotRegistered;

impl Creation {
    /// The same creation, requested with these credentials.
    #[must_use]
    pub fn by(self, actor: Credential) -> Self {
        let registration = self.registration.map(|change| change.by(Some(actor)));
        Self { registration, ..self }
    }

    /// The organization after its registration.
    #[must_use]
    pub fn result(&self) -> OrganizationRecord {
        let account = self.registration.as_ref().map(|change| &change.after);
        OrganizationRecord {
            organization: self.record.organization.clone(),
            account: account.unwrap_or(&self.record.account).clone(),
            email_by_partner: self.record.email_by_partner,
            default_bank_account: self.record.default_bank_account,
        }
    }
}

/// Creates an organization for a partner whose account was registered at `partner_since`.
///
/// In the lenient sandbox it is registered on the test network at once (Versioning 3, "Peppol registration at
/// organization creation"), if it has a DIČ that can be registered. When another organization holds the participant
/// (`taken`), it is created without a registration, and an event says that the registration failed.
///
/// # Errors
/// [`Unwritable`] for a time that an event cannot carry.
pub fn create(
    organization: Organization,
    partner_since: OffsetDateTime,
    strict_sandbox: bool,
    tier: Tier,
    taken: Option<NotRegistered>,
    now: OffsetDateTime,
) -> Result<Creation, Unwritable> {
    let environment = Environment::of(tier, partner_since, strict_sandbox, now);
    let account = AccountRecord {
        account: PeppolAccount::None,
        participant: None,
        held_by: None,
        since: None,
        dic: organization.dic.clone(),
        registered_at: partner_since,
        strict_sandbox,
        prepayment_overdue: false,
    };
    let at_creation = environment.column().registration;
    let registration = registration(&account, environment, taken, now);
    let registered = registration.as_ref().is_some_and(|change| change.after != account);
    let events = registration.as_ref().map(|change| change.published(organization.id));
    Ok(Creation {
        record: OrganizationRecord {
            organization,
            account,
            email_by_partner: true,
            default_bank_account: None,
        },
        registration,
        warning: registered.then_some(AUTO_ENROLL),
        hint: (at_creation == RegistrationAtCreation::CallEnroll).then_some(ENROLL_HINT),
        events: events.transpose()?.unwrap_or_default(),
    })
}

/// The registration at creation, if there is one.
fn registration(
    account: &AccountRecord,
    environment: Environment,
    taken: Option<NotRegistered>,
    now: OffsetDateTime,
) -> Option<RegistrationChange> {
    if environment.column().registration != RegistrationAtCreation::Automatic {
        return None;
    }
    let (network, source) = (environment.network(), ParticipantSource::PartnerApi);
    let participant = registrable(account, network).ok()?;
    match taken {
        None => register(account, &participant, network, source, now),
        Some(NotRegistered) => {
            let reason = (PARTICIPANT_TAKEN, "another organization is enrolled under this DIČ");
            Some(registration_failed(account, &participant, network, source, reason, now))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use access::OrganizationId;
    use events::Data;
    use invoicing::Party;
    use time::macros::datetime;
    use uuid::Uuid;

    const OLD: OffsetDateTime = datetime!(2026-10-01 12:00 UTC);
    const NEW: OffsetDateTime = datetime!(2026-10-02 12:00 UTC);
    const BEFORE: OffsetDateTime = datetime!(2026-10-31 12:00 UTC);
    const AFTER: OffsetDateTime = datetime!(2026-11-01 12:00 UTC);

    fn organization(dic: Option<&str>) -> Organization {
        let party = Party { dic: dic.map(str::to_owned), ..Party::default() };
        Organization::of(OrganizationId(Uuid::nil()), party, BEFORE)
    }

    #[test]
    fn only_the_lenient_sandbox_registers() {
        let dic = Some("2020202020");
        for (since, option, tier, now, registers) in [
            (OLD, false, Tier::Test, BEFORE, true),
            (OLD, true, Tier::Test, BEFORE, false),
            (NEW, false, Tier::Test, BEFORE, false),
            (OLD, false, Tier::Test, AFTER, false),
            (OLD, false, Tier::Live, BEFORE, false),
        ] {
            let made = create(organization(dic), since, option, tier, None, now).expect("writable");
            assert_eq!(made.events.len(), usize::from(registers));
            assert_eq!(made.registration.is_some(), registers, "{since} {option} {tier:?} {now}");
            assert_eq!(made.warning.is_some(), registers);
            assert_eq!(made.hint.is_some(), tier == Tier::Test && !registers);
            let enrolled = matches!(made.result().account.account, PeppolAccount::Enrolled(_));
            assert_eq!(enrolled, registers);
        }
    }

    #[test]
    fn what_cannot_be_published_is_not_made() {
        let timeless = BEFORE.replace_year(-1).expect("a year before our era");
        let made = create(organization(Some("2020202020")), OLD, false, Tier::Test, None, timeless);
        assert!(made.is_err());
    }

    #[test]
    fn without_a_dic_nothing_is_registered_nor_published() {
        for dic in [None, Some("CZ12345678")] {
            let made =
                create(organization(dic), OLD, false, Tier::Test, None, BEFORE).expect("writable");
            assert_eq!((made.registration, made.warning), (None, None));
        }
    }

    #[test]
    fn a_taken_participant_is_published_and_not_registered() {
        let dic = Some("2020202020");
        let taken = Some(NotRegistered);
        let made =
            create(organization(dic), OLD, false, Tier::Test, taken, BEFORE).expect("writable");
        assert_eq!(made.result().account.account, PeppolAccount::None);
        assert_eq!(made.warning, None);
        let event = made.registration.expect("a failure").event.expect("an event");
        assert!(matches!(event, Data::ParticipantFailed(ref f) if f.code == PARTICIPANT_TAKEN));
        let strict =
            create(organization(dic), NEW, false, Tier::Test, taken, BEFORE).expect("writable");
        assert_eq!(strict.registration, None);
    }
}
