//! Credit and debit notes, and what they do to the invoice that they refer to.

use crate::edit_setup::{edit, fields, moment, on, state_of};
use invoicing::{
    AnyInvoice, CustomerInput, InvoiceRequest, InvoiceStatus, InvoiceType, Party,
    corrections::StandingNote,
    drafts::InvoiceEdit,
    figures::Balance,
    paying::{PaymentMoment, PaymentRequest, Settlement},
    recording::{AnyDocument, OriginalInvoice},
    states::{
        ChangeRefused, HistoryAction, InvoiceMove, InvoiceState, NoteEffect, NoteRefused, share_out,
    },
    terms::{HeaderTexts, Term},
};
use money::Decimal;
use rust_decimal::dec;
use testkit::{
    build::id,
    invoices::{TODAY, checked, contact, item, request, slovak, slovak_customer},
};
use time::{Duration, macros::date};
use vat_categories::VatRate;

/// An invoice of 123.00, issued.
fn original() -> InvoiceState {
    state_of(&of(dec!(100)), &slovak())
}

fn of(net: Decimal) -> InvoiceRequest {
    let one = item("Konzultácie", dec!(1), net, VatRate::TwentyThree);
    InvoiceRequest { items: Some(vec![one]), ..request() }
}

/// A note to an invoice as it stands, or what is wrong with it.
fn note(
    kind: InvoiceType,
    net: Decimal,
    to: &InvoiceState,
    customer: invoicing::CustomerInput,
) -> Result<InvoiceState, Vec<(String, String)>> {
    let mut records = slovak();
    records.original = Some(OriginalInvoice::of(to.clone()));
    let request = InvoiceRequest {
        invoice_type: Some(kind),
        original_invoice_id: Some(to.invoice.id),
        customer: Some(customer),
        ..of(net)
    };
    let wrong = |found: invoicing::Violations| {
        found
            .as_slice()
            .iter()
            .map(|one| (one.field.clone(), one.message.to_string()))
            .collect::<Vec<_>>()
    };
    let draft = checked(&request, &records).map_err(wrong)?;
    let invoice = AnyInvoice::from(draft.issue("DB20260001").expect("writable").invoice);
    Ok(InvoiceState { invoice, ..to.clone() })
}

fn credit(net: Decimal, to: &InvoiceState) -> InvoiceState {
    note(InvoiceType::CreditNote, net, to, slovak_customer()).expect("right")
}

/// The original, and what is published, after a note became another.
#[track_caller]
fn noted(
    to: &InvoiceState,
    before: Option<&InvoiceState>,
    after: Option<&InvoiceState>,
) -> (InvoiceState, Vec<&'static str>) {
    let [before, after] = [before, after].map(|state| state.map(|state| &state.invoice));
    let effect = NoteEffect::between(before, after).expect("an effect");
    assert_eq!(effect.original, to.invoice.id);
    let change = to.with_note(&effect, &moment()).expect("right").expect("a change");
    assert_eq!(change.entry.action, HistoryAction::Credited);
    let events = change.events.iter().map(|event| event.name.as_str()).collect();
    (InvoiceState { invoice: change.after.expect("kept"), ..to.clone() }, events)
}

fn standing(state: &InvoiceState) -> (InvoiceStatus, Decimal, Decimal) {
    let invoice = &state.invoice;
    (invoice.status, invoice.outstanding(), invoice.creditable())
}

