//! Holds a CII document against what it was converted to, without the converter's word for
//! anything: each value of the CII is a loss that was said, or is found in the UBL where the
//! bindings of EN 16931 have it; and the UBL says nothing that the CII does not.

mod check;
mod leaves;
mod table;

pub use check::faults;
pub use check::unknown_to;
