//! Mail about invoices: asked for once under the lock of the invoice, ended once, of its tier.

use crate::build::{NOW, draft, draft_of, fingerprint, id, lease, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, kind, organization},
};
use ::idempotency::{Answer, Decision, IdempotencyStore, Lease, LeaseToken};
use ::jobs::{JobFilter, JobId, JobQueue};
use access::{OrganizationId, Tier};
use correspondence::{
    Correspondence, EMAIL_JOB, EmailEnd, EmailError, EmailId, EmailKind, EmailRecord, EmailState,
    EmailStore, MailMoment, Mailing, Outcome, QueuedEmail, REPEAT_AFTER, ReminderDue,
    ReminderSettings,
};
use invoicing::{Draft, InvoiceId, InvoiceStatus, InvoiceStore, InvoiceType};
use languages::Language;
use notifications::Address;
use persistence::StoreError;
use rust_decimal::dec;
use time::{Date, Duration, OffsetDateTime, macros::date};

type Place = (OrganizationId, InvoiceId);

fn mailing(kind: EmailKind) -> Mailing {
    Mailing {
        kind,
        tier: Tier::Live,
        recipient: Address::parse("zakaznik@example.sk").expect("an address"),
        language: Language::Hu,
        with_xml: true,
        step: None,
        a_day: 100,
    }
}

fn reminder() -> Mailing {
    mailing(EmailKind::Reminder)
}

/// What the outcome is, as an answer.
fn answer_of(outcome: &Outcome) -> Answer {
    let word = match outcome {
        Outcome::Queued(queued) => queued.email.id.to_string(),
        Outcome::Recent(_) => "recent".into(),
        Outcome::Done => "done".into(),
    };
    Answer { status: 200, body: word.into_bytes() }
}

async fn ask(
    store: &impl Ports,
    (organization, invoice): Place,
    mailing: &Mailing,
    now: OffsetDateTime,
    lease: Option<&Lease>,
) -> Result<Answer, EmailError> {
    let moment = MailMoment { id: EmailId(id()), job: JobId(id()), now };
    let decide = |known: &Correspondence| {
        let outcome = known.decide(mailing, moment)?;
        let answer = answer_of(&outcome);
        Ok((outcome, answer))
    };
    store.queue_email(organization, invoice, (mailing.tier, now), lease, decide).await
}

/// What was answered.
async fn asked(store: &impl Ports, place: Place, mailing: &Mailing, now: OffsetDateTime) -> String {
    let answer = ask(store, place, mailing, now, None).await.expect("decided");
    String::from_utf8(answer.body).expect("text")
}

/// The mail that was put into the queue.
async fn queued(
    store: &impl Ports,
    place: Place,
    mailing: &Mailing,
    now: OffsetDateTime,
) -> EmailId {
    let id = asked(store, place, mailing, now).await;
    EmailId(id.parse().expect("it goes out"))
}

async fn hundred(store: &impl Ports) -> Place {
    let owner = organization(store).await;
    (owner, issue(store, &with_total(draft(owner), dec!(100))).await.id)
}

async fn mails(store: &impl Ports, (owner, invoice): Place, tier: Tier) -> Vec<EmailRecord> {
    store.emails(owner, tier, invoice, None, 100).await.expect("a page").rows
}

pub async fn a_mail_is_read_as_it_was_asked_for(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let (mailing, now) = (Mailing { step: Some(3), ..reminder() }, NOW);
    let moment = MailMoment { id: EmailId(id()), job: JobId(id()), now };
    let before = store.invoice(place.0, place.1).await.expect("an invoice");
    let decide = |known: &Correspondence| {
        assert_eq!(known.invoice, before);
        assert_eq!(
            (&known.recent[..], &known.steps[..], known.mails_of_day),
            (&[][..], &[][..], 0)
        );
        let outcome = known.decide(&mailing, moment)?;
        let answer = answer_of(&outcome);
        Ok((outcome, answer))
    };
    store.queue_email(place.0, place.1, (Tier::Live, now), None, decide).await.expect("queued");
    let nothing =
        Correspondence { invoice: before, recent: vec![], steps: vec![], mails_of_day: 0 };
    let Ok(Outcome::Queued(decided)) = nothing.decide(&mailing, moment) else { panic!("queued") };
    let QueuedEmail { email, job } = *decided;
    let record = store.email(place.0, email.id).await.expect("kept");
    let kept = EmailRecord { email, state: EmailState::Queued, ended_at: None, error: None };
    assert_eq!(record, kept);
    assert_eq!(mails(store, place, Tier::Live).await, [kept]);
    let queued = store.job(job.id).await.expect("read").expect("its job");
    assert_eq!((queued.kind.as_str(), queued.subject), (EMAIL_JOB.0, job.subject));
    // what is known now
    let later = now + Duration::MINUTE;
    let look = |known: &Correspondence| {
        assert_eq!((known.recent.len(), &known.steps[..], known.mails_of_day), (1, &[3][..], 1));
        assert_eq!((known.recent[0].kind, known.recent[0].at), (EmailKind::Reminder, now));
        Ok((Outcome::Done, Answer { status: 200, body: Vec::new() }))
    };
    store.queue_email(place.0, place.1, (Tier::Live, later), None, look).await.expect("read");
}

