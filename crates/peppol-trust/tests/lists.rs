//! Several lists of revoked certificates of one issuer, by certificates made for it.

use peppol_messages::trust::{Certificate, Untrusted};
use peppol_trust::{NoList, Revocation, RevocationLists, Trust, WhenUnknown};
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use test_pki::{Authority, Pair, Plan};
use time::{Duration, OffsetDateTime, macros::datetime};
use tokio::sync::Semaphore;

const AT: OffsetDateTime = datetime!(2026-11-22 12:00 UTC);
const A: &str = "http://a.example/old.crl";
const B: &str = "http://b.example/new.crl";

/// What is published at addresses. A list is answered while there are permits.
struct Published {
    lists: Mutex<BTreeMap<&'static str, Vec<u8>>>,
    permits: Semaphore,
    /// This address never answers.
    hanging: Mutex<Option<&'static str>>,
    asked: Mutex<Vec<String>>,
}

impl RevocationLists for Published {
    fn load<'a>(
        &'a self,
        url: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<u8>, NoList>> + Send + 'a>> {
        Box::pin(async move {
            self.asked.lock().expect("asked").push(url.to_owned());
            let hangs = *self.hanging.lock().expect("hanging") == Some(url);
            if hangs {
                std::future::pending::<()>().await;
            }
            let _permit = self.permits.acquire().await.expect("open");
            let list = self.lists.lock().expect("lists").get(url).cloned();
            list.ok_or_else(|| NoList("not published".to_owned()))
        })
    }
}

/// An issuer with its lists, and who trusts it.
struct Issuer {
    authority: Authority,
    plan: Plan,
    published: Arc<Published>,
    trust: Arc<Trust>,
}

impl Issuer {
    fn new() -> Self {
        let plan = Plan { now: AT - Duration::days(60), ..Plan::default() };
        let authority = Authority::root("ISSUER", &plan).expect("an authority");
        let published = Arc::new(Published {
            lists: Mutex::default(),
            permits: Semaphore::new(1),
            hanging: Mutex::default(),
            asked: Mutex::default(),
        });
        let issuers = vec![read(&authority.certificate())];
        let trust = Trust::new(issuers, Revocation::Named(published.clone()), WhenUnknown::Refuse);
        Self { authority, plan, published, trust: Arc::new(trust.expect("an authority")) }
    }

    fn member(&self, seat_id: &str, list: &str) -> (Pair, Certificate) {
        let pair = self.authority.member(seat_id, "SK", "AP", list, &self.plan).expect(seat_id);
        let certificate = read(&pair.certificate);
        (pair, certificate)
    }

    fn publish(&self, url: &'static str, revoked: &[&Pair], made: OffsetDateTime) {
        let list = self.authority.list(revoked, made).expect("a list");
        self.published.lists.lock().expect("lists").insert(url, list);
    }

    async fn verdict(
        &self,
        certificate: &Certificate,
        at: OffsetDateTime,
    ) -> Result<(), Untrusted> {
        self.trust.verify(certificate, at).await
    }

    fn asked(&self) -> usize {
        self.published.asked.lock().expect("asked").len()
    }
}

/// Waits until something that is done meanwhile has come about, and lets it end.
async fn settled(has_come: impl Fn() -> bool) {
    for _ in 0..500 {
        let came = has_come();
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        if came {
            return;
        }
    }
    panic!("it has not come about within five seconds");
}

fn read(pem: &str) -> Certificate {
    Certificate::of_text(pem).expect("a certificate")
}

#[tokio::test]
async fn a_certificate_is_checked_by_the_lists_that_it_names() {
    let issuer = Issuer::new();
    let (_, x) = issuer.member("PSK000001", A);
    let (revoked, y) = issuer.member("PSK000002", B);
    let (_, z) = issuer.member("PSK000003", B);
    issuer.publish(A, &[], AT - Duration::days(29));
    issuer.publish(B, &[&revoked], AT);
    assert_eq!(issuer.verdict(&x, AT).await, Ok(()));
    assert_eq!(issuer.verdict(&y, AT).await, Err(Untrusted::Revoked));
    assert_eq!(*issuer.published.asked.lock().expect("asked"), [A, B]);
    // the list of one address ends: that of the other one still serves
    let later = AT + Duration::days(2);
    assert_eq!(issuer.verdict(&x, later).await, Err(Untrusted::RevocationUnknown));
    assert_eq!(issuer.verdict(&z, later).await, Ok(()));
    assert_eq!(issuer.verdict(&y, later).await, Err(Untrusted::Revoked));
}