#[test]
fn what_is_credited_is_not_owed() {
    let invoice = original();
    assert_eq!(standing(&invoice), (InvoiceStatus::Issued, dec!(123), dec!(123)));
    let half = credit(dec!(40), &invoice);
    let (after_half, events) = noted(&invoice, None, Some(&half));
    assert_eq!(standing(&after_half), (InvoiceStatus::Issued, dec!(73.80), dec!(73.80)));
    assert_eq!(events, [""; 0], "neither status, number, total nor due date");
    let rest = credit(dec!(60), &after_half);
    let (after_all, events) = noted(&after_half, None, Some(&rest));
    assert_eq!(standing(&after_all), (InvoiceStatus::Paid, dec!(0), dec!(0)));
    assert_eq!(events, ["invoice.paid", "invoice.updated"]);
    assert_eq!(after_all.invoice.past_due(TODAY + Duration::days(90)), None);
    // a cancelled note brings it back, overdue by then
    let due = after_all.invoice.document.issued().expect("native").due_date;
    let late = invoicing::states::ChangeMoment { today: due + Duration::days(1), ..moment() };
    let void = rest.make(InvoiceMove::Cancel, &moment()).expect("right").expect("a change");
    let effect = void.effect().expect("an effect");
    let back = after_all.with_note(&effect, &late).expect("right").expect("a change");
    let after = InvoiceState { invoice: back.after.expect("kept"), ..after_all };
    assert_eq!(standing(&after), (InvoiceStatus::Overdue, dec!(73.80), dec!(73.80)));
    let names: Vec<_> = back.events.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(names, ["invoice.overdue", "invoice.updated"]);
}

/// Money that came before the note is given back by the note: the invoice stays paid.
#[test]
fn what_is_paid_and_credited_is_not_negative() {
    let invoice = original();
    let payment = |amount| PaymentRequest {
        amount,
        date: Some(TODAY),
        method: invoicing::PaymentMethod::Cash,
    };
    let moment = PaymentMoment {
        id: invoicing::PaymentId(id()),
        now: moment().now,
        today: TODAY,
        links: moment().links,
    };
    let settle = |state: &InvoiceState, amount| {
        let settlement = Settlement { invoice: state.invoice.clone(), was_sent: false };
        let after = settlement.record(payment(amount), &moment).map(|change| change.after);
        after.map(|invoice| InvoiceState { invoice, ..state.clone() })
    };
    let part = settle(&invoice, dec!(100)).expect("right");
    let (credited, _) = noted(&part, None, Some(&credit(dec!(50), &part)));
    assert_eq!(standing(&credited), (InvoiceStatus::Paid, dec!(0), dec!(61.50)));
    assert!(settle(&credited, dec!(1)).is_err(), "nothing is outstanding");
    let settlement = Settlement { invoice: credited.invoice.clone(), was_sent: false };
    let back = settlement.take_back(moment.id, &moment).expect("right").after;
    assert_eq!((back.status, back.outstanding()), (InvoiceStatus::Issued, dec!(61.50)));
}

/// A credit note owes what its original does not take up: nothing where that was not paid.
#[test]
fn a_credit_note_owes_what_was_paid_before() {
    for (already_paid, owed, status) in
        [(None, dec!(0), InvoiceStatus::Paid), (Some(true), dec!(123), InvoiceStatus::Issued)]
    {
        let invoice = state_of(&InvoiceRequest { already_paid, ..of(dec!(100)) }, &slovak());
        let note = credit(dec!(100), &invoice);
        assert_eq!((note.invoice.outstanding(), note.invoice.status), (owed, status));
        let (after, _) = noted(&invoice, None, Some(&note));
        assert_eq!(after.invoice.outstanding(), dec!(0));
        let shared = share_out(&after.invoice, &[note], &moment()).expect("right");
        assert_eq!(shared, [], "as it was checked");
    }
}

/// What is paid out when the note is made is what it owes.
#[test]
fn no_more_is_paid_out_than_a_credit_note_owes() {
    let mut records = slovak();
    let known = OriginalInvoice::of(original());
    let balance = Balance { paid: dec!(23), ..known.balance };
    records.original = Some(OriginalInvoice { balance, ..known });
    let request = InvoiceRequest {
        invoice_type: Some(InvoiceType::CreditNote),
        original_invoice_id: records.original.as_ref().map(|original| original.id),
        already_paid: Some(true),
        ..of(dec!(100))
    };
    let draft = checked(&request, &records).expect("right");
    let note = draft.issue("DB20260001").expect("writable").invoice;
    let paid: Vec<_> = note.payments.iter().map(|payment| payment.amount).collect();
    assert_eq!((paid, note.outstanding()), (vec![dec!(23)], dec!(0)));
}

