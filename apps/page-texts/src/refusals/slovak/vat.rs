//! Refusals about VAT.

use super::Text;

pub(super) const TEXTS: &[Text] = &[
    (
        "vat_category.rate_needs_vat_payer",
        "dodávateľ nie je platiteľ DPH, sadzbu {rate} nemôže účtovať: nastavte 0",
    ),
    (
        "vat_category.treatment_needs_vat_payer",
        "daňový režim {treatment} je len pre platiteľov DPH a dodávateľ ním nie je: zvoľte tuzemsko",
    ),
    (
        "vat_category.treatment_needs_zero_rate",
        "daňový režim {treatment} má sadzbu 0, nie {rate}: nastavte sadzbu 0 alebo tuzemsko",
    ),
    (
        "vat_category.reason_needs_treatment",
        "dôvod oslobodenia hovorí o inom režime ({treatment}, {found}): nastavte položkám so sadzbou 0 daňový režim {treatment}, alebo dôvod napíšte inak",
    ),
    (
        "vat_category.reason_needs_vat_payer",
        "dôvod oslobodenia hovorí o režime ({treatment}, {found}), ktorý smie použiť len platiteľ DPH: napíšte ho inak, alebo ho vynechajte",
    ),
    (
        "treatment_conflict",
        "položky so sadzbou {rate} musia mať jeden daňový režim: položka {first_line} má {expected}, položka {line} má {found}; rozdeľte ich do dvoch dokladov, alebo nastavte rovnaký",
    ),
    (
        "vat_category.outside_scope_mixed",
        "položka {outside_line} je mimo DPH (O) a položka {line} má kategóriu {found}; doklad má jedno alebo druhé (BR-O-11)",
    ),
    ("unknown_vat_rate", "sadzba DPH {found} nie je dovolená; sú 0, 5, 19 a 23"),
];
