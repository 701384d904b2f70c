//! Mail about invoices: asked for, sent once, ended once; reminders by themselves.

use crate::setup::{TestPorts, run};
use access::Tier;
use correspondence::{EmailId, EmailRecord, EmailState, EmailStore, Outcome, ReminderSettings};
use idempotency::Answer;
use invoicing::{
    InvoiceId, InvoiceStore, MailProfile, PaymentMethod,
    paying::{PaymentChange, PaymentRequest},
};
use jobs::{JobFilter, JobQueue};
use languages::Language;
use notifications::MailError;
use persistence::StoreError;
use rust_decimal::{Decimal, dec};
use testkit::build::{NOW, draft, respond, with_total};
use time::Duration;
use use_cases::{
    Context,
    invoicing::payments::record_payment,
    ledger::correspondence::{
        AttachmentError, AttachmentMaker, MailAttachments, MailRequest, PdfFile, deliver_email,
        mails_of_invoice, send_due_reminders, send_mail,
    },
};

/// MailAttachments as a page would give them; `None`: they cannot be made now.
pub struct FakeAttachments(pub Option<MailAttachments>);

impl AttachmentMaker<TestPorts> for FakeAttachments {
    async fn attachments(
        &self,
        _: &Context<'_, TestPorts>,
        _: InvoiceId,
        _: (Language, MailProfile),
    ) -> Result<MailAttachments, AttachmentError> {
        self.0.clone().ok_or_else(|| AttachmentError("too many PDFs are being made".into()))
    }
}

pub fn attachments() -> FakeAttachments {
    FakeAttachments(Some(MailAttachments {
        pdf: Some(PdfFile { name: "FA20260001.pdf".into(), bytes: b"%PDF-1.7".to_vec() }),
        payment_qr: Some(b"PNG".to_vec()),
        account: Some(("SK3112000000198742637541".into(), None)),
        link: Some("https://billhook.example/i/abc".into()),
    }))
}

pub fn live(ports: &TestPorts) -> Context<'_, TestPorts> {
    Context::new(ports, ports.with_organization().id, Tier::Live)
}

/// An invoice over 100 that is due on 2026-12-05, to a customer with an address.
pub fn issued(context: &Context<'_, TestPorts>) -> InvoiceId {
    let mut draft = with_total(draft(context.organization), dec!(100));
    draft.document.buyer.email = Some("zakaznik@example.sk".into());
    run(context.ports.store.issue(&draft, None, respond)).expect("issued").0.id
}

pub fn reminder() -> MailRequest {
    MailRequest {
        kind: correspondence::EmailKind::Reminder,
        email: None,
        language: None,
        with_xml: false,
        step: None,
    }
}

pub fn ask(context: &Context<'_, TestPorts>, invoice: InvoiceId, request: &MailRequest) -> EmailId {
    let respond = |outcome: &Outcome, _: &_| match outcome {
        Outcome::Queued(queued) => {
            Ok(Answer { status: 200, body: queued.email.id.to_string().into_bytes() })
        }
        other => panic!("{other:?}"),
    };
    let answer = run(send_mail(context, invoice, request, None, respond)).expect("queued");
    EmailId(String::from_utf8(answer.body).expect("text").parse().expect("an id"))
}

fn deliver(context: &Context<'_, TestPorts>, attachments: &FakeAttachments, id: EmailId) -> bool {
    run(deliver_email(context.ports, attachments, context.organization, id)).is_ok()
}

fn record(context: &Context<'_, TestPorts>, id: EmailId) -> EmailRecord {
    run(context.ports.store.email(context.organization, id)).expect("kept")
}

fn reminders_published(context: &Context<'_, TestPorts>) -> usize {
    let events = context.ports.store.events(context.organization);
    events.iter().filter(|event| event.contains("\"reminder.sent\"")).count()
}

#[test]
fn a_mail_goes_out_once_with_its_papers() {
    let ports = TestPorts::default();
    let context = live(&ports);
    let invoice = issued(&context);
    let id = ask(&context, invoice, &reminder());
    // a worker that died before it said so is followed by another
    for _ in 0..3 {
        assert!(deliver(&context, &attachments(), id));
    }
    let mails = ports.mailer.sent();
    let [mail] = &mails[..] else { panic!("{} mails", mails.len()) };
    assert_eq!(
        (mail.to.as_str(), mail.key.as_str()),
        ("zakaznik@example.sk", &*format!("email-{id}"))
    );
    assert_eq!(mail.reply_to.as_ref().map(|it| it.as_str()), Some("faktury@example.sk"));
    let files: Vec<_> = mail.files.iter().map(|file| (&*file.name, file.media_type)).collect();
    assert_eq!(files, [("FA20260001.pdf", "application/pdf"), ("qr.png", "image/png")]);
    let text = mail.text.as_str();
    assert!(text.contains("\nhttps://billhook.example/i/abc\n"), "{text}");
    assert!(text.contains("Variabilný symbol: 20260001"), "{text}");
    assert_eq!((record(&context, id).state, reminders_published(&context)), (EmailState::Sent, 1));
}

