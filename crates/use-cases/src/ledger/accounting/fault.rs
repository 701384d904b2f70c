/// What is wrong with the answers of an accounting program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("program_answer")]
pub(crate) enum ProgramFault {
    #[error("it answered about none of the documents")]
    NothingAnswered,
    #[error("it has the books of IČO {other} open, not of {own}")]
    OtherBooks { other: String, own: String },
}
