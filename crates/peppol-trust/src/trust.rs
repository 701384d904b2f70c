//! Checks whether a certificate is trusted now.

use crate::list::List;
use crate::revocation::{NoList, Revocation, RevocationLists};
use peppol_messages::trust::{
    Authorities, Certificate, NoCertificate, Untrusted, verdict_of_lists,
};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use time::{Duration, OffsetDateTime};

/// How long the verdict on a certificate is cached. A check costs as much as the rest of a message.
const REMEMBERED: Duration = Duration::minutes(10);
/// The maximum number of cached verdicts.
const MOST_REMEMBERED: usize = 4_096;
/// The age at which a list is loaded again. An older one serves for as long as its issuer says.
const FRESH: Duration = Duration::hours(1);
/// The wait after a list could not be loaded.
const PAUSE: Duration = Duration::minutes(1);

/// The treatment of a certificate when it is unknown whether it is revoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WhenUnknown {
    /// It is not trusted.
    #[default]
    Refuse,
    /// It is trusted all the same, with a warning in the log.
    Accept,
}

/// The authorities of one role in one network, access points or SMPs, with their lists of revoked certificates.
pub struct Trust {
    issuers: Vec<Certificate>,
    authorities: Authorities,
    source: Source,
    when_unknown: WhenUnknown,
    state: Mutex<State>,
}

/// Held while the list at an address is loaded: one caller loads it, and others who need it wait. Each address has its
/// own lock.
type Loading = Arc<tokio::sync::Mutex<()>>;

/// The source of the lists.
enum Source {
    Named(Arc<dyn RevocationLists>),
    Known(Vec<Arc<List>>),
    Unasked,
}

#[derive(Default)]
struct State {
    lists: BTreeMap<String, Loaded>,
    /// The number of changes of the lists. Verdicts from before a change are not cached.
    changes: u64,
    trusted_until: HashMap<Vec<u8>, OffsetDateTime>,
    /// The locks, by address. Only addresses in certificates of trusted authorities are keys here.
    loading: HashMap<String, Loading>,
}

/// The loaded list of an address.
struct Loaded {
    tried_at: OffsetDateTime,
    list: Option<Arc<List>>,
    /// Why the last attempt to load it failed.
    failure: Option<NoList>,
}

impl fmt::Debug for Trust {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Trust({:?})", self.issuers)
    }
}

impl Trust {
    /// Trusts certificates that these authorities issued. They have one role in one network; the root is not among
    /// them.
    ///
    /// # Errors
    /// [`NoCertificate`] when one of them cannot be trusted as an authority.
    pub fn new(
        issuers: Vec<Certificate>,
        revocation: Revocation,
        when_unknown: WhenUnknown,
    ) -> Result<Self, NoCertificate> {
        let authorities = Authorities::new(issuers.clone())?;
        let source = match revocation {
            Revocation::Named(source) => Source::Named(source),
            Revocation::Known(lists) => {
                let read = lists.iter().filter_map(|list| List::of_der(&issuers, list));
                Source::Known(read.map(Arc::new).collect())
            }
            Revocation::Unasked => Source::Unasked,
        };
        Ok(Self { issuers, authorities, source, when_unknown, state: Mutex::default() })
    }

    /// The trusted authorities.
    #[must_use]
    pub const fn authorities(&self) -> &Authorities {
        &self.authorities
    }