/// The XML that went with the mail about an invoice to a customer of a profile.
fn xml_for(profile: MailProfile) -> Option<String> {
    let ports = TestPorts::default();
    let context = live(&ports);
    let mut draft = draft(context.organization);
    draft.document.buyer.email = Some("zakaznik@example.sk".into());
    draft.document.texts.buyer_reference = Some("991-01484-64".into());
    draft.document.seller.phone = Some("+421905123456".into());
    draft.document.seller.email = Some("faktury@example.sk".into());
    draft.new_contact.as_mut().expect("a customer").profile = profile;
    let invoice = run(ports.store.issue(&draft, None, respond)).expect("issued").0.id;
    let id = ask(&context, invoice, &reminder());
    assert!(deliver(&context, &attachments(), id));
    let mails = ports.mailer.sent();
    let xml = mails[0].files.iter().find(|file| file.media_type == "application/xml")?;
    Some(String::from_utf8(xml.content.clone()).expect("UTF-8"))
}

#[test]
fn a_customer_gets_the_xml_of_its_profile() {
    assert_eq!(xml_for(MailProfile::None), None);
    assert_eq!(xml_for(MailProfile::FacturX), None, "it is inside the PDF");
    let ubl = xml_for(MailProfile::Ubl).expect("UBL");
    assert!(ubl.contains("poacc:billing:3.0</cbc:CustomizationID>"), "{ubl}");
    let german = xml_for(MailProfile::Xrechnung).expect("XRechnung");
    assert!(german.contains(":kosit:xrechnung_3.0</cbc:CustomizationID>"), "{german}");
}

#[test]
fn what_cannot_be_sent_now_waits_and_what_never_can_fails() {
    let ports = TestPorts::default();
    let context = live(&ports);
    let invoice = issued(&context);
    let id = ask(&context, invoice, &reminder());
    assert!(!deliver(&context, &FakeAttachments(None), id), "the PDF is tried again");
    ports.mailer.fails(MailError::Unreachable("no answer".into()));
    assert!(!deliver(&context, &attachments(), id));
    assert_eq!(
        (record(&context, id).state, reminders_published(&context)),
        (EmailState::Queued, 0)
    );
    ports.mailer.fails(MailError::Refused("550 no such mailbox".into()));
    assert!(deliver(&context, &attachments(), id), "there is nothing to try again");
    let failed = record(&context, id);
    assert_eq!(
        (failed.state, failed.error.as_deref()),
        (EmailState::Failed, Some("550 no such mailbox"))
    );
    ports.mailer.recovers();
    assert!(deliver(&context, &attachments(), id));
    assert_eq!((ports.mailer.sent().len(), reminders_published(&context)), (0, 0));
    // a failure keeps nothing back
    let again = ask(&context, invoice, &reminder());
    assert!(deliver(&context, &attachments(), again));
    assert_eq!((ports.mailer.sent().len(), reminders_published(&context)), (1, 1));
}

#[test]
fn without_a_pdf_the_document_itself_goes_along() {
    let ports = TestPorts::default();
    let context = live(&ports);
    let id = ask(&context, issued(&context), &reminder());
    assert!(deliver(&context, &FakeAttachments(Some(MailAttachments::default())), id));
    let mail = &ports.mailer.sent()[0];
    assert_eq!(mail.files.len(), 1);
    assert_eq!(
        (&*mail.files[0].name, mail.files[0].media_type),
        ("FA20260001.xml", "application/xml")
    );
    assert!(mail.files[0].content.starts_with(b"<?xml"));
    assert!(!mail.text.as_str().contains("PDF"), "{}", mail.text.as_str());
}

#[test]
fn a_reminder_of_what_is_paid_is_withdrawn() {
    let ports = TestPorts::default();
    let context = live(&ports);
    let invoice = issued(&context);
    let id = ask(&context, invoice, &reminder());
    let request =
        PaymentRequest { amount: dec!(100), date: None, method: PaymentMethod::BankTransfer };
    let respond = |_: &PaymentChange| Ok(Answer { status: 201, body: Vec::new() });
    run(record_payment(&context, invoice, request, None, respond)).expect("paid");
    assert!(deliver(&context, &attachments(), id));
    assert_eq!(record(&context, id).state, EmailState::Withdrawn);
    assert_eq!(ports.mailer.sent().len(), 0);
}

