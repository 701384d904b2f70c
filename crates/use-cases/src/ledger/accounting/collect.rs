use crate::ports::{Ports, Runtime};
use access::OrganizationId;
use accounting_programs::{
    AccountingLinkStore, Link, Look, Posting, PostingId, PostingKind, PostingStore,
};
use jobs::JobId;
use persistence::StoreError;

/// Links that are read at once, and subjects of one that are noticed at once.
const AT_ONCE: u16 = 200;

/// Rounds in which the subjects of one link are noticed; what is left is noticed the next time.
const ROUNDS: usize = 50;

/// Creates the postings of everything that was issued, approved, paid and set off since the last time, for every
/// organization with a program, and queues the job of each program with pending postings. Returns the number of new
/// postings.
///
/// The search looks for subjects without a posting, so nothing is missed and nothing is posted twice, however a
/// subject was created. New subjects are searched each time, all of them once a day.
///
/// # Errors
/// Storage failures. A failure of one link is logged, and the next run tries it again.
pub async fn collect_postings<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let (mut after, mut noticed) = (None, 0);
    loop {
        let links = ports.database().accounting_links(after, AT_ONCE).await?;
        let Some((_, last)) = links.last() else { return Ok(noticed) };
        after = Some(last.id);
        for (organization, link) in &links {
            match collect(ports, *organization, link).await {
                Ok(count) => noticed += count,
                // unlinked in the meantime
                Err(StoreError::NotFound) => {}
                Err(error) => {
                    let error = jobs::error_text(&error);
                    tracing::warn!(org.id = %organization, link.id = %link.id, error, "documents for the accounting program not noticed");
                }
            }
        }
    }
}

async fn collect<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    link: &Link,
) -> Result<usize, StoreError> {
    let noticed = notice(ports, organization, link).await?;
    let waits =
        link.kind.is_called() && ports.database().has_next_posting(organization, link.id).await?;
    if waits {
        let (runtime, database) = (ports.runtime(), ports.database());
        let job = link.job(JobId(runtime.new_id()), organization, runtime.now());
        database.add_postings(organization, &[], Some(&job), runtime.now()).await?;
    }
    Ok(noticed)
}

/// Creates the postings of the subjects in the range of this search. Returns their number.
pub(super) async fn notice<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    link: &Link,
) -> Result<usize, StoreError> {
    if !PostingKind::ALL.into_iter().any(|kind| link.kind.takes(kind)) {
        return Ok(0);
    }
    let (runtime, mut noticed) = (ports.runtime(), 0);
    let today = runtime.today();
    let look = link.look(runtime.new_id(), today);
    for _ in 0..ROUNDS {
        let count = some(ports, organization, link, look).await?;
        noticed += count;
        if count > 0 {
            continue;
        }
        if look == Look::Everything {
            ports.database().keep_looked_through(organization, link, today).await?;
        }
        break;
    }
    Ok(noticed)
}

/// Notices some subjects of a link. Payments follow in the round after their documents.
async fn some<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    link: &Link,
    look: Look,
) -> Result<usize, StoreError> {
    let (runtime, database) = (ports.runtime(), ports.database());
    let subjects = database.without_posting(organization, link, look, AT_ONCE).await?;
    let now = runtime.now();
    let postings: Vec<_> = subjects
        .into_iter()
        .map(|subject| Posting::noticed(PostingId(runtime.new_id()), link, subject, now))
        .collect();
    if !postings.is_empty() {
        database.add_postings(organization, &postings, None, now).await?;
    }
    Ok(postings.len())
}