    /// Whether there is no authority, so that no certificate is trusted.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.issuers.is_empty()
    }

    /// Whether lists of revoked certificates are fetched.
    #[must_use]
    pub const fn asks(&self) -> bool {
        !matches!(self.source, Source::Unasked)
    }

    /// Why the lists that a certificate refers to could not be loaded the last time, for people.
    #[must_use]
    pub fn failures(&self, certificate: &Certificate) -> Option<String> {
        let state = self.state();
        let failure = |url: &String| {
            let why = state.lists.get(url)?.failure.as_ref()?;
            Some(format!("{url}: {why}"))
        };
        if certificate.revocation_lists.is_empty() && matches!(self.source, Source::Named(_)) {
            return Some("the certificate names no list".to_owned());
        }
        let failures: Vec<_> = certificate.revocation_lists.iter().filter_map(failure).collect();
        (!failures.is_empty()).then(|| failures.join("; "))
    }

    /// The verdict by the loaded lists.
    ///
    /// # Errors
    /// [`Untrusted`]; [`Untrusted::RevocationUnknown`] may change with [`Self::verify`].
    pub fn check(&self, certificate: &Certificate, at: OffsetDateTime) -> Result<(), Untrusted> {
        let verdict = self.check_loaded(certificate, at);
        if verdict == Err(Untrusted::RevocationUnknown) && self.is_excused(certificate) {
            tracing::warn!(
                certificate = certificate.subject,
                "certificate trusted although its revocation cannot be checked"
            );
            return Ok(());
        }
        verdict
    }

    /// The verdict. Lists without which it is unknown are loaded first; lists that are only due are loaded in the
    /// background.
    ///
    /// # Errors
    /// [`Untrusted`].
    pub async fn verify(
        self: &Arc<Self>,
        certificate: &Certificate,
        at: OffsetDateTime,
    ) -> Result<(), Untrusted> {
        match self.check_loaded(certificate, at) {
            Ok(()) => self.load_meanwhile(certificate, at),
            Err(Untrusted::RevocationUnknown) => {
                if self.is_asked() {
                    self.load_missing(certificate, at).await;
                }
                return self.check(certificate, at);
            }
            // the addresses in a certificate of an untrusted issuer are not called
            refused @ Err(_) => return refused,
        }
        Ok(())
    }

    /// The verdict by the lists that the certificate refers to, as far as they are loaded.
    fn check_loaded(&self, certificate: &Certificate, at: OffsetDateTime) -> Result<(), Untrusted> {
        let state = self.state();
        let until = state.trusted_until.get(certificate.der());
        if until.is_some_and(|until| at < *until) && certificate.is_within_dates(at) {
            return Ok(());
        }
        let changes = state.changes;
        let lists = self.lists(&state, certificate);
        drop(state);
        self.authorities.check(certificate, at)?;
        if let Some(lists) = lists {
            verdict_of_lists(lists.iter().map(|list| list.check(certificate, at)))?;
        }
        let mut state = self.state();
        if state.changes == changes {
            if state.trusted_until.len() >= MOST_REMEMBERED {
                state.trusted_until.clear();
            }
            state.trusted_until.insert(certificate.der().to_vec(), at + REMEMBERED);
        }
        Ok(())
    }

    /// The lists to check; `None` when none is used.
    fn lists(&self, state: &State, certificate: &Certificate) -> Option<Vec<Arc<List>>> {
        match &self.source {
            Source::Named(_) => {
                let named = certificate.revocation_lists.iter();
                Some(named.filter_map(|url| state.list(url)).collect())
            }
            Source::Known(lists) => Some(lists.clone()),
            Source::Unasked => None,
        }
    }

    /// Whether a certificate is trusted although it is unknown whether it is revoked: when the settings allow it and
    /// its lists were requested.
    fn is_excused(&self, certificate: &Certificate) -> bool {
        let state = self.state();
        let was_tried = |url: &String| state.lists.contains_key(url);
        self.when_unknown == WhenUnknown::Accept
            && (!self.is_asked() || certificate.revocation_lists.iter().all(was_tried))
    }

    const fn is_asked(&self) -> bool {
        matches!(self.source, Source::Named(_))
    }

    /// Loads the lists that a certificate refers to, one after the other. A caller that has waited for a list finds
    /// it loaded.
    async fn load_missing(&self, certificate: &Certificate, at: OffsetDateTime) {
        for url in &certificate.revocation_lists {
            if !self.state().may_load(url, at, true) {
                continue;
            }
            let loading = self.state().loading(url);
            let _one_at_a_time = loading.lock().await;
            let unknown = self.check_loaded(certificate, at) == Err(Untrusted::RevocationUnknown);
            self.load_list(certificate, url, at, unknown).await;
        }
    }

    /// Loads due lists in the background. If one is being loaded already, the next message tries again.
    fn load_meanwhile(self: &Arc<Self>, certificate: &Certificate, at: OffsetDateTime) {
        if !self.is_asked() {
            return;
        }
        for url in &certificate.revocation_lists {
            let mut state = self.state();
            if !state.may_load(url, at, false) {
                continue;
            }
            let Ok(one_at_a_time) = state.loading(url).try_lock_owned() else { continue };
            let (trust, certificate, url) = (Arc::clone(self), certificate.clone(), url.clone());
            tokio::spawn(async move {
                trust.load_list(&certificate, &url, at, false).await;
                drop(one_at_a_time);
            });
        }
    }

    /// Loads one of the lists that a certificate refers to, if it is due. If it cannot be loaded, the earlier list
    /// stays.
    async fn load_list(
        &self,
        certificate: &Certificate,
        url: &str,
        at: OffsetDateTime,
        unknown: bool,
    ) {
        let Source::Named(source) = &self.source else { return };
        if !self.state().may_load(url, at, unknown) {
            return;
        }
        let loaded = source.load(url).await;
        let list = loaded.and_then(|list| self.useful(certificate, url, &list, at));
        if let Err(why) = &list {
            let (subject, why) = (&certificate.subject, &why.0);
            tracing::warn!(subject, url, why, "list of revoked certificates cannot be fetched");
        }
        self.state().keep(url, list, at);
    }

    /// Checks that a list may replace the current one: it covers the certificate, and it is not older. It came over
    /// plain http, so anybody could have replaced it with an old one.
    fn useful(
        &self,
        certificate: &Certificate,
        url: &str,
        list: &Vec<u8>,
        at: OffsetDateTime,
    ) -> Result<Arc<List>, NoList> {
        let no = |why: &str| NoList(why.to_owned());
        let list = List::of_der(&self.issuers, list).filter(|one| one.speaks_of(certificate, at));
        let list = list.ok_or_else(|| no("it is no valid list of the certificate's issuer"))?;
        match self.state().list(url) {
            Some(before) if list.is_older_than(&before) => {
                Err(no("it is older than the one that was had before"))
            }
            _ => Ok(Arc::new(list)),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The lock for loading the list at an address.
    fn loading(&mut self, url: &str) -> Loading {
        Arc::clone(self.loading.entry(url.to_owned()).or_default())
    }

    fn list(&self, url: &str) -> Option<Arc<List>> {
        self.lists.get(url).and_then(|loaded| loaded.list.clone())
    }

    /// Stores a loaded list. After a failure the earlier list stays.
    fn keep(&mut self, url: &str, list: Result<Arc<List>, NoList>, at: OffsetDateTime) {
        let (list, failure) = match list {
            Ok(list) => (Some(list), None),
            Err(why) => (self.list(url), Some(why)),
        };
        if failure.is_none() {
            self.changes += 1;
            self.trusted_until.clear();
        }
        self.lists.insert(url.to_owned(), Loaded { tried_at: at, list, failure });
    }

    fn is_due(&self, url: &str, at: OffsetDateTime) -> bool {
        self.lists.get(url).is_none_or(|loaded| {
            let wait = if loaded.failure.is_some() { PAUSE } else { FRESH };
            at - loaded.tried_at >= wait
        })
    }

    /// Whether to load the list now: it is due, or its verdict is unknown (for example, because it has expired) and
    /// the last attempt was not just now.
    fn may_load(&self, url: &str, at: OffsetDateTime, unknown: bool) -> bool {
        let paused = self.lists.get(url).is_some_and(|loaded| at - loaded.tried_at < PAUSE);
        self.is_due(url, at) || unknown && !paused
    }
}
