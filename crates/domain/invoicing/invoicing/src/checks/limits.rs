/// Longest name of a party, in characters.
pub(super) const MAX_NAME: usize = 300;

/// Longest text of a registration (BT-33), in characters.
pub(super) const MAX_REGISTRATION: usize = 300;

/// Most days until due.
pub(super) const MAX_DUE_DAYS: i64 = 365;
