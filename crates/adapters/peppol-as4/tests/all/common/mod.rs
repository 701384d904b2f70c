//! What the tests stand on: certificates, lists of revoked ones, and an access point behind HTTP.

mod installation;
mod messages;
mod server;

pub use installation::{Installation, OTHER_RECEIVER, RECEIVER, StaticDirectory, listed};
pub use messages::{Message, edited, identity, reply, reply_of, without};
pub use server::{Posted, Server};

use network_addresses::AddressPolicy;
use peppol_as4::{Http, HttpSettings, Keys};
use peppol_messages::trust::Certificate;
use peppol_trust::{NoList, Revocation, RevocationLists, Trust, WhenUnknown};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use time::{OffsetDateTime, macros::datetime};

/// When the certificates and their list are valid.
pub const AT: OffsetDateTime = datetime!(2026-11-22 12:00 UTC);

pub fn now() -> OffsetDateTime {
    AT
}

pub fn pem(name: &str) -> String {
    fixtures::text(&format!("peppol-network/as4/pki/{name}"))
}

/// Certificate and key of one name.
pub fn pair(name: &str) -> String {
    [pem(&format!("{name}.pem")), pem(&format!("{name}.key"))].concat()
}

pub fn certificate(name: &str) -> Certificate {
    Certificate::all_of_pem(&pem(&format!("{name}.pem"))).expect(name).remove(0)
}

pub fn keys(names: &[&str]) -> Arc<Keys> {
    let texts: Vec<_> = names.iter().map(|name| pair(name)).collect();
    Arc::new(Keys::of_pem(texts.iter().map(String::as_str)).expect("keys"))
}

/// Lists as a test has them, and how often they were asked for.
#[derive(Debug, Default)]
pub struct Lists {
    pub list: Mutex<Option<Vec<u8>>>,
    pub asked: AtomicUsize,
}

impl Lists {
    /// The list of the authority of access points.
    pub fn published() -> Arc<Self> {
        let list = fixtures::bytes("peppol-network/as4/pki/ap.crl");
        Arc::new(Self { list: Mutex::new(Some(list)), asked: AtomicUsize::new(0) })
    }

    pub fn publish(&self, list: Option<Vec<u8>>) {
        *self.list.lock().expect("a list") = list;
    }

    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl RevocationLists for Lists {
    fn load<'a>(
        &'a self,
        url: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<u8>, NoList>> + Send + 'a>> {
        assert!(url.ends_with("/ap.crl"), "{url}");
        self.asked.fetch_add(1, Ordering::SeqCst);
        let list = self.list.lock().expect("a list").clone();
        Box::pin(async move { list.ok_or_else(|| NoList("not published".into())) })
    }
}

pub fn trust_of(lists: Arc<Lists>, when_unknown: WhenUnknown) -> Arc<Trust> {
    let trust = Trust::new(vec![certificate("apca")], Revocation::Named(lists), when_unknown);
    Arc::new(trust.expect("an authority"))
}

pub fn trust() -> Arc<Trust> {
    trust_of(Lists::published(), WhenUnknown::Refuse)
}

/// A client that reaches this machine, and gives up soon.
pub fn http() -> Http {
    let settings = HttpSettings::new(AddressPolicy::AndLoopback, Duration::from_secs(5));
    Http::new(settings).expect("a client")
}

/// Waits until something that is done meanwhile has come about.
pub async fn settled(has_come: impl Fn() -> bool) {
    for _ in 0..500 {
        if has_come() {
            // who saw it begin lets it end
            tokio::time::sleep(Duration::from_millis(10)).await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it has not come about within five seconds");
}
