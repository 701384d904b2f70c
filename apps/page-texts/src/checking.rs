//! The page that judges a document in the browser.

macro_rules! checking_texts {
    (($next:ident $($rest:ident)*) $($before:tt)*) => {
        $next! { ($($rest)*) $($before)*
            checking: "Kontrola e-faktúry", "Check an e-invoice";
            checking_lead: "Vyberte alebo sem pretiahnite faktúru v XML (UBL alebo CII). Posúdi sa podľa pravidiel EN 16931, Peppol BIS alebo XRechnung priamo vo vašom prehliadači: nikam sa neposiela.", "Choose an invoice in XML (UBL or CII) or drop it here. It is judged by the rules of EN 16931, Peppol BIS or XRechnung in your browser: it is sent nowhere.";
            checking_no_script: "Kontrola beží v prehliadači a potrebuje JavaScript. To isté urobí príkaz billhook validate.", "The check runs in the browser and needs JavaScript. The command billhook validate does the same.";
            checking_file: "Súbor s faktúrou", "File with the invoice";
            checking_drop: "Súbor môžete aj pretiahnuť kamkoľvek na túto stránku.", "A file can be dropped anywhere on this page, too.";
            checking_release: "Pravidlá Peppolu", "Rules of Peppol";
            checking_today: "platné dnes", "in force today";
            checking_next: "nasledujúce vydanie", "the next release";
            checking_loading: "Načítavajú sa pravidlá", "The rules are being loaded";
            checking_at_work: "Kontroluje sa", "Checking";
            checking_too_large: "Súbor je príliš veľký. Najviac sa číta toľkoto bajtov:", "The file is too large. So many bytes are read at most:";
            checking_failed: "Kontrola sa nepodarila. Načítajte stránku znova.", "The check did not succeed. Load the page again.";
            verdict_valid: "podľa pravidiel", "valid";
            verdict_invalid: "nie je podľa pravidiel", "invalid";
            verdict_ruleset: "Pravidlá", "Rules";
            verdict_release: "Vydanie", "Release";
            verdict_unlisted: "Ďalšie nálezy", "Further findings";
            verdict_kosit: "Odporúčanie validátora KoSIT", "Recommendation of KoSIT's validator";
            verdict_findings: "Nálezy", "Findings";
            verdict_none: "Žiadne nálezy.", "There are no findings.";
            verdict_fatal: "chyba", "error";
            verdict_warning: "upozornenie", "warning";
            verdict_information: "informácia", "information";
            verdict_line: "riadok", "line";
            verdict_places: "Ďalšie miesta", "Further places";
            verdict_about: "O pravidle", "About the rule";
            verdict_official: "Oficiálne znenie", "The official rule";
            verdict_document: "Doklad", "The document";
            verdict_no_document: "Nie je to faktúra, ktorá by sa dala zobraziť.", "It is no invoice that could be shown.";
            verdict_left_out: "Čo sa nezobrazilo, lebo je toho priveľa:", "Not shown because there is too much of it:";
            verdict_invoice: "Faktúra", "Invoice";
            verdict_credit_note: "Dobropis", "Credit note";
            verdict_payment: "Platba", "Payment";
            verdict_vat: "Rozpis DPH", "VAT breakdown";
            verdict_totals: "Súčty", "Totals";
            term_type_code: "Kód druhu dokladu", "Type code";
            term_period_start: "Obdobie od", "Period from";
            term_period_end: "Obdobie do", "Period to";
            term_buyer_reference: "Referencia odberateľa", "Buyer reference";
            term_preceding: "Predchádzajúca faktúra", "Preceding invoice";
            term_specification: "Špecifikácia", "Specification";
            term_trading_name: "Obchodné meno", "Trading name";
            term_second_line: "Ďalší riadok adresy", "Address line 2";
            term_country: "Krajina", "Country";
            term_registration: "Registračné číslo", "Registration number";
            term_vat_number: "Číslo platiteľa DPH", "VAT number";
            term_tax_number: "Daňové číslo", "Tax number";
            term_endpoint: "Elektronická adresa", "Electronic address";
            term_contact: "Kontaktná osoba", "Contact person";
            term_means: "Spôsob platby (kód)", "Means of payment (code)";
            term_remittance: "Platobná referencia", "Payment reference";
            term_account: "Účet", "Account";
            term_bic: "BIC banky", "BIC of the bank";
            term_terms: "Platobné podmienky", "Payment terms";
            term_line: "Riadok", "Line";
            term_item: "Položka", "Item";
            term_category: "Kategória DPH", "VAT category";
            term_net: "Bez DPH", "Net amount";
            term_taxable: "Základ dane", "Taxable amount";
            term_exemption: "Dôvod oslobodenia", "Exemption reason";
            term_sum_of_lines: "Súčet riadkov", "Sum of the lines";
            term_allowances: "Zľavy", "Allowances";
            term_charges: "Prirážky", "Charges";
            term_without_vat: "Spolu bez DPH", "Total without VAT";
            term_vat_total: "DPH spolu", "Total VAT";
            term_vat_accounting: "DPH v účtovnej mene", "VAT in the accounting currency";
            term_with_vat: "Spolu s DPH", "Total with VAT";
            term_paid: "Už uhradené", "Paid already";
            term_rounding: "Zaokrúhlenie", "Rounding";
            term_due: "Na úhradu", "Amount due";
        }
    };
}
