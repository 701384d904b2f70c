//! English texts in the words of the form, where the API's text names members.

use super::Text;

pub const ENGLISH: &[Text] = &[
    ("customer.named_twice", "choose a customer, or write a new one, not both"),
    ("customer.not_named", "choose a customer, or write a new one"),
    ("customer.payer", "must not be off beside an IČ DPH: who has one charges VAT"),
    ("customer.stays_payer", "must not be off beside an IČ DPH: empty it if you charge no VAT"),
    (
        "identifier.slovak_ic_dph",
        "must be SK with 10 digits; a VAT number of another country goes into the DIČ, and where it receives over Peppol into the Peppol id",
    ),
    ("invoice.due_twice", "write a due date, or a number of days, not both"),
    ("invoice.due_before_issue", "must not precede the issue date ({issue_date})"),
    ("invoice.other_plate", "is the plate of another vehicle than the one chosen"),
    ("item.cents", "times the unit price is {net} {currency}, and {currency} has no cents"),
    ("item.too_much", "times the unit price is too much: {reason}"),
    ("item.no_stock_item", "belongs to a line with a stock item"),
    ("note.not_a_note", "is for credit notes and debit notes only"),
    (
        "note.former_rate",
        "{rate} % was the rate of supplies from {first} to {last}: only a credit or debit note to such a supply has it (the original invoice, else the delivery date)",
    ),
    ("settling.not_an_invoice", "is for invoices and final invoices only"),
    (
        "vat_category.rate_needs_vat_payer",
        "the supplier is not a VAT payer, so VAT rate {rate} cannot be charged; set the rate to 0",
    ),
    (
        "vat_category.treatment_needs_vat_payer",
        "the tax treatment {treatment} is for VAT payers only and the supplier is not one; choose a domestic supply",
    ),
    (
        "vat_category.treatment_needs_zero_rate",
        "the tax treatment {treatment} needs the rate 0, not {rate}; set the rate to 0 or the treatment to domestic",
    ),
    (
        "vat_category.reason_needs_treatment",
        "the exemption reason reads as {supply} ({found}), but the category follows from the tax treatment only; set it to {treatment} on the lines with the rate 0, or reword the reason",
    ),
    (
        "vat_category.reason_needs_vat_payer",
        "the exemption reason reads as {supply} ({found}), which only a VAT payer may issue and the supplier is not one; reword the reason or leave it out",
    ),
    (
        "treatment_conflict",
        "all lines with the VAT rate {rate} must share one tax treatment: line {first_line} has {expected}, line {line} has {found}; split them into two documents or set the same",
    ),
    ("attachment.other_kind", "the content is {found}, not {declared}"),
    ("offset.invoice_type", "this is a {kind}: only an invoice can be set off"),
    (
        "offset.expense_type",
        "this is a {kind} that is {status}: only an approved invoice of a supplier can be set off",
    ),
    (
        "offset.date_to_come",
        "the day of the set-off must not lie after today, {today} in Europe/Bratislava",
    ),
    (
        "offset.date_too_early",
        "the day of the set-off must not lie before {day}, when the {document} was issued",
    ),
    ("expense.supplier_twice", "choose a supplier, or write a new one, not both"),
    ("expense.no_supplier", "choose a supplier, or write a new one"),
    ("expense.due_before_issue", "must not precede the issue date"),
    (
        "expense.other_than_breakdown",
        "does not fit the VAT breakdown, whose rows come to {taxable} and {tax}: send another with it",
    ),
    (
        "request.only_own_fields",
        "leaves no room for other fields than the note, the project and the stock lines",
    ),
    ("invoice.action_without_number", "only together with a number"),
    ("project.end_before_start", "must not precede the first day ({start})"),
    ("contract.end_before_start", "must not precede the first period ({start})"),
    ("statement_import.no_account", "names no account: choose which it is of"),
    (
        "statement_import.several_currencies",
        "is of the account {iban}, which is kept in several currencies, and does not say in which it is: choose which account it is of",
    ),
    (
        "statement_import.unproven_account",
        "names the account {account}, whose check digits are wrong: choose which it is of",
    ),
];
