//! VAT category codes.

/// A VAT category that has rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Category {
    /// Reverse charge.
    ReverseCharge,
    /// Canary Islands general indirect tax.
    Igic,
    /// Tax of Ceuta and Melilla.
    Ipsi,
    /// Exempt.
    Exempt,
    /// Export outside the union.
    Export,
    /// Supply within the union.
    IntraCommunity,
    /// Not subject to VAT.
    OutOfScope,
    /// Standard rate.
    Standard,
    /// Zero rate.
    Zero,
    /// Split payment of Italy. It has no breakdown rules.
    SplitPayment,
}

impl Category {
    /// In the order in which the official rules try them; the first that fits is taken.
    pub(super) const ALL: [Self; 10] = [
        Self::ReverseCharge,
        Self::Igic,
        Self::Ipsi,
        Self::Exempt,
        Self::Export,
        Self::IntraCommunity,
        Self::OutOfScope,
        Self::Standard,
        Self::Zero,
        Self::SplitPayment,
    ];

    /// The code of UNTDID 5305.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::ReverseCharge => "AE",
            Self::Igic => "L",
            Self::Ipsi => "M",
            Self::Exempt => "E",
            Self::Export => "G",
            Self::IntraCommunity => "K",
            Self::OutOfScope => "O",
            Self::Standard => "S",
            Self::Zero => "Z",
            Self::SplitPayment => "B",
        }
    }

    /// The category of exactly this code.
    pub(super) fn of_code(code: &str) -> Option<Self> {
        Some(match code {
            "S" => Self::Standard,
            "AE" => Self::ReverseCharge,
            "L" => Self::Igic,
            "M" => Self::Ipsi,
            "E" => Self::Exempt,
            "G" => Self::Export,
            "K" => Self::IntraCommunity,
            "O" => Self::OutOfScope,
            "Z" => Self::Zero,
            "B" => Self::SplitPayment,
            _ => return None,
        })
    }

    /// The bit in a [`Categories`].
    const fn bit(self) -> u16 {
        1 << self as u8
    }
}

/// A set of categories.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Categories(u16);

impl Categories {
    pub(super) fn add(&mut self, category: Category) {
        self.0 |= category.bit();
    }

    pub(super) fn remove(&mut self, category: Category) {
        self.0 &= !category.bit();
    }

    pub(super) const fn has(self, category: Category) -> bool {
        self.0 & category.bit() != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first of them in the order of [`Category::ALL`].
    pub(super) fn first(self) -> Option<Category> {
        Category::ALL.get(self.0.trailing_zeros() as usize).copied()
    }

    /// All of them.
    pub(super) fn iter(self) -> impl Iterator<Item = Category> {
        Category::ALL.into_iter().filter(move |&category| self.has(category))
    }
}
