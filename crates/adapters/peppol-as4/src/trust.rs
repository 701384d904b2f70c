//! Whether a certificate is an access point's now.

use crate::list::List;
use crate::revocation::RevocationLists;
use jobs::error_text;
use peppol_messages::trust::{
    Authorities, Certificate, NoCertificate, Untrusted, verdict_of_lists,
};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use time::{Duration, OffsetDateTime};

/// How long the verdict on a certificate is remembered: its check costs as much as all the rest of a message.
const REMEMBERED: Duration = Duration::minutes(10);
/// Most certificates that are remembered.
const MOST_REMEMBERED: usize = 4_096;
/// The age at which a list is loaded anew. An older one serves for as long as its issuer says.
const FRESH: Duration = Duration::hours(1);
/// The wait after a list could not be loaded.
const PAUSE: Duration = Duration::minutes(1);

/// What is done with a certificate of which nobody can say whether it is revoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WhenUnknown {
    /// It is not trusted.
    #[default]
    Refuse,
    /// It is trusted all the same, with a warning in the log.
    Accept,
}

/// The authorities of the access points of one network, with their lists of revoked certificates.
pub struct Trust {
    issuers: Vec<Certificate>,
    authorities: Authorities,
    source: Arc<dyn RevocationLists>,
    when_unknown: WhenUnknown,
    state: Mutex<State>,
    /// Held while lists are loaded: one loads, and who needs them waits.
    loading: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    lists: BTreeMap<String, Loaded>,
    /// How often lists changed: a verdict by those before is not remembered.
    changes: u64,
    trusted_until: HashMap<Vec<u8>, OffsetDateTime>,
}

/// What is known of the list at an address.
struct Loaded {
    tried_at: OffsetDateTime,
    list: Option<Arc<List>>,
    failed: bool,
}

impl fmt::Debug for Trust {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Trust({:?})", self.issuers)
    }
}

impl Trust {
    /// Trusts what these authorities issued: those of access points in one network, never the root.
    ///
    /// # Errors
    /// [`NoCertificate`] when one cannot be trusted as an authority.
    pub fn new(
        issuers: Vec<Certificate>,
        source: Arc<dyn RevocationLists>,
        when_unknown: WhenUnknown,
    ) -> Result<Self, NoCertificate> {
        let authorities = Authorities::new(issuers.clone())?;
        let (state, loading) = (Mutex::default(), tokio::sync::Mutex::new(()));
        Ok(Self { issuers, authorities, source, when_unknown, state, loading })
    }

    /// The verdict by what is loaded.
    ///
    /// # Errors
    /// [`Untrusted`]; [`Untrusted::RevocationUnknown`] may change with [`Self::verify`].
    pub fn check(&self, certificate: &Certificate, at: OffsetDateTime) -> Result<(), Untrusted> {
        let verdict = self.known(certificate, at);
        if verdict == Err(Untrusted::RevocationUnknown) && self.is_excused(certificate) {
            tracing::warn!(
                certificate = certificate.subject,
                "trusted although nobody says whether it is revoked"
            );
            return Ok(());
        }
        verdict
    }

    /// The verdict, for which the certificate's lists are loaded where nothing is known without them. Those that
    /// are only due are loaded meanwhile.
    ///
    /// # Errors
    /// [`Untrusted`].
    pub async fn verify(
        self: &Arc<Self>,
        certificate: &Certificate,
        at: OffsetDateTime,
    ) -> Result<(), Untrusted> {
        match self.known(certificate, at) {
            Ok(()) => self.load_meanwhile(certificate, at),
            Err(Untrusted::RevocationUnknown) => {
                if self.may_load(certificate, at, true) {
                    let _one_at_a_time = self.loading.lock().await;
                    self.load_lists(certificate, at).await;
                }
                return self.check(certificate, at);
            }
            // whose issuer is not trusted names no address for us to ask
            refused @ Err(_) => return refused,
        }
        Ok(())
    }

