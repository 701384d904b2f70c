//! Several lists of revoked certificates of one issuer, by certificates made for it.

use crate::common::{AT, settled};
use peppol_as4::{NoList, RevocationLists, Trust, WhenUnknown};
use peppol_messages::trust::{Certificate, Untrusted};
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use test_pki::{Authority, Pair, Plan};
use time::{Duration, OffsetDateTime};
use tokio::sync::Semaphore;

const A: &str = "http://a.example/old.crl";
const B: &str = "http://b.example/new.crl";

/// What is published at addresses. A list is answered while there are permits.
struct Published {
    lists: Mutex<BTreeMap<&'static str, Vec<u8>>>,
    permits: Semaphore,
    asked: Mutex<Vec<String>>,
}

impl RevocationLists for Published {
    fn load<'a>(
        &'a self,
        url: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<u8>, NoList>> + Send + 'a>> {
        Box::pin(async move {
            self.asked.lock().expect("asked").push(url.to_owned());
            let _permit = self.permits.acquire().await.expect("open");
            let list = self.lists.lock().expect("lists").get(url).cloned();
            list.ok_or_else(|| NoList("not published".into()))
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
            asked: Mutex::default(),
        });
        let issuers = vec![read(&authority.certificate())];
        let trust = Trust::new(issuers, published.clone(), WhenUnknown::Refuse);
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

fn read(pem: &str) -> Certificate {
    Certificate::of_text(pem).expect("a certificate")
}

#[tokio::test]
async fn a_certificate_is_judged_by_the_lists_that_it_names() {
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
