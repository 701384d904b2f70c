//! Refusals about keys, roles and addresses of people.

use super::Text;

pub(super) const TEXTS: &[Text] = &[
    ("access.no_organization", "chýba hlavička X-Organization-Id"),
    ("access.other_organization", "kľúč nemá prístup k tejto firme"),
    ("access.missing_scope", "kľúč nemá oprávnenie {scope}"),
    ("access.partners_only", "táto operácia je pre kľúče partnerov (svc_pk_…)"),
    ("access.missing_token_scope", "prístupový token nemá oprávnenie {scope}"),
    ("access.missing_role_scope", "rola v tejto firme neobsahuje {scope}"),
    ("access.token_of_another", "prístupový token patrí inej firme"),
    ("access.keys_only", "táto operácia je pre kľúče API: prístupový token tu neplatí"),
    ("grant.scope", "oprávnenie {scope} nemáte, nemôžete ho dať kľúču"),
    ("grant.tier", "v skúšobnom prostredí nevznikne ostrý kľúč"),
    ("grant.outlives", "kľúč nesmie platiť dlhšie než ten, ktorý ho vytvoril"),
    ("grant.other_owner", "kľúč vzniká len pre svojho vlastníka"),
    ("grant.no_scopes", "treba aspoň jedno oprávnenie"),
    ("grant.past", "musí byť čas v budúcnosti"),
    ("grant.name", "musí mať 1 až {most} znakov, bez riadiacich"),
    ("grant.overlap", "musí byť medzi 0 a 168 hodinami"),
    ("grant.ended", "kľúč bol zneplatnený alebo vypršal: vytvorte nový"),
    ("keys.too_many", "kľúčov je už {count}, viac plán nedovoľuje: najprv jeden zneplatnite"),
    ("keys.grantor_ended", "použitý kľúč bol zneplatnený alebo vypršal"),
    ("rate_limited", "priveľa požiadaviek: najviac {limit} za minútu; skúste to o {retry_after} s"),
    ("email_address.too_long", "má viac než {most} znakov"),
    ("email_address.not_ascii", "musí byť bez diakritiky; doménu s diakritikou píšte ako xn--…"),
    ("email_address.form", "nie je e-mailová adresa"),
];