    /// What the lists that a certificate names say of it.
    fn known(&self, certificate: &Certificate, at: OffsetDateTime) -> Result<(), Untrusted> {
        let state = self.state();
        let until = state.trusted_until.get(certificate.der());
        if until.is_some_and(|until| at < *until) && certificate.is_within_dates(at) {
            return Ok(());
        }
        let changes = state.changes;
        let lists = certificate.revocation_lists.iter().filter_map(|url| state.list(url));
        let lists: Vec<_> = lists.collect();
        drop(state);
        self.authorities.check(certificate, at)?;
        verdict_of_lists(lists.iter().map(|list| list.check(certificate, at)))?;
        let mut state = self.state();
        if state.changes == changes {
            if state.trusted_until.len() >= MOST_REMEMBERED {
                state.trusted_until.clear();
            }
            state.trusted_until.insert(certificate.der().to_vec(), at + REMEMBERED);
        }
        Ok(())
    }

    /// Whether a certificate is trusted although nobody says whether it is revoked: when that is the setting,
    /// and its lists were asked for.
    fn is_excused(&self, certificate: &Certificate) -> bool {
        let state = self.state();
        let was_tried = |url: &String| state.lists.contains_key(url);
        self.when_unknown == WhenUnknown::Accept
            && certificate.revocation_lists.iter().all(was_tried)
    }

    /// Whether one of a certificate's lists should be loaded (again).
    fn may_load(&self, certificate: &Certificate, at: OffsetDateTime, unknown: bool) -> bool {
        let state = self.state();
        certificate.revocation_lists.iter().any(|url| state.may_load(url, at, unknown))
    }

    /// Loads lists that are due, while nobody waits. Where lists are being loaded already, the next message asks
    /// again.
    fn load_meanwhile(self: &Arc<Self>, certificate: &Certificate, at: OffsetDateTime) {
        if !self.may_load(certificate, at, false) || self.loading.try_lock().is_err() {
            return;
        }
        let (trust, certificate) = (Arc::clone(self), certificate.clone());
        tokio::spawn(async move {
            if let Ok(_one_at_a_time) = trust.loading.try_lock() {
                trust.load_lists(&certificate, at).await;
            }
        });
    }

    /// Loads the lists that a certificate names, where they are due. One that cannot be loaded leaves what
    /// was loaded before.
    async fn load_lists(&self, certificate: &Certificate, at: OffsetDateTime) {
        let unknown = self.known(certificate, at) == Err(Untrusted::RevocationUnknown);
        for url in &certificate.revocation_lists {
            if !self.state().may_load(url, at, unknown) {
                continue;
            }
            let list = self.source.load(url).await;
            if let Err(error) = &list {
                tracing::warn!(
                    url,
                    error = error_text(error),
                    "a list of revoked certificates was not loaded"
                );
            }
            let list = list.ok().and_then(|list| self.useful(certificate, url, &list, at));
            self.state().keep(url, list, at);
        }
    }

    /// A list that may take the place of the one that is there. It came over plain http: it says something of the
    /// certificate, and it is not older.
    fn useful(
        &self,
        certificate: &Certificate,
        url: &str,
        list: &Vec<u8>,
        at: OffsetDateTime,
    ) -> Option<Arc<List>> {
        let before = self.state().list(url);
        let list = List::of_der(&self.issuers, list)
            .filter(|list| list.speaks_of(certificate, at))
            .filter(|list| before.is_none_or(|before| !list.is_older_than(&before)));
        if list.is_none() {
            tracing::warn!(
                certificate = certificate.subject,
                url,
                "a list of revoked certificates is of no use"
            );
        }
        list.map(Arc::new)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn list(&self, url: &str) -> Option<Arc<List>> {
        self.lists.get(url).and_then(|loaded| loaded.list.clone())
    }

    fn keep(&mut self, url: &str, list: Option<Arc<List>>, at: OffsetDateTime) {
        let failed = list.is_none();
        let list = list.or_else(|| self.list(url));
        self.lists.insert(url.to_owned(), Loaded { tried_at: at, list, failed });
        if !failed {
            self.changes += 1;
            self.trusted_until.clear();
        }
    }

    fn is_due(&self, url: &str, at: OffsetDateTime) -> bool {
        self.lists.get(url).is_none_or(|loaded| {
            let wait = if loaded.failed { PAUSE } else { FRESH };
            at - loaded.tried_at >= wait
        })
    }

    /// Whether to ask now: it is due, or nothing is known (its list has ended, say) and the last question is
    /// not just now.
    fn may_load(&self, url: &str, at: OffsetDateTime, unknown: bool) -> bool {
        let paused = self.lists.get(url).is_some_and(|loaded| at - loaded.tried_at < PAUSE);
        self.is_due(url, at) || unknown && !paused
    }
}