#[tokio::test]
async fn an_older_list_does_not_take_the_place_of_a_newer_one() {
    let issuer = Issuer::new();
    let (revoked, y) = issuer.member("PSK000002", B);
    let (_, z) = issuer.member("PSK000003", B);
    issuer.publish(B, &[&revoked], AT);
    assert_eq!(issuer.verdict(&y, AT).await, Err(Untrusted::Revoked));
    issuer.publish(B, &[], AT - Duration::days(1));
    let mut later = AT + Duration::hours(2);
    assert_eq!(issuer.verdict(&z, later).await, Ok(()));
    settled(|| issuer.asked() == 2).await;
    assert_eq!(issuer.verdict(&y, later).await, Err(Untrusted::Revoked), "rolled back");
    let why = issuer.trust.failures(&y);
    let expected = format!("{B}: it is older than the one that was had before");
    assert_eq!(why.as_deref(), Some(expected.as_str()));
    // a newer one does
    issuer.publish(B, &[], AT + Duration::hours(1));
    later += Duration::minutes(1);
    assert_eq!(issuer.verdict(&z, later).await, Ok(()));
    settled(|| issuer.asked() == 3).await;
    assert_eq!(issuer.verdict(&y, later).await, Ok(()));
}

#[tokio::test]
async fn nobody_waits_for_a_list_that_is_only_due() {
    let issuer = Issuer::new();
    let (revoked, y) = issuer.member("PSK000002", B);
    issuer.publish(B, &[], AT);
    assert_eq!(issuer.verdict(&y, AT).await, Ok(()));
    let permit = issuer.published.permits.acquire().await.expect("open");
    issuer.publish(B, &[&revoked], AT + Duration::hours(1));
    let later = AT + Duration::hours(2);
    for _ in 0..3 {
        let verdict = issuer.verdict(&y, later);
        let verdict = tokio::time::timeout(std::time::Duration::from_secs(5), verdict).await;
        assert_eq!(verdict.expect("at once"), Ok(()), "by the list before");
        settled(|| issuer.asked() == 2).await;
    }
    drop(permit);
    settled(|| issuer.trust.check(&y, later) == Err(Untrusted::Revoked)).await;
    assert_eq!(issuer.asked(), 2, "one loads at a time");
}

/// Nobody waits for the host of another's list.
#[tokio::test]
async fn a_host_that_hangs_keeps_nobody_else_waiting() {
    let issuer = Issuer::new();
    let (_, x) = issuer.member("PSK000001", A);
    let (_, y) = issuer.member("PSK000002", B);
    issuer.publish(A, &[], AT);
    issuer.publish(B, &[], AT);
    *issuer.published.hanging.lock().expect("hanging") = Some(A);
    let (trust, waiting) = (Arc::clone(&issuer.trust), x.clone());
    let waiting = tokio::spawn(async move { trust.verify(&waiting, AT).await });
    settled(|| issuer.asked() == 1).await;
    let verdict = tokio::time::timeout(std::time::Duration::from_secs(5), issuer.verdict(&y, AT));
    assert_eq!(verdict.await.expect("at once"), Ok(()));
    // who needs the same list does not ask a second time
    let (trust, second) = (Arc::clone(&issuer.trust), x.clone());
    let second = tokio::spawn(async move { trust.verify(&second, AT).await });
    settled(|| issuer.asked() == 2).await;
    waiting.abort();
    second.abort();
    assert_eq!(*issuer.published.asked.lock().expect("asked"), [A, B]);
}

#[tokio::test]
async fn lists_of_files_are_asked_whatever_certificates_name() {
    let issuer = Issuer::new();
    let (revoked, y) = issuer.member("PSK000002", B);
    let (_, z) = issuer.member("PSK000003", B);
    let list = issuer.authority.list(&[&revoked], AT).expect("a list");
    let unknown = Err(Untrusted::RevocationUnknown);
    for (revocation, of_revoked, of_other) in [
        (Revocation::Known(vec![list]), Err(Untrusted::Revoked), Ok(())),
        (Revocation::Known(Vec::new()), unknown, unknown),
        (Revocation::Unasked, Ok(()), Ok(())),
    ] {
        let issuers = vec![read(&issuer.authority.certificate())];
        let trust = Trust::new(issuers, revocation, WhenUnknown::Refuse).expect("an authority");
        let trust = Arc::new(trust);
        assert_eq!(trust.verify(&y, AT).await, of_revoked);
        assert_eq!(trust.verify(&z, AT).await, of_other);
    }
    assert_eq!(issuer.asked(), 0);
}