pub async fn of_many_reminders_at_once_one_goes_out(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { asked(&store, place, &reminder(), NOW).await })
        })
        .collect();
    let mut recent = 0;
    for task in tasks {
        recent += usize::from(task.await.expect("no panic") == "recent");
    }
    assert_eq!((recent, mails(store, place, Tier::Live).await.len()), (15, 1));
    let filter = JobFilter { kind: Some(EMAIL_JOB.0), state: None };
    let jobs = store.jobs(filter, None, 100).await.expect("jobs").rows;
    assert_eq!(jobs.iter().filter(|job| job.organization == Some(place.0)).count(), 1);
    // not before the ten minutes are over
    let over = NOW + REPEAT_AFTER;
    assert_eq!(asked(store, place, &reminder(), over - Duration::SECOND).await, "recent");
    queued(store, place, &reminder(), over).await;
    // the invoice itself is another mail, once to each address
    let invoice = mailing(EmailKind::Invoice);
    queued(store, place, &invoice, over).await;
    assert_eq!(asked(store, place, &invoice, over).await, "recent");
    let other = Address::parse("iny@example.sk").expect("an address");
    queued(store, place, &Mailing { recipient: other, ..invoice }, over).await;
}

pub async fn a_mail_ends_once_with_its_event(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let email = queued(store, place, &reminder(), NOW).await;
    let record = store.email(place.0, email).await.expect("kept");
    let invoice = store.invoice(place.0, place.1).await.expect("an invoice");
    let end = record.went_out(&invoice, NOW, NOW.date()).expect("writable");
    let before = subject.events(place.0).await.len();
    let stranger = organization(store).await;
    assert!(!store.end_email(stranger, email, &end, NOW).await.expect("asked"));
    assert!(store.end_email(place.0, email, &end, NOW).await.expect("kept"));
    assert!(!store.end_email(place.0, email, &end, NOW).await.expect("asked"), "once");
    assert!(!store.end_email(place.0, email, &EmailEnd::Withdrawn, NOW).await.expect("asked"));
    let events = subject.events(place.0).await;
    assert_eq!(events.len(), before + 1);
    assert!(events[before].contains("\"reminder.sent\""), "{}", events[before]);
    let record = store.email(place.0, email).await.expect("kept");
    assert_eq!((record.state, record.ended_at, record.error), (EmailState::Sent, Some(NOW), None));
}

pub async fn what_failed_keeps_no_other_from_being_sent(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    for end in [EmailEnd::Failed { error: "550 no such mailbox".into() }, EmailEnd::Withdrawn] {
        let email = queued(store, place, &reminder(), NOW).await;
        assert!(store.end_email(place.0, email, &end, NOW).await.expect("kept"));
    }
    queued(store, place, &reminder(), NOW).await;
    let errors: Vec<_> =
        mails(store, place, Tier::Live).await.into_iter().map(|it| it.error).collect();
    assert_eq!(errors.iter().flatten().collect::<Vec<_>>(), ["550 no such mailbox"]);
}

pub async fn a_step_is_reminded_of_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let day = |step| Mailing { step: Some(step), ..reminder() };
    let tomorrow = NOW + Duration::DAY;
    queued(store, place, &day(10), NOW).await;
    for (step, said) in [(3, "done"), (10, "done")] {
        assert_eq!(asked(store, place, &day(step), tomorrow).await, said, "{step}");
    }
    queued(store, place, &day(20), tomorrow).await;
    // another tier has steps of its own
    queued(store, place, &Mailing { tier: Tier::Test, ..day(10) }, tomorrow).await;
}