#[test]
fn no_more_is_credited_than_there_is() {
    let invoice = original();
    let whole = credit(dec!(100), &invoice);
    let (credited, _) = noted(&invoice, None, Some(&whole));
    for (kind, net, to, customer, expected) in [
        (
            InvoiceType::CreditNote,
            dec!(0.01),
            &credited,
            slovak_customer(),
            Some(("items", "0.00 EUR are left")),
        ),
        (
            InvoiceType::CreditNote,
            dec!(100.01),
            &invoice,
            slovak_customer(),
            Some(("items", "123.00 EUR are left")),
        ),
        (InvoiceType::CreditNote, dec!(100), &invoice, slovak_customer(), None),
        (InvoiceType::DebitNote, dec!(1000), &credited, slovak_customer(), None),
        (
            InvoiceType::CreditNote,
            dec!(1),
            &invoice,
            another_firm(),
            Some(("customer", "another firm")),
        ),
        (InvoiceType::CreditNote, dec!(1), &invoice, renamed(), None),
        (
            InvoiceType::CreditNote,
            dec!(1),
            &whole,
            slovak_customer(),
            Some(("original_invoice_id", "is not credited")),
        ),
        (
            InvoiceType::CreditNote,
            dec!(1),
            &cancelled(&invoice),
            slovak_customer(),
            Some(("original_invoice_id", "cancelled")),
        ),
        (
            InvoiceType::DebitNote,
            dec!(1),
            &cancelled(&invoice),
            slovak_customer(),
            Some(("original_invoice_id", "cancelled")),
        ),
    ] {
        match (note(kind, net, to, customer), expected) {
            (Ok(_), None) => {}
            (Err(found), Some((field, says))) => {
                let [(at, message)] = found.as_slice() else { panic!("{found:?}") };
                assert!(at == field && message.contains(says), "{at}: {message}");
            }
            (other, expected) => panic!("{kind:?} {net}: {other:?}, not {expected:?}"),
        }
    }
    // two that were checked before either was kept
    let effect = NoteEffect::between(None, Some(&whole.invoice)).expect("an effect");
    let refused = credited.with_note(&effect, &moment()).expect_err("refused");
    assert!(matches!(refused, NoteRefused::CreditedAlready), "{refused}");
    let refused = cancelled(&invoice).with_note(&effect, &moment()).expect_err("refused");
    assert!(matches!(refused, NoteRefused::Status(_)), "{refused}");
}

fn another_firm() -> invoicing::CustomerInput {
    CustomerInput { ico: Some("51000009".into()), dic: None, ic_dph: None, ..slovak_customer() }
}

/// The same firm under its new name, without its tax numbers.
fn renamed() -> invoicing::CustomerInput {
    let (dic, ic_dph) = (None, None);
    invoicing::CustomerInput {
        name: Some("Nový názov, a. s.".into()),
        dic,
        ic_dph,
        ..slovak_customer()
    }
}

fn cancelled(state: &InvoiceState) -> InvoiceState {
    let change = state.make(InvoiceMove::Cancel, &moment()).expect("right").expect("a change");
    InvoiceState { invoice: change.after.expect("kept"), ..state.clone() }
}

#[test]
fn an_invoice_with_a_note_is_not_cancelled() {
    let state = InvoiceState {
        notes: vec![StandingNote::of(&credit(dec!(1), &original()).invoice)],
        ..original()
    };
    let refused = state.make(InvoiceMove::Cancel, &moment()).expect_err("refused");
    assert!(matches!(&refused, ChangeRefused::Noted(number) if number == "DB20260001"));
    assert!(state.make(InvoiceMove::Archive, &moment()).is_ok());
}

