use crate::texts::Texts;

/// The texts of the script by the names that it uses; the names of business terms by their ids.
pub(super) fn words(t: &Texts) -> Vec<(&'static str, &'static str)> {
    let said = [
        ("loading", t.checking_loading),
        ("at-work", t.checking_at_work),
        ("too-large", t.checking_too_large),
        ("failed", t.checking_failed),
        ("valid", t.verdict_valid),
        ("invalid", t.verdict_invalid),
        ("ruleset", t.verdict_ruleset),
        ("release", t.verdict_release),
        ("errors", t.errors),
        ("warnings", t.warnings),
        ("unlisted", t.verdict_unlisted),
        ("kosit", t.verdict_kosit),
        ("findings", t.verdict_findings),
        ("none", t.verdict_none),
        ("fatal", t.verdict_fatal),
        ("warning", t.verdict_warning),
        ("information", t.verdict_information),
        ("line", t.verdict_line),
        ("places", t.verdict_places),
        ("about", t.verdict_about),
        ("official", t.verdict_official),
        ("document", t.verdict_document),
        ("no-document", t.verdict_no_document),
        ("left-out", t.verdict_left_out),
        ("invoice", t.verdict_invoice),
        ("credit-note", t.verdict_credit_note),
        ("seller", t.supplier),
        ("buyer", t.customer),
        ("payment", t.verdict_payment),
        ("vat", t.verdict_vat),
        ("totals", t.verdict_totals),
    ];
    let parts = [&said[..], &head(t), &parties(t), &amounts(t)];
    parts.into_iter().flatten().copied().collect()
}

fn head(t: &Texts) -> [(&'static str, &'static str); 20] {
    [
        ("BT-1", t.number),
        ("BT-2", t.issued_on),
        ("BT-3", t.term_type_code),
        ("BT-5", t.currency),
        ("BT-9", t.due_on),
        ("BT-10", t.term_buyer_reference),
        ("BT-11", t.project),
        ("BT-12", t.contract),
        ("BT-13", t.order_number),
        ("BT-20", t.term_terms),
        ("BT-22", t.plain_note),
        ("BT-24", t.term_specification),
        ("BT-25", t.term_preceding),
        ("BT-72", t.delivered_on),
        ("BT-73", t.term_period_start),
        ("BT-74", t.term_period_end),
        ("BT-81", t.term_means),
        ("BT-83", t.term_remittance),
        ("BT-84", t.term_account),
        ("BT-86", t.term_bic),
    ]
}

/// Terms of a seller and of a buyer that mean the same.
fn parties(t: &Texts) -> Vec<(&'static str, &'static str)> {
    let both = [
        ("BT-27", "BT-44", t.name),
        ("BT-28", "BT-45", t.term_trading_name),
        ("BT-30", "BT-47", t.term_registration),
        ("BT-31", "BT-48", t.term_vat_number),
        ("BT-34", "BT-49", t.term_endpoint),
        ("BT-35", "BT-50", t.street),
        ("BT-36", "BT-51", t.term_second_line),
        ("BT-37", "BT-52", t.city),
        ("BT-38", "BT-53", t.postal_code),
        ("BT-40", "BT-55", t.term_country),
        ("BT-41", "BT-56", t.term_contact),
        ("BT-42", "BT-57", t.phone),
        ("BT-43", "BT-58", t.email),
    ];
    let each = both.into_iter().flat_map(|(seller, buyer, text)| [(seller, text), (buyer, text)]);
    each.chain([("BT-32", t.term_tax_number)]).collect()
}

fn amounts(t: &Texts) -> [(&'static str, &'static str); 23] {
    [
        ("BT-106", t.term_sum_of_lines),
        ("BT-107", t.term_allowances),
        ("BT-108", t.term_charges),
        ("BT-109", t.term_without_vat),
        ("BT-110", t.term_vat_total),
        ("BT-111", t.term_vat_accounting),
        ("BT-112", t.term_with_vat),
        ("BT-113", t.term_paid),
        ("BT-114", t.term_rounding),
        ("BT-115", t.term_due),
        ("BT-116", t.term_taxable),
        ("BT-117", t.vat),
        ("BT-118", t.term_category),
        ("BT-119", t.vat_rate),
        ("BT-120", t.term_exemption),
        ("BT-126", t.term_line),
        ("BT-129", t.quantity),
        ("BT-131", t.term_net),
        ("BT-146", t.unit_price),
        ("BT-151", t.term_category),
        ("BT-152", t.vat_rate),
        ("BT-153", t.term_item),
        ("BT-154", t.description),
    ]
}
