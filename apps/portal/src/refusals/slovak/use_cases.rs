//! Refusals of use cases, which no domain crate has.

use super::Text;

pub(super) const TEXTS: &[Text] = &[
    ("idempotency.key_reused", "tento formulár ste už odoslali s inými údajmi"),
    ("idempotency.in_progress", "ten istý formulár sa práve spracúva"),
    ("address_incomplete", "chýba {missing}: doplňte adresu zákazníka"),
    ("stock_line.other_unit", "musí byť jednotka skladovej položky, {unit}"),
    ("stock_line.more_than_there", "je viac, než je na sklade: {there} {unit}"),
    ("record.account_retired", "účet je vyradený: vytvorte nový"),
    ("record.vehicle_retired", "vozidlo je vyradené: vytvorte nové"),
    ("record.customer_retired", "zákazník je vyradený: vytvorte nového"),
    ("record.plate_taken", "ŠPZ {plate} má iné vozidlo"),
    ("record.same_customer", "je ten istý zákazník: vyberte iného"),
    ("record.no_customer", "taký zákazník tu nie je alebo je vyradený"),
    ("record.no_contract", "taká zmluva tu nie je"),
    ("claim.no_email", "firma nemá e-mail, na ktorý by sme poslali potvrdenie"),
    ("claim.email", "e-mail firmy sa nedá použiť: {reason}"),
    ("claim.token_required", "e-mail zapísal partner, poverenie nedokazuje"),
    ("claim.unverified", "token sa teraz nedá overiť"),
    ("claim.not_verifiable", "táto inštalácia ostré tokeny neoveruje"),
    (
        "claim.too_many_mails",
        "priveľa potvrdzovacích e-mailov za deň: skúste to znova o {hours} h {minutes} min",
    ),
    ("claim_confirmation.not_found", "odkaz nie je platný, alebo už neplatí"),
    ("claim_confirmation.collision", "iná firma má to isté IČO alebo DIČ: obráťte sa na podporu"),
    ("registration.unverified", "token sa teraz nedá overiť"),
    ("registration.not_verifiable", "táto inštalácia ostré tokeny neoveruje"),
    ("enrollment.taken", "ako {participant} je registrovaná iná firma"),
    (
        "statement_mapping.too_many",
        "zapamätaných je už {most} súborov: zabudnite ten, ktorý nepotrebujete",
    ),
    (
        "export_request.too_many",
        "exportov je už {count}: zmažte niektorý, alebo počkajte, kým vyprší",
    ),
    (
        "export_request.not_ready",
        "export je v stave {state}: súbory sa dajú stiahnuť, keď bude hotový",
    ),
    ("no_received_document", "taký prijatý doklad tu nie je"),
    ("expenses.not_an_expense", "doklad {reason}"),
    (
        "expenses.duplicate",
        "výdavok z tohto dokladu, alebo od tohto dodávateľa s týmto číslom, tu už je a nie je zamietnutý",
    ),
    ("contract.cancelled", "zmluva bola zrušená: vytvorte novú"),
    ("contract.stale", "zmluvu medzitým niekto zmenil: načítajte ju znova"),
    (
        "recurring_invoice.too_many_due",
        "čaká viac než 12 období: pri pokračovaní zvoľte, či sa vystavia, alebo vynechajú",
    ),
    ("recurring_invoice.taken", "{what} už je použité"),
    ("recurring_invoice.plan_limit", "plán tento mesiac ďalšie faktúry nedovoľuje"),
    ("recurring_invoice.storage", "faktúra sa nedá uložiť; dôvod nájde prevádzkovateľ"),
    ("recurring_invoice.no_rate", "kurz meny {currency} na deň {date} nie je známy"),
    ("value_taken.of_item", "má ho iná položka"),
    ("value_taken.of_warehouse", "má ho iný sklad"),
    ("webhook.already_made", "formulár ste už odoslali a webhook vtedy vznikol"),
    ("webhook.already_rotated", "formulár ste už odoslali a tajomstvo sa vtedy vymenilo"),
    (
        "webhook.sign_in_again",
        "prihláste sa znova: tajomstvo sa dáva do desiatich minút od prihlásenia",
    ),
    ("webhook.never_emitted", "taká udalosť nevzniká: vyskúšajte inú"),
    (
        "webhook.manages_none",
        "nespravujete žiadnu firmu, o ktorej by skúška bola: najprv ju založte",
    ),
    ("key.already_made", "formulár ste už odoslali a kľúč vtedy vznikol"),
];