/// An edit of a note counts by what it changes; one of an invoice stays above what is credited.
#[test]
fn edits_count_too() {
    let invoice = original();
    let half = credit(dec!(40), &invoice);
    let (credited, _) = noted(&invoice, None, Some(&half));
    let net = |net| InvoiceEdit { items: of(net).items, ..edit() };
    let mut records = slovak();
    records.original = Some(OriginalInvoice::of(credited.clone()));
    assert_eq!(fields(&half, &net(dec!(101)), &records), ["items"]);
    let change = on(&half, &net(dec!(100)), &records).expect("right").expect("a change");
    assert_eq!(change.effect().map(|effect| effect.credited), Some(dec!(73.80)));
    assert_eq!(fields(&credited, &net(dec!(39)), &slovak()), ["items"]);
    assert!(on(&credited, &net(dec!(40)), &slovak()).is_ok());
    let note = InvoiceEdit { texts: HeaderTexts::one(Term::Note, "Oprava"), ..edit() };
    assert_eq!(on(&half, &note, &records).expect("right").expect("a change").effect(), None);
}

#[test]
fn drafts_of_notes_do_nothing_yet() {
    let invoice = original();
    let half = credit(dec!(40), &invoice);
    let draft = AnyInvoice { status: InvoiceStatus::Draft, ..half.invoice.clone() };
    assert_eq!(NoteEffect::between(None, Some(&draft)), None);
    assert!(NoteEffect::between(Some(&draft), Some(&half.invoice)).is_some());
    assert_eq!(NoteEffect::between(None, Some(&invoice.invoice)), None);
}

/// The customer of a note is that of its original by the rule that tells firms apart everywhere.
#[test]
fn a_note_is_to_the_firm_of_its_original() {
    let party = |ico: &str, dic: &str| {
        let filled = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Party { ico: filled(ico), dic: filled(dic), ..Party::new("Firma") }
    };
    for (one, two, another) in [
        (party("12345679", ""), party("12345679", "2020317068"), false),
        (party("12345679", ""), party("51000009", ""), true),
        (party("12345679", "2020317068"), party("12345679", "2120000009"), false),
        (party("", "2020317068"), party("12345679", "2120000009"), true),
        (party("", ""), party("12345679", ""), false),
        // one number in two spellings, and one taxpayer whose registration number is mistyped
        (party("", "2020317068"), party("", "SK2020317068"), false),
        (party("51000009", "2020317068"), party("12345679", "2020317068"), false),
    ] {
        let mut state = original();
        let AnyDocument::Issued(mut document) = state.invoice.document else { panic!("issued") };
        document.buyer = Party { name: "Firma".into(), ..one.clone() };
        state.invoice.document = AnyDocument::Issued(document);
        let Party { ico, dic, .. } = two.clone();
        let customer = CustomerInput { ico, dic, ic_dph: None, ..slovak_customer() };
        let found = note(InvoiceType::CreditNote, dec!(40), &state, customer).err();
        let said = found.unwrap_or_default().iter().any(|(field, _)| field == "customer");
        assert_eq!(said, another, "{one:?} {two:?}");
    }
}

/// What comes to nothing is paid when it is issued, and can be cancelled.
#[test]
fn an_invoice_of_nothing_is_paid() {
    for (net, already_paid, expected) in [
        (dec!(0), None, InvoiceStatus::Paid),
        (dec!(0), Some(true), InvoiceStatus::Paid),
        (dec!(0.01), None, InvoiceStatus::Issued),
    ] {
        let request = InvoiceRequest {
            already_paid,
            due_date: Some(TODAY),
            issue_date: Some(TODAY),
            ..of(net)
        };
        let state = state_of(&request, &slovak());
        assert_eq!(state.invoice.status, expected, "{net}");
        assert!(state.invoice.payments.is_empty());
        let overdue = state.invoice.past_due(date!(2027 - 12 - 31)).is_some();
        assert_eq!(overdue, expected == InvoiceStatus::Issued);
        cancelled(&state);
        let draft = checked(&request, &slovak()).expect("right");
        let kept = draft.keep(&moment()).expect("writable").kept.invoice;
        let state = InvoiceState { invoice: kept.into(), ..state };
        let mut records = slovak();
        records.customer = Some(contact(slovak_customer()));
        let mut issuance = invoicing::Issuance::at(moment().now, id);
        let issue = state.check_issue(
            invoicing::states::Trigger::Issue,
            &records,
            &mut issuance,
            &moment(),
        );
        let issued = issue.expect("right");
        assert_eq!(issued.issue("FA20260002").expect("writable").kept.invoice.status, expected);
    }
}
