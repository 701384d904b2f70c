//! The state machine: every status, every trigger, every fact; and its table in docs/invoice-states.md.

use invoicing::{
    InvoiceStatus,
    states::{Hold, LiveSend, PaidPart, Standing, TransitionRefused, Trigger},
};
use std::fmt::Write;

const HOLDS: [Option<Hold>; 4] =
    [None, Some(Hold::Archived), Some(Hold::Locked), Some(Hold::Settled)];
const SENDS: [LiveSend; 3] = [LiveSend::None, LiveSend::UnderWay, LiveSend::Taken];
const PAID: [PaidPart; 4] =
    [PaidPart::Nothing, PaidPart::Part, PaidPart::All, PaidPart::NothingDue];

fn standings() -> impl Iterator<Item = Standing> {
    let flags = [(false, false), (false, true), (true, false), (true, true)];
    flags.into_iter().flat_map(|(was_sent, past_due)| {
        HOLDS.into_iter().flat_map(move |hold| {
            SENDS.into_iter().flat_map(move |live_send| {
                PAID.map(|paid| Standing { paid, was_sent, past_due, hold, live_send })
            })
        })
    })
}

/// What is refused has a short name in the table.
fn reason(refused: TransitionRefused) -> &'static str {
    match refused {
        TransitionRefused::NotIssued(_) => "400 not issued",
        TransitionRefused::NoDraft(_) => "409 no draft",
        TransitionRefused::NotSubmitted => "409 not submitted",
        TransitionRefused::AwaitsApproval => "409 awaits approval",
        TransitionRefused::Numbered(_) => "409 numbered",
        TransitionRefused::Cancelled => "409 cancelled",
        TransitionRefused::Archived => "409 archived",
        TransitionRefused::Locked => "409 locked",
        TransitionRefused::Settled => "409 settled",
        TransitionRefused::UnderWay => "409 under way",
        TransitionRefused::SentOverPeppol => "409 sent over Peppol",
        TransitionRefused::HasPayments => "409 has payments",
        TransitionRefused::NothingOutstanding => "400 nothing outstanding",
    }
}

fn outcome(status: InvoiceStatus, trigger: Trigger, standing: Standing) -> String {
    match status.after(trigger, standing) {
        Err(refused) => format!("*{}*", reason(refused)),
        Ok(_) if trigger == Trigger::Delete => "deleted".to_owned(),
        Ok(next) if by_facts(status, trigger) => {
            assert_eq!(next, standing.status(), "{status:?} {trigger:?}");
            "by the facts".to_owned()
        }
        Ok(next) if next == status => "stays".to_owned(),
        Ok(next) => next.name().to_owned(),
    }
}

/// After these an issued invoice stands where the facts put it, wherever it stood.
fn by_facts(status: InvoiceStatus, trigger: Trigger) -> bool {
    !status.is_draft() && matches!(trigger, Trigger::Edit | Trigger::Settle)
}

/// Whether an invoice of this status can have these facts. The due date may have passed unnoticed.
fn is_possible(status: InvoiceStatus, standing: Standing) -> bool {
    let before_due = Standing { past_due: false, ..standing };
    match status {
        InvoiceStatus::Draft | InvoiceStatus::PendingApproval => {
            standing
                == Standing {
                    paid: standing.paid,
                    past_due: standing.past_due,
                    ..Standing::default()
                }
        }
        InvoiceStatus::Cancelled => standing.paid == PaidPart::Nothing,
        _ => standing.status() == status || before_due.status() == status,
    }
}

/// Every outcome that possible facts lead to, refusals last.
fn outcomes(status: InvoiceStatus, trigger: Trigger) -> String {
    let mut found: Vec<String> = Vec::new();
    for standing in standings().filter(|standing| is_possible(status, *standing)) {
        let one = outcome(status, trigger, standing);
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found.sort_by_key(|one| one.starts_with('*'));
    found.join(", ")
}

fn trigger_name(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::Submit => "submit",
        Trigger::Return => "return",
        Trigger::Approve => "approve",
        Trigger::Issue => "issue",
        Trigger::Delete => "delete",
        Trigger::Edit => "edit content",
        Trigger::Annotate => "edit accounting metadata",
        Trigger::Settle => "payment or set-off changes",
        Trigger::Send => "sent",
        Trigger::FallDue => "due date passes",
        Trigger::Remind => "remind",
        Trigger::Cancel => "cancel",
        Trigger::Archive => "archive, unarchive",
        Trigger::Lock => "lock, unlock",
    }
}

