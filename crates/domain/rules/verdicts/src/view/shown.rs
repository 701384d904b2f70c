//! Which terms are shown, in their order.

/// Type codes (BT-3, UNCL1001) of credit notes.
pub const CREDIT_NOTES: &[&str] = &["381", "396", "261", "262", "296", "308", "420", "458", "532"];

/// Numbers, dates, references, notes.
pub const HEAD: &[&str] = &[
    "BT-1", "BT-3", "BT-2", "BT-9", "BT-72", "BT-73", "BT-74", "BT-5", "BT-10", "BT-11", "BT-12",
    "BT-13", "BT-25", "BT-24", "BT-22",
];

/// The seller, its address, numbers and contact.
pub const SELLER: &[&str] = &[
    "BT-27", "BT-28", "BT-35", "BT-36", "BT-38", "BT-37", "BT-40", "BT-30", "BT-31", "BT-32",
    "BT-34", "BT-41", "BT-42", "BT-43",
];

/// The buyer, the same.
pub const BUYER: &[&str] = &[
    "BT-44", "BT-45", "BT-50", "BT-51", "BT-53", "BT-52", "BT-55", "BT-47", "BT-48", "BT-49",
    "BT-56", "BT-57", "BT-58",
];

/// How to pay.
pub const PAYMENT: &[&str] = &["BT-81", "BT-83", "BT-84", "BT-86", "BT-20"];

/// The group of a line.
pub const LINES: &str = "BG-25";

/// A line. The unit of the quantity (BT-130) is its attribute.
pub const LINE: &[&str] =
    &["BT-126", "BT-153", "BT-154", "BT-129", "BT-146", "BT-151", "BT-152", "BT-131"];

/// The group of a row of VAT.
pub const VAT_ROWS: &str = "BG-23";

/// A row of VAT.
pub const VAT: &[&str] = &["BT-118", "BT-119", "BT-116", "BT-117", "BT-120"];

/// Totals.
pub const TOTALS: &[&str] = &[
    "BT-106", "BT-107", "BT-108", "BT-109", "BT-110", "BT-111", "BT-112", "BT-113", "BT-114",
    "BT-115",
];
