//! Tax schemes, charge indicators and category codes.

use crate::index::{Element, Index};
use crate::names::ubl::{cac, cbc};
use crate::verdict::StylesheetAborted;
use xml::white_space::normalized;

/// A VAT category code (UNTDID 5305).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(usize)]
pub(crate) enum Code {
    Ae,
    E,
    G,
    K,
    L,
    M,
    O,
    S,
    Z,
    B,
    Other,
}

/// How many codes there are.
pub(crate) const CODES: usize = Code::Other as usize + 1;

impl Code {
    /// The code of a text; white space around it aside.
    pub(crate) fn of(text: &str) -> Self {
        match normalized(text).as_ref() {
            "AE" => Self::Ae,
            "E" => Self::E,
            "G" => Self::G,
            "K" => Self::K,
            "L" => Self::L,
            "M" => Self::M,
            "O" => Self::O,
            "S" => Self::S,
            "Z" => Self::Z,
            "B" => Self::B,
            _ => Self::Other,
        }
    }

    /// The code of a tax category; two codes end the official engine's run.
    pub(crate) fn of_category(
        index: &Index<'_>,
        category: Element,
    ) -> Result<Self, StylesheetAborted> {
        let id = index.only(category, cbc::ID)?;
        Ok(id.map_or(Self::Other, |id| Self::of(&index.value(id))))
    }
}

/// Whether the text is VAT in any case, white space around it aside.
fn is_vat(text: &str) -> bool {
    text == "VAT" || normalized(text).eq_ignore_ascii_case("VAT")
}

/// Whether one of the element's tax schemes is VAT.
pub(crate) fn has_vat_scheme(
    index: &Index<'_>,
    element: Element,
) -> Result<bool, StylesheetAborted> {
    for scheme in index.children_named(element, cac::TAX_SCHEME) {
        if let Some(id) = index.only(scheme, cbc::ID)?
            && is_vat(&index.value(id))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the element's tax scheme is VAT, asked as some rules do: a second scheme ends the
/// official engine's run.
pub(crate) fn is_vat_by_its_scheme(
    index: &Index<'_>,
    element: Element,
) -> Result<bool, StylesheetAborted> {
    match index.only(element, cac::TAX_SCHEME)? {
        Some(_) => has_vat_scheme(index, element),
        None => Ok(false),
    }
}

/// What the `ChargeIndicator`s of an allowance or charge say. A document may have several.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Indicator {
    /// One says false: it is an allowance.
    pub(crate) allowance: bool,
    /// One says true: it is a charge.
    pub(crate) charge: bool,
}

impl Indicator {
    /// Reads them; one that is neither true nor false ends the official engine's run.
    pub(crate) fn of(
        index: &Index<'_>,
        allowance_charge: Element,
    ) -> Result<Self, StylesheetAborted> {
        let mut indicator = Self::default();
        for child in index.children_named(allowance_charge, cbc::CHARGE_INDICATOR) {
            match index.boolean(child)? {
                true => indicator.charge = true,
                false => indicator.allowance = true,
            }
        }
        Ok(indicator)
    }
}