pub async fn mail_is_of_its_tier_and_its_organization(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let email = queued(store, place, &reminder(), NOW).await;
    queued(store, place, &Mailing { tier: Tier::Test, ..reminder() }, NOW).await;
    for tier in [Tier::Live, Tier::Test] {
        assert_eq!(mails(store, place, tier).await.len(), 1);
    }
    let stranger = (organization(store).await, place.1);
    assert_eq!(kind(&store.email(stranger.0, email).await), "not found");
    assert_eq!(mails(store, stranger, Tier::Live).await, []);
    let foreign = ask(store, stranger, &reminder(), NOW, None).await;
    assert!(matches!(foreign, Err(EmailError::Store(StoreError::NotFound))), "{foreign:?}");
}

pub async fn mails_page_without_repeats(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let mut all = Vec::new();
    for n in 0..5 {
        all.push(queued(store, place, &reminder(), NOW + REPEAT_AFTER * n).await);
    }
    all.reverse();
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.emails(place.0, Tier::Live, place.1, after, 2).await.expect("a page");
        after = page.next();
        found.extend(page.rows.into_iter().map(|record| record.email.id));
        if after.is_none() {
            break;
        }
    }
    assert_eq!(found, all, "the newest first");
}

pub async fn the_answer_comes_with_the_mail(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let place = hundred(store).await;
    let (key, scope) = (lease("mail-1"), place.0.into());
    let lost = ask(store, place, &reminder(), NOW, Some(&key)).await;
    assert!(matches!(lost, Err(EmailError::Store(StoreError::LeaseLost))), "{lost:?}");
    assert_eq!(mails(store, place, Tier::Live).await, []);
    let first = store.claim(scope, &key, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(first, Decision::Proceed);
    let answer = ask(store, place, &reminder(), NOW, Some(&key)).await.expect("queued");
    let again = Lease { token: LeaseToken(id()), ..key };
    let replay = store.claim(scope, &again, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(replay, Decision::Replay(answer));
}

pub async fn settings_of_reminders_are_read_as_they_were_set(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let off = ReminderSettings::default();
    assert_eq!(store.reminder_settings(one, Tier::Live).await.expect("read"), off);
    let days =
        |days: &[u16], language| ReminderSettings::new(days.to_vec(), language).expect("days");
    let mut on = Vec::new();
    for (organization, tier, settings) in [
        (one, Tier::Live, days(&[3, 10, 365], Some(Language::De))),
        (one, Tier::Test, days(&[1], None)),
        (other, Tier::Live, days(&[7], None)),
    ] {
        let first = days(&[300], None);
        store.set_reminder_settings(organization, tier, &first).await.expect("set");
        store.set_reminder_settings(organization, tier, &settings).await.expect("set");
        assert_eq!(store.reminder_settings(organization, tier).await.expect("read"), settings);
        on.push(ReminderDue { organization, tier, settings });
    }
    store.set_reminder_settings(other, Tier::Test, &off).await.expect("set");
    on.sort_by_key(|due| (due.organization, due.tier.name()));
    for limit in [1, 2, 10] {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = store.who_reminds(after, limit).await.expect("a page");
            after = page.last().map(|due| (due.organization, due.tier));
            found.extend(page);
            if after.is_none() {
                break;
            }
        }
        found.retain(|due: &ReminderDue| [one, other].contains(&due.organization));
        assert_eq!(found, on, "{limit} a page");
    }
    let unknown = OrganizationId(id());
    let set = store.set_reminder_settings(unknown, Tier::Live, &off).await;
    assert_eq!(kind(&set), "not found");
}

pub async fn open_invoices_are_found_by_their_due_dates(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, stranger) = (organization(store).await, organization(store).await);
    let due_on = |mut draft: Draft, day: Date| {
        draft.document.due_date = day;
        draft
    };
    let (first, last) = (date!(2026 - 11 - 01), date!(2026 - 11 - 03));
    let mut expected = Vec::new();
    for day in [date!(2026 - 10 - 31), first, date!(2026 - 11 - 02), last, date!(2026 - 11 - 04)] {
        for invoice_type in [InvoiceType::Invoice, InvoiceType::DebitNote] {
            let invoice = issue(store, &due_on(draft_of(owner, invoice_type), day)).await;
            assert_eq!(invoice.status, InvoiceStatus::Issued);
            if (first..=last).contains(&day) {
                expected.push((day, invoice.id));
            }
        }
        issue(store, &due_on(draft(stranger), day)).await;
        let mut paid = due_on(draft(owner), day);
        paid.document.already_paid = true;
        issue(store, &paid).await;
    }
    expected.sort_unstable();
    for limit in [1, 4, 100] {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = store.open_due(owner, (first, last), after, limit).await.expect("a page");
            after = page.last().copied();
            found.extend(page);
            if after.is_none() {
                break;
            }
        }
        assert_eq!(found, expected, "{limit} a page");
    }
}
