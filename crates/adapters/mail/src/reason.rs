/// Text of a server or system, for a record: bounded, on one line.
pub(crate) fn reason(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |cause| cause.source());
    let text = causes.map(ToString::to_string).collect::<Vec<_>>().join(": ");
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect()
}
