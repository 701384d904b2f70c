//! The contract of [`AccountingProgram`]: it creates each document once, reports what it refuses and why, and tells
//! whether a failed request may have been carried out.

use crate::accounting::{Books, documents, link};
use accounting_programs::{
    AccountingProgram, Answered, ItemAnswer, Link, ProgramFailure, ProgramKind,
};
use std::future::Future;

/// The behaviour of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// It makes what is posted, once under each external id.
    Makes,
    /// It makes all but the invoice FA2, which it refuses: [`REASON`].
    RefusesSecond,
    /// It carries out the request and closes the connection without an answer.
    LosesAnswers,
    /// It answers with a page.
    AnswersHtml,
    /// Nothing listens at its address.
    Nobody,
    /// It does not let us in.
    Denies,
}

/// Why the second invoice is refused.
pub const REASON: &str = "Obdobie je uzavreté";

/// A caller of programs, and programs that it can call.
pub trait ProgramUnderTest: Sync {
    /// The implementation of the port.
    type Caller: AccountingProgram;

    /// The caller of programs.
    fn caller(&self) -> Self::Caller;

    /// The kind and the address of a new program with this behaviour; `None` if there can be none.
    fn program(
        &self,
        program: Program,
    ) -> impl Future<Output = Option<(ProgramKind, String)>> + Send;
}

async fn linked<S: ProgramUnderTest>(subject: &S, program: Program) -> Option<Link> {
    let (kind, url) = subject.program(program).await?;
    Some(link(kind, &url))
}

/// The program's ids of the created documents.
fn ids(answers: &[Answered]) -> Vec<Option<String>> {
    let id = |answered: &Answered| match &answered.answer {
        ItemAnswer::Created { id, .. } => id.clone(),
        ItemAnswer::Refused { .. } | ItemAnswer::Taken => None,
    };
    answers.iter().map(id).collect()
}

pub async fn what_is_posted_is_made_once<S: ProgramUnderTest>(subject: &S) {
    let Some(link) = linked(subject, Program::Makes).await else { return };
    let (books, caller, all) = (Books::default(), subject.caller(), documents(2));
    let none = caller.find(books.account(&link), &all).await.expect("an answer");
    assert_eq!(none, [], "nothing is there yet");
    let first = caller.post(books.account(&link), &all[..1]).await.expect("an answer");
    let second = caller.post(books.account(&link), &all[1..]).await.expect("an answer");
    let made = [ids(&first), ids(&second)].concat();
    assert!(made[0].is_some() && made[1].is_some() && made[0] != made[1], "{made:?}");
    let found = caller.find(books.account(&link), &all).await.expect("an answer");
    assert_eq!(ids(&found), made, "they are found, in their order");
    caller.test(books.account(&link)).await.expect("let in");
}

pub async fn a_refusal_is_of_one_document<S: ProgramUnderTest>(subject: &S) {
    let Some(link) = linked(subject, Program::RefusesSecond).await else { return };
    let (books, caller) = (Books::default(), subject.caller());
    let said = caller.post(books.account(&link), &documents(3)).await.expect("an answer");
    let [first, second, third] = &said[..] else { panic!("{said:?}") };
    let refused = ItemAnswer::Refused { reason: REASON.to_owned() };
    assert_eq!(second.answer, refused);
    for made in [first, third] {
        assert!(matches!(made.answer, ItemAnswer::Created { .. }), "{made:?}");
    }
}

pub async fn what_may_have_been_done_is_said_to_be_unclear<S: ProgramUnderTest>(subject: &S) {
    for (program, unclear) in
        [(Program::LosesAnswers, true), (Program::AnswersHtml, true), (Program::Nobody, false)]
    {
        let Some(link) = linked(subject, program).await else { continue };
        let (books, caller) = (Books::default(), subject.caller());
        let failure = caller.post(books.account(&link), &documents(1)).await;
        let failure = failure.expect_err("no answer");
        assert_eq!(failure.is_unclear(), unclear, "{program:?}: {failure:?}");
    }
}

pub async fn who_is_not_let_in_is_told<S: ProgramUnderTest>(subject: &S) {
    let Some(link) = linked(subject, Program::Denies).await else { return };
    let (books, caller) = (Books::default(), subject.caller());
    let tested = caller.test(books.account(&link)).await;
    assert!(matches!(tested, Err(ProgramFailure::Denied(_))), "{tested:?}");
    let posted = caller.post(books.account(&link), &documents(1)).await;
    assert!(matches!(posted, Err(ProgramFailure::Denied(_))), "{posted:?}");
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! accounting_program_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, accounting_program:
            what_is_posted_is_made_once
            a_refusal_is_of_one_document
            what_may_have_been_done_is_said_to_be_unclear
            who_is_not_let_in_is_told
        }
    };
}
