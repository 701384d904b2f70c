use super::PublishingError;
use crate::{
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use access::OrganizationId;
use events::ParticipantSource;
use jobs::error_text;
use organizations::AccountChange;
use peppol_connector::{
    identifiers::{Network, ParticipantId, Profile, Root, route_of},
    ports::{AccountStore, ParticipantDirectory},
    registration::{
        AccountRecord, PeppolAccount, RegisteredElsewhere, RegistrationChange, deactivate, entered,
        entry_refused, register_sender,
    },
};
use peppol_messages::{Identifier, trust::Certificate};
use peppol_publishing::{
    Answered, Entry, EntryError, EntryStore, MigrationKey, Outcome, ParticipantRegistry,
    RegistryError, Step,
};
use persistence::StoreError;

/// Maximum number of entries in one run.
const AT_ONCE: u16 = 100;

/// The error code of a participant that is entered for another SMP.
const ELSEWHERE: &str = "PARTICIPANT_HELD_ELSEWHERE";

/// Stores that a participant is to be entered, before its registration is stored. Only the registration makes the
/// entry due, so an entry without one has no effect.
pub(crate) async fn prepare<P: Ports>(
    ports: &P,
    whose: (Network, &ParticipantId),
    organization: OrganizationId,
    source: ParticipantSource,
    key: Option<MigrationKey>,
) -> Result<(), StoreError> {
    let (network, participant) = whose;
    let receives = ports.database().enrolled(network, participant).await?;
    if receives.is_some_and(|receiver| receiver != organization) {
        // its registration will be refused, and the entry is the other organization's
        return Ok(());
    }
    let before = ports.database().entry(network, participant).await?;
    let now = ports.runtime().now();
    let new = Entry::new((network, participant.clone()), organization, source, key, now);
    // an earlier entry may be in the registry, whatever its last answer was
    let after = Entry { attempts: u32::from(before.is_some()), ..new };
    ports.database().keep_entry(before.as_ref(), &after, None).await
}

/// Makes the due steps in a network; each asks the registry once. Returns how many entries changed.
///
/// # Errors
/// Storage failures. The registry's answers are stored with the entries.
pub async fn enter_participants<P: Ports>(
    ports: &P,
    registry: &impl ParticipantRegistry,
    network: Network,
) -> Result<usize, PublishingError> {
    let due = ports.database().due_entries(network, ports.runtime().now(), AT_ONCE).await?;
    let mut changed = 0;
    let (entering, mut seen) = (Entering { ports, registry }, Seen::default());
    for (entry, enrolled) in due {
        let Some(step) = entry.next_step(enrolled) else { continue };
        match entering.step(&entry, &step, &mut seen).await {
            Ok(()) => changed += 1,
            // another writer changed it: it is due again if a step is left
            Err(PublishingError::Store(StoreError::Conflict)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(changed)
}

struct Entering<'a, P, R> {
    ports: &'a P,
    registry: &'a R,
}

impl<P: Ports, R: ParticipantRegistry> Entering<'_, P, R> {
    async fn step(
        &self,
        entry: &Entry,
        step: &Step,
        seen: &mut Seen,
    ) -> Result<(), PublishingError> {
        let store = self.ports.database();
        // the attempt is stored before the request, so that a lost answer leaves a trace
        let asked = entry.asked(self.ports.runtime().now());
        store.keep_entry(Some(entry), &asked, None).await?;
        let answer = ask(self.registry, &asked.participant, step, seen).await;
        let now = self.ports.runtime().now();
        let (network, participant) = (asked.network.name(), asked.participant.to_string());
        match asked.answered(step, answer, now) {
            Outcome::Listed(after) => {
                tracing::info!(network, participant, "participant entered in the registry");
                self.keep_listed(&asked, &after).await
            }
            Outcome::Again(after) if after.error.is_none() => {
                tracing::debug!(network, participant, "participant still in the registry");
                Ok(store.keep_entry(Some(&asked), &after, None).await?)
            }
            Outcome::Again(after) => {
                let error = after.error.as_ref().map(|error| error.message.as_str());
                tracing::warn!(
                    network,
                    participant,
                    error,
                    attempts = after.attempts,
                    "participant not entered in the registry yet: trying again"
                );
                Ok(store.keep_entry(Some(&asked), &after, None).await?)
            }
            Outcome::Refused(after, error) => {
                tracing::warn!(
                    network,
                    participant,
                    code = error.code,
                    "participant refused by the registry"
                );
                self.keep_refused(&asked, &after, &error).await
            }
            Outcome::Gone => {
                tracing::info!(network, participant, "participant removed from the registry");
                store.forget_entry(&asked).await?;
                Ok(())
            }
            Outcome::Undone(after) => {
                tracing::info!(
                    network,
                    participant,
                    "participant is not in the registry: its entry is undone"
                );
                Ok(store.keep_entry(Some(&asked), &after, None).await?)
            }
            Outcome::Left(after) => {
                tracing::info!(network, participant, "participant taken over by another provider");
                self.keep_left(&asked, &after).await
            }
        }
    }

    /// Stores the entry with the event, if the registration still exists. If it was given up in the meantime, only the
    /// entry is stored: the next step removes it again.
    async fn keep_listed(&self, asked: &Entry, after: &Entry) -> Result<(), PublishingError> {
        let Entry { network, participant, source, changed_at: now, .. } = after;
        let change =
            |before: &AccountRecord| Some(entered(before, participant, *network, *source, *now));
        self.keep(asked, after, change).await
    }

    /// Gives the registration up, because the other provider's is in force now.
    async fn keep_left(&self, asked: &Entry, after: &Entry) -> Result<(), PublishingError> {
        let (network, now) = (after.network, after.changed_at);
        let change = |before: &AccountRecord| deactivate(before, network, now).ok().flatten();
        self.keep(asked, after, change).await
    }

    /// Gives the registration up; or keeps it for sending, when another provider is known to receive.
    async fn keep_refused(
        &self,
        asked: &Entry,
        after: &Entry,
        error: &EntryError,
    ) -> Result<(), PublishingError> {
        let holder = match error.code.as_str() {
            ELSEWHERE => self.holder(after).await,
            _ => None,
        };
        let Entry { network, participant, source, changed_at: now, .. } = after;
        let change = |before: &AccountRecord| {
            let sender = holder.clone().and_then(|holder| {
                register_sender(before, participant, *network, holder, *source, *now)
            });
            let reason = (error.code.as_str(), error.message.as_str());
            Some(sender.unwrap_or_else(|| {
                entry_refused(before, participant, *network, *source, reason, *now)
            }))
        };
        self.keep(asked, after, change).await
    }

    async fn keep(
        &self,
        asked: &Entry,
        after: &Entry,
        change: impl Fn(&AccountRecord) -> Option<RegistrationChange>,
    ) -> Result<(), PublishingError> {
        let (store, change) = (self.ports.database(), &change);
        retry_on_conflict(|| async {
            let before = store.account(after.organization).await?;
            let stands = before.account == PeppolAccount::Enrolled(after.network)
                && before.participant.as_ref() == Some(&after.participant);
            let Some(change) = stands.then(|| change(&before)).flatten() else {
                return Ok(store.keep_entry(Some(asked), after, None).await?);
            };
            let events = change.published(after.organization)?;
            let change = AccountChange {
                before: &before,
                after: &change.after,
                audit: change.entry(),
                events: &events,
            };
            Ok(store.keep_entry(Some(asked), after, Some(change)).await?)
        })
        .await
    }

    /// The provider that receives for a participant entered for another SMP, if the directory names it.
    async fn holder(&self, entry: &Entry) -> Option<RegisteredElsewhere> {
        let Profile { customization_id, profile_id, .. } = Profile::BILLING;
        let route = route_of(Root::UblInvoice, Some(customization_id), Some(profile_id));
        let (document_type, process) = route.ok()?;
        let (network, participant) = (entry.network, &entry.participant);
        let directory = self.ports.network();
        let point =
            directory.receiving_point(network, participant, &document_type, &process).await.ok()?;
        let host = point.url.split("://").nth(1)?.split(['/', '?', '#']).next()?.to_owned();
        let cert_org = Certificate::of_der(&point.certificate).ok().map(organization_of);
        Some(RegisteredElsewhere {
            cert_org: cert_org.unwrap_or_else(|| host.clone()),
            ap_host: host,
        })
    }
}

/// The registry's list of all participants of our SMP, loaded at most once in a run.
#[derive(Debug, Default)]
pub(super) struct Seen(Option<Result<Vec<Identifier>, String>>);

impl Seen {
    async fn list(
        &mut self,
        registry: &impl ParticipantRegistry,
    ) -> Result<&[Identifier], RegistryError> {
        if self.0.is_none() {
            self.0 = Some(registry.list().await.map_err(|error| error_text(&error)));
        }
        match &self.0 {
            Some(Ok(all)) => Ok(all),
            Some(Err(text)) => Err(RegistryError::Unavailable(text.clone().into())),
            None => Ok(&[]),
        }
    }
}

/// Asks the registry for one step and returns its answer.
pub(super) async fn ask(
    registry: &impl ParticipantRegistry,
    participant: &ParticipantId,
    step: &Step,
    seen: &mut Seen,
) -> Answered {
    let own = participant.canonical();
    let has = |all: &[Identifier]| all.iter().any(|one| one.value.eq_ignore_ascii_case(&own));
    let answer = match step {
        Step::Create => registry.create(participant).await,
        Step::Migrate(key) => registry.migrate(participant, key.expose()).await,
        Step::Delete => registry.delete(participant).await,
        Step::Look => match seen.list(registry).await {
            Ok(all) => return Answered::Listed(has(all)),
            Err(error) => Err(error),
        },
    };
    let Err(error) = answer else { return Answered::Done };
    let list = match Entry::asks_list(&error) && *step != Step::Look {
        true => registry.list().await.ok(),
        false => None,
    };
    Answered::Failed(error, list.as_deref().map(has))
}

/// The organization in a certificate's subject, else the seat id.
fn organization_of(certificate: Certificate) -> String {
    let named = certificate.subject.split(", ").find_map(|part| part.strip_prefix("O="));
    named.unwrap_or(&certificate.common_name).to_owned()
}