fn table() -> String {
    let mut text = String::from("| |");
    for status in InvoiceStatus::ALL {
        write!(text, " {} |", status.name()).expect("a string");
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(InvoiceStatus::ALL.len()));
    for trigger in Trigger::ALL {
        write!(text, "\n| **{}** |", trigger_name(trigger)).expect("a string");
        for status in InvoiceStatus::ALL {
            write!(text, " {} |", outcomes(status, trigger)).expect("a string");
        }
    }
    text
}

/// Where the facts put an invoice.
fn standing_table() -> String {
    let mut text = String::from("| paid | due date passed | sent | status |\n|---|---|---|---|");
    for paid in PAID {
        for (past_due, was_sent) in [(false, false), (false, true), (true, false), (true, true)] {
            let standing = Standing { paid, was_sent, past_due, ..Standing::default() };
            let part = match paid {
                PaidPart::Nothing => "nothing",
                PaidPart::Part => "part",
                PaidPart::All => "all",
                PaidPart::NothingDue => "nothing is due",
            };
            let yes = |fact| if fact { "yes" } else { "no" };
            let (due, sent) = (yes(past_due), yes(was_sent));
            write!(text, "\n| {part} | {due} | {sent} | {} |", standing.status().name())
                .expect("a string");
        }
    }
    text
}

#[test]
fn the_table_in_the_docs_is_the_code() {
    let page = format!(
        "# States of an invoice\n\n\
         Written by a test from `invoicing::transitions` (`UPDATE_GOLDEN=1 cargo nextest run -p \
         invoicing transitions`); the code is the one place where a status changes. A cell says \
         where an invoice of that status stands afterwards, or in italics why nothing happens; \
         where other facts than the status decide (what is paid, the due date, holds, the live \
         send), each possible outcome is named, and `by the facts` is the second table.\n\n{}\n\n\
         ## Where the facts put an issued invoice\n\n\
         After each edit and each change of its payments. Of a credit note no due date passes.\n\n\
         {}\n",
        table(),
        standing_table()
    );
    fixtures::assert_recorded(&fixtures::path("../docs/invoice-states.md"), &page);
}

