//! `and` and `or` as the official engine computes them: an operand that fails does not matter where
//! the other one decides. `A and B` is false when either is false, whatever happens to the other;
//! `A or B` is true when either is true. Only where neither decides does the error count.

use crate::verdict::StylesheetAborted;

/// What a condition comes to.
pub type Truth = Result<bool, StylesheetAborted>;

/// `left and right`.
///
/// # Errors
/// What an operand says, where the other does not decide.
pub fn both(left: Truth, right: impl FnOnce() -> Truth) -> Truth {
    match left {
        Ok(false) => Ok(false),
        Ok(true) => right(),
        Err(aborted) => match right() {
            Ok(false) => Ok(false),
            _ => Err(aborted),
        },
    }
}

/// `left or right`.
///
/// # Errors
/// What an operand says, where the other does not decide.
pub fn either(left: Truth, right: impl FnOnce() -> Truth) -> Truth {
    match left {
        Ok(true) => Ok(true),
        Ok(false) => right(),
        Err(aborted) => match right() {
            Ok(true) => Ok(true),
            _ => Err(aborted),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Element;

    #[test]
    fn an_error_counts_only_where_nothing_decides() {
        let aborted = || Err(StylesheetAborted::bad_cast(Element::ROOT));
        assert_eq!(both(aborted(), || Ok(false)), Ok(false));
        assert_eq!(both(aborted(), || Ok(true)), aborted());
        assert_eq!(both(Ok(false), aborted), Ok(false));
        assert_eq!(either(aborted(), || Ok(true)), Ok(true));
        assert_eq!(either(aborted(), || Ok(false)), aborted());
        assert_eq!(either(Ok(true), aborted), Ok(true));
    }
}