#[test]
fn the_mails_of_an_invoice_are_its_firms_and_its_tiers() {
    let ports = TestPorts::default();
    let context = live(&ports);
    let invoice = issued(&context);
    let id = ask(&context, invoice, &reminder());
    let seen = |context: &Context<'_, TestPorts>| -> Result<Vec<EmailId>, StoreError> {
        let page = run(mails_of_invoice(context, invoice, None, 9))?;
        Ok(page.rows.iter().map(|record| record.email.id).collect())
    };
    assert_eq!(seen(&context).expect("a page"), [id]);
    let sandbox = ports.context(context.organization);
    assert!(seen(&sandbox).expect("a page").is_empty());
    let stranger = ports.context(ports.with_organization().id);
    assert!(matches!(seen(&stranger), Err(StoreError::NotFound)));
}

/// Sends everything that waits.
fn work(context: &Context<'_, TestPorts>) {
    let jobs = run(context.ports.store.jobs(JobFilter::default(), None, 100)).expect("jobs");
    let mails = jobs.rows.iter().filter(|job| job.kind == correspondence::EMAIL_JOB.0);
    for job in mails.filter_map(|job| job.subject) {
        assert!(deliver(context, &attachments(), EmailId(job.0)));
    }
}

/// A worker that runs every hour of a month sends each reminder once and by day, whatever the clock does.
#[test]
fn reminders_go_out_on_their_days_and_once() {
    let ports = TestPorts::default();
    let context = live(&ports);
    let invoice = issued(&context);
    let settings = ReminderSettings::new(vec![3, 7], None).expect("days");
    run(ports.store.set_reminder_settings(context.organization, Tier::Live, &settings))
        .expect("set");
    let mut days = Vec::new();
    for hour in 0..24 * 45 {
        // now and then the clock jumps back by two days, and nobody works over a weekend
        if hour % 200 == 100 {
            ports.still.advance(-Duration::days(2));
        }
        let before = ports.mailer.sent().len();
        if hour % 168 < 120 {
            run(send_due_reminders(&ports)).expect("looked");
            work(&context);
        }
        if ports.mailer.sent().len() > before {
            let local = service_day::local(use_cases::Runtime::now(&ports.still));
            assert!((8..20).contains(&local.hour()), "{local}: what was queued waits too");
            let due = time::macros::date!(2026 - 12 - 05);
            days.push(
                (service_day::date(use_cases::Runtime::now(&ports.still)) - due).whole_days(),
            );
        }
        ports.still.advance(Duration::HOUR);
    }
    let mails = ports.mailer.sent();
    assert_eq!((mails.len(), reminders_published(&context)), (2, 2), "{days:?}");
    assert!((3..7).contains(&days[0]) && (7..14).contains(&days[1]), "{days:?}");
    let rows = run(ports.store.emails(context.organization, Tier::Live, invoice, None, 10));
    let mut steps: Vec<_> =
        rows.expect("a page").rows.into_iter().filter_map(|row| row.email.step).collect();
    steps.sort_unstable();
    assert_eq!(steps, [3, 7]);
}

#[test]
fn nothing_goes_out_where_reminders_are_off_or_nothing_is_owed() {
    let ports = TestPorts::default();
    let context = live(&ports);
    let (open, paid) = (issued(&context), issued(&context));
    let all = PaymentRequest { amount: dec!(100), date: None, method: PaymentMethod::Cash };
    let respond = |_: &PaymentChange| Ok(Answer { status: 201, body: Vec::new() });
    run(record_payment(&context, paid, all, None, respond)).expect("paid");
    ports.still.advance(Duration::days(20));
    assert_eq!(run(send_due_reminders(&ports)).expect("looked"), 0, "off by default");
    let settings = ReminderSettings::new(vec![3], None).expect("days");
    run(ports.store.set_reminder_settings(context.organization, Tier::Test, &settings))
        .expect("set");
    assert_eq!(run(send_due_reminders(&ports)).expect("looked"), 1, "the open one");
    work(&context);
    let mails = ports.mailer.sent();
    assert_eq!(
        mails[0].to.as_str(),
        "faktury@example.sk",
        "a test key's: to the organization itself"
    );
    assert!(NOW < use_cases::Runtime::now(&ports.still) && open != paid);
    assert_eq!(
        Decimal::ZERO,
        run(ports.store.invoice(context.organization, paid)).expect("read").outstanding()
    );
}
