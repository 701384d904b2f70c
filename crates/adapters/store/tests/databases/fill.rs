//! Many invoices at once, as copies of one. Also used by the crate's own tests.

/// The name of the customer that few of the copies are for.
pub const RARE: &str = "zriedkavy, s. r. o.";

/// The statements that make `count` copies of the only invoice, which differ in id, number,
/// status, type, currency, customer and days. Seven come at each instant, so that ids must break
/// ties.
pub fn copies(postgres: bool, count: usize) -> String {
    let (id, second, day) = if postgres {
        ("gen_random_uuid()", "(n / 7) * interval '1 second'", "i.issue_date - n % 400")
    } else {
        ("randomblob(16)", "(n / 7) * 1000000", "date(i.issue_date, '-' || (n % 400) || ' days')")
    };
    let due = day.replace("issue", "due");
    format!(
        "insert into contacts (organization_id, id, search_name, party, created_at)
           select organization_id, {id}, '{RARE}', party, created_at from contacts;
         insert into invoices (organization_id, id, invoice_type, number, status, customer_id,
           customer_name, subtotal, vat_total, total, paid_amount, currency, exchange_rate,
           issue_date, due_date, created_at, version, document)
         with recursive counted(n) as
           (select 1 union all select n + 1 from counted where n < {count})
         select i.organization_id, {id}, case when n % 50 = 0 then 'proforma' else invoice_type end,
           'N' || n, case when n % 97 = 0 then 'sent' else status end,
           case when n % 89 = 0 then rare.id else customer_id end, customer_name,
           subtotal, vat_total, total, paid_amount,
           case when n % 60 = 0 then 'CZK' else currency end, exchange_rate, {day}, {due},
           i.created_at + {second}, version, document
         from invoices i, counted, (select id from contacts where search_name = '{RARE}') rare;"
    )
}

/// The statements that pay each paid invoice on its issue date, and give the copies the VAT of the only
/// invoice that has some, on a day of their own (SQL over `invoices i`).
pub fn figures(postgres: bool, day: &str) -> String {
    let id = if postgres { "gen_random_uuid()" } else { "randomblob(16)" };
    format!(
        "insert into payments (organization_id, invoice_id, id, amount, paid_on, method, currency,
           exchange_rate, incoming)
           select organization_id, id, {id}, total, issue_date, 'bank_transfer', currency,
             exchange_rate, true
           from invoices where status = 'paid';
         insert into invoice_vat (organization_id, invoice_id, tax_date, currency, exchange_rate,
           taxable_0, taxable_5, tax_5, taxable_19, tax_19, taxable_23, tax_23)
           select i.organization_id, i.id, {day}, i.currency, i.exchange_rate, v.taxable_0, v.taxable_5,
             v.tax_5, v.taxable_19, v.tax_19, v.taxable_23, v.tax_23
           from invoices i, invoice_vat v where i.number like 'N%';"
    )
}