#[test]
fn each_blocker_blocks_what_it_should() {
    use InvoiceStatus as S;
    use TransitionRefused as R;
    let free = Standing::default();
    let archived = Standing { hold: Some(Hold::Archived), ..free };
    let locked = Standing { hold: Some(Hold::Locked), ..free };
    let under_way = Standing { live_send: LiveSend::UnderWay, ..free };
    let taken = Standing { live_send: LiveSend::Taken, was_sent: true, ..free };
    let part = Standing { paid: PaidPart::Part, ..free };
    let paid = Standing { paid: PaidPart::All, ..free };
    for (status, trigger, standing, expected) in [
        (S::Draft, Trigger::Remind, free, Err(R::NotIssued(S::Draft))),
        (S::PendingApproval, Trigger::Remind, free, Err(R::NotIssued(S::PendingApproval))),
        (S::Draft, Trigger::Settle, paid, Err(R::NotIssued(S::Draft))),
        (S::PendingApproval, Trigger::Settle, paid, Err(R::NotIssued(S::PendingApproval))),
        (S::Draft, Trigger::Cancel, free, Err(R::NotIssued(S::Draft))),
        (S::PendingApproval, Trigger::Cancel, free, Err(R::NotIssued(S::PendingApproval))),
        (S::Cancelled, Trigger::Edit, free, Err(R::Cancelled)),
        (S::Cancelled, Trigger::Annotate, free, Err(R::Cancelled)),
        (S::Cancelled, Trigger::Settle, part, Err(R::Cancelled)),
        (S::Cancelled, Trigger::Cancel, free, Err(R::Cancelled)),
        (S::Cancelled, Trigger::Send, free, Err(R::Cancelled)),
        (S::Issued, Trigger::Edit, archived, Err(R::Archived)),
        (S::Issued, Trigger::Annotate, archived, Err(R::Archived)),
        (S::Paid, Trigger::Edit, locked, Err(R::Locked)),
        (S::Paid, Trigger::Annotate, locked, Err(R::Locked)),
        (S::Issued, Trigger::Edit, under_way, Err(R::UnderWay)),
        (S::Sent, Trigger::Edit, taken, Err(R::SentOverPeppol)),
        (S::Sent, Trigger::Annotate, taken, Ok(S::Sent)),
        (S::Issued, Trigger::Annotate, under_way, Ok(S::Issued)),
        (S::Issued, Trigger::Cancel, under_way, Err(R::UnderWay)),
        (S::Sent, Trigger::Cancel, taken, Err(R::SentOverPeppol)),
        (S::Issued, Trigger::Cancel, locked, Err(R::Locked)),
        (S::Issued, Trigger::Cancel, archived, Err(R::Archived)),
        (S::PartiallyPaid, Trigger::Cancel, part, Err(R::HasPayments)),
        (S::Paid, Trigger::Cancel, paid, Err(R::HasPayments)),
        (S::Overdue, Trigger::Cancel, free, Ok(S::Cancelled)),
        (S::Sent, Trigger::Cancel, free, Ok(S::Cancelled)),
        (S::Paid, Trigger::Remind, paid, Err(R::NothingOutstanding)),
        (S::Overdue, Trigger::Remind, part, Ok(S::Overdue)),
        // money may come late: no hold keeps it from being recorded
        (S::Issued, Trigger::Settle, locked, Ok(S::Issued)),
        (S::Issued, Trigger::Settle, Standing { paid: PaidPart::All, ..archived }, Ok(S::Paid)),
        (S::Issued, Trigger::Delete, free, Err(R::Numbered(S::Issued))),
        (S::Cancelled, Trigger::Delete, free, Err(R::Numbered(S::Cancelled))),
        (S::PendingApproval, Trigger::Edit, free, Ok(S::Draft)),
        (S::PendingApproval, Trigger::Issue, free, Err(R::AwaitsApproval)),
        (S::Draft, Trigger::Approve, free, Err(R::NotSubmitted)),
        (S::Draft, Trigger::Issue, paid, Ok(S::Paid)),
        (S::Issued, Trigger::Issue, free, Err(R::NoDraft(S::Issued))),
    ] {
        assert_eq!(
            status.after(trigger, standing),
            expected,
            "{status:?} {trigger:?} {standing:?}"
        );
    }
}

#[test]
fn whatever_happens_a_number_is_kept_and_what_is_void_stays_void() {
    let is_draft =
        |s: InvoiceStatus| matches!(s, InvoiceStatus::Draft | InvoiceStatus::PendingApproval);
    for status in InvoiceStatus::ALL {
        for trigger in Trigger::ALL {
            for standing in standings() {
                let Ok(next) = status.after(trigger, standing) else { continue };
                if !is_draft(status) {
                    assert!(!is_draft(next), "{status:?} {trigger:?} {standing:?}");
                    assert!(trigger != Trigger::Delete, "{status:?}");
                }
                if status == InvoiceStatus::Cancelled {
                    assert_eq!(next, status, "{trigger:?} {standing:?}");
                }
                let is_new = next == InvoiceStatus::Cancelled && status != next;
                assert!(!is_new || trigger == Trigger::Cancel, "{status:?} {trigger:?}");
            }
        }
    }
}

#[test]
fn refusals_name_what_to_do() {
    for status in InvoiceStatus::ALL {
        for trigger in Trigger::ALL {
            for refused in standings().filter_map(|s| status.after(trigger, s).err()) {
                assert_eq!(reason(refused).starts_with("400"), refused.is_wrong_request());
                assert!(refused.to_string().len() > 10, "{refused:?}");
            }
        }
    }
}
