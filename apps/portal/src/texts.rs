//! What the pages say, in both languages side by side. A text that one language lacks does not compile.

use identity::Language;

macro_rules! texts {
    ($($name:ident: $slovak:literal, $english:literal;)+) => {
        /// The texts of a language.
        pub(crate) struct Texts {
            /// The code of the language.
            pub(crate) lang: &'static str,
            $(pub(crate) $name: &'static str,)+
        }

        const SLOVAK: Texts = Texts { lang: "sk", $($name: $slovak,)+ };
        const ENGLISH: Texts = Texts { lang: "en", $($name: $english,)+ };

        #[cfg(test)]
        const ALL: &[(&str, &str, &str)] = &[$((stringify!($name), $slovak, $english),)+];
    };
}

impl Texts {
    /// Those of a language.
    pub(crate) const fn of(language: Language) -> &'static Self {
        match language {
            Language::Slovak => &SLOVAK,
            Language::English => &ENGLISH,
        }
    }
}

texts! {
    // the documentation
    docs: "Dokumentácia", "Documentation";
    docs_lead: "Všetko, čo potrebujete, aby váš program vystavoval, posielal a prijímal e-faktúry.", "All you need for your program to issue, send and receive e-invoices.";
    docs_guides: "Návody", "Guides";
    docs_reference: "Referencia API", "API reference";
    docs_reference_text: "Každá operácia s príkladom požiadavky a odpovede, dá sa rovno vyskúšať. Po anglicky.", "Every operation with an example of its request and answer, to be tried at once.";
    docs_openapi_text: "To isté pre programy: z tohto súboru sa dá vytvoriť klient.", "The same for programs: a client can be generated from this file.";
    docs_sandbox: "Ako sa správa skúšobné prostredie (po anglicky)", "How the sandbox behaves";
    docs_next: "Ďalej:", "Next:";
    docs_contents: "Návody", "Guides";
    // the frame
    to_content: "Prejsť na obsah", "Skip to the content";
    menu: "Ponuka", "Menu";
    navigation: "Hlavná ponuka", "Main menu";
    company: "Firma", "Company";
    environment: "Prostredie", "Environment";
    sandbox: "Skúšobné", "Sandbox";
    live: "Ostré", "Live";
    sandbox_note: "Skúšobné prostredie: po sieti sa nič naozaj neodošle. Faktúry a zákazníci sú spoloční s ostrým prostredím.", "Sandbox: nothing really leaves over the network. Invoices and customers are shared with the live environment.";
    sign_in: "Prihlásiť sa", "Sign in";
    sign_out: "Odhlásiť sa", "Sign out";
    cannot: "Nedá sa pokračovať", "This cannot go on";
    to_overview: "Na prehľad", "To the overview";
    missing: "Taká stránka alebo taký záznam tu nie je.", "There is no such page or record here.";
    not_in_role: "Vaša rola v tejto firme to nedovoľuje. Požiadajte vlastníka alebo správcu firmy.", "Your role in this company does not include this. Ask its owner or an administrator.";
    stale: "Stránka je zastaraná alebo neprišla od nás. Načítajte ju znova a zopakujte krok.", "The page is out of date or did not come from us. Load it again and repeat the step.";
    failed: "Niečo sa u nás pokazilo. Skúste to znova o chvíľu.", "Something went wrong on our side. Try again in a moment.";
    busy: "Práve je toho priveľa. Skúste to znova o chvíľu.", "There is too much to do at the moment. Try again shortly.";
    too_often: "Priveľa pokusov. Skúste to znova o minútu.", "Too many attempts. Try again in a minute.";
    no_credit: "Kredit nestačí.", "There is not enough credit.";
    plan_limit: "Dosiahli ste limit vášho plánu.", "The limit of your plan is reached.";
    plan_feature: "Váš plán to neobsahuje.", "Your plan does not include this.";
    refused: "Systém to odmietol:", "This was refused:";
    no_company: "Nepatríte k žiadnej firme. Požiadajte jej vlastníka o pozvanie.", "You belong to no company. Ask its owner for an invitation.";
    fix_these: "Opravte označené údaje:", "Correct what is marked:";
    shown_once: "Uložte si to teraz: znova to už nikto neuvidí.", "Keep it now: nobody can see it again.";
    already_made: "Tento formulár ste už odoslali. Vznikol vtedy jeden záznam a jeho tajomstvo sa ukázalo raz. Ak ho nemáte uložené, zrušte ho a vytvorte nový.", "You have sent this form before. One record was made then, and its secret was shown once. If you did not keep it, take it back and make a new one.";
    password_again: "Vaše heslo", "Your password";
    password_hint: "Pýtame sa znova: od prihlásenia uplynul čas.", "Asked once more: some time has passed since you signed in.";
    password_wrong: "Heslo nie je správne.", "The password is not right.";
    back: "Späť", "Back";
    filter: "Hľadať", "Search";
    list: "Zoznam", "List";
    next_rows: "Ďalšie", "Next";
    any: "všetky", "any";
    yes: "áno", "yes";
    no: "nie", "no";
    save: "Uložiť", "Save";
    // places
    overview: "Prehľad", "Overview";
    invoices: "Faktúry", "Invoices";
    received: "Prijaté doklady", "Received documents";
    expenses: "Výdavky", "Expenses";
    sends: "Odosielanie", "Sends";
    customers: "Zákazníci", "Customers";
    accounts: "Bankové účty", "Bank accounts";
    keys: "Kľúče API", "API keys";
    webhooks: "Webhooky", "Webhooks";
    connections: "Pripojené aplikácie", "Connected applications";
    // what was done
    done_issued: "Faktúra je vystavená.", "The invoice is issued.";
    done_drafted: "Koncept je uložený.", "The draft is kept.";
    done_saved: "Uložené.", "Saved.";
    done_paid: "Platba je zaznamenaná.", "The payment is recorded.";
    done_taken_back: "Platba je stiahnutá.", "The payment is taken back.";
    done_cancelled: "Faktúra je stornovaná.", "The invoice is cancelled.";
    done_deleted: "Zmazané.", "Deleted.";
    done_queued: "Faktúra je zaradená na odoslanie.", "The invoice is queued to be sent.";
    done_released: "Uvoľnené na odoslanie.", "Released to be sent.";
    done_accepted: "Z dokladu je výdavok.", "The document is an expense now.";
    done_revoked: "Prístup je ukončený.", "The access has ended.";
    done_on_its_way: "Je na ceste.", "It is on its way.";
    // the overview
    open: "Neuhradené", "Open";
    overdue: "Po splatnosti", "Overdue";
    paid_this_month: "Uhradené tento mesiac", "Paid this month";
    to_pay_this_month: "Zaplatiť tento mesiac", "To pay this month";
    documents: "dokladov", "documents";
    without_rate: "bez kurzu", "without an exchange rate";
    money_of_month: "Peniaze tohto mesiaca", "Money of this month";
    vat_of_month: "DPH tohto mesiaca", "VAT of this month";
    share: "Podiel", "Share";
    latest_invoices: "Posledné faktúry", "Latest invoices";
    all_invoices: "Všetky faktúry", "All invoices";
    next_steps: "Čo ešte chýba", "What is still missing";
    required: "treba na odosielanie", "needed to send";
    step_record: "Doplniť údaje firmy", "Complete the company's record";
    step_record_text: "Adresa, IČO a DIČ sú na každej faktúre.", "Address and registration numbers stand on each invoice.";
    step_account: "Pridať bankový účet", "Add a bank account";
    step_account_text: "Naň budú zákazníci platiť.", "Customers pay to it.";
    step_registration: "Registrovať firmu v sieti Peppol", "Register the company with Peppol";
    step_registration_text: "Až potom môže posielať a prijímať.", "Only then can it send and receive.";
    step_credit: "Dobiť kredit", "Top up the credit";
    step_credit_text: "Každé odoslanie naostro niečo stojí.", "Each live send costs something.";
    step_webhook: "Pridať webhook", "Add a webhook";
    step_webhook_text: "Váš program sa dozvie o každej zmene.", "Your program learns of each change.";
    step_customer: "Pridať zákazníka", "Add a customer";
    step_customer_text: "Alebo ho zapíšete priamo pri faktúre.", "Or enter it with an invoice.";
    step_invoice: "Vystaviť prvú faktúru", "Issue the first invoice";
    step_invoice_text: "Najprv si ju môžete pozrieť.", "You can look at it first.";
    step_send: "Odoslať prvú faktúru", "Send the first invoice";
    step_send_text: "Na stránke faktúry je tlačidlo Odoslať.", "There is a button on the invoice's page.";
    // invoices
    new_invoice: "Nová faktúra", "New invoice";
    no_invoices: "Tu zatiaľ nie sú žiadne faktúry.", "There are no invoices here yet.";
    number: "Číslo", "Number";
    no_number: "bez čísla", "no number";
    state: "Stav", "State";
    kind: "Druh", "Kind";
    customer: "Odberateľ", "Customer";
    issued_on: "Vystavené", "Issued on";
    delivered_on: "Dodané", "Supplied on";
    due_on: "Splatné", "Due on";
    issued_from: "Vystavené od", "Issued from";
    issued_to: "Vystavené do", "Issued to";
    total: "Spolu", "Total";
    paid: "Uhradené", "Paid";
    outstanding: "Zostáva uhradiť", "Outstanding";
    public_link: "Odkaz pre odberateľa", "Link for the customer";
    download_pdf: "Stiahnuť PDF", "Download the PDF";
    download_xml: "Stiahnuť XML", "Download the XML";
    check: "Kontrola dokladu", "Check the document";
    edit: "Upraviť", "Edit";
    issue: "Vystaviť", "Issue";
    approve: "Schváliť", "Approve";
    send: "Odoslať", "Send";
    delete: "Zmazať", "Delete";
    delete_note: "Koncept sa zmaže natrvalo.", "The draft is deleted for good.";
    cancel: "Stornovať", "Cancel the invoice";
    cancel_note: "Faktúra si ponechá číslo, ale nebude platná. Nedá sa to vrátiť.", "The invoice keeps its number and is void. This cannot be undone.";
    record_payment: "Zaznamenať platbu", "Record a payment";
    take_back: "Stiahnuť poslednú platbu", "Take the last payment back";
    take_back_note: "Platba bola zaznamenaná omylom.", "The payment was recorded by mistake.";
    payments: "Platby", "Payments";
    payment: "Platba", "Payment";
    no_payments: "Nič zatiaľ nebolo uhradené.", "Nothing is paid yet.";
    amount: "Suma", "Amount";
    day: "Deň", "Day";
    method: "Spôsob úhrady", "Method";
    trail: "História", "Trail";
    no_trail: "Nič sa nezmenilo, odkedy je vystavená.", "Nothing has changed since it was issued.";
    what: "Čo", "What";
    when: "Kedy", "When";
    by_whom: "Kto", "By";
    an_application: "pripojená aplikácia", "a connected application";
    no_page: "Tento doklad sa nedá zobraziť ako stránka. Celý je v XML.", "This document cannot be shown as a page. Its XML has all of it.";
    left_out: "Doklad má viac riadkov, než ukazuje stránka. Celý je v XML.", "The document has more lines than the page shows. Its XML has them all.";
    checked: "Kontrola prebehla", "Checked";
    valid: "Zodpovedá pravidlám", "Follows the rules";
    errors: "Chyby", "Errors";
    warnings: "Upozornenia", "Warnings";
    ready: "Dá sa odoslať", "Ready to be sent";
    receiver: "Príjemca", "Recipient";
    refusal: "Prečo sa neodošle", "Why it would not be sent";
    findings: "Nálezy", "Findings";
    no_findings: "Nič sa nenašlo.", "Nothing was found.";
    rule: "Pravidlo", "Rule";
    place: "Miesto", "Place";
    // writing an invoice
    preview: "Prepočítať", "Calculate";
    lines: "Položky", "Lines";
    line: "Položka", "Line";
    add_line: "Ďalšie položky", "More lines";
    more_terms: "Ďalšie údaje", "More terms";
    totals: "Súčty", "Totals";
    net: "Bez DPH", "Without VAT";
    vat: "DPH", "VAT";
    save_draft: "Uložiť koncept", "Keep as a draft";
    own_currency: "mena firmy", "the company's own";
    currency: "Mena", "Currency";
    due_hint: "Prázdne: o 14 dní, alebo podľa nastavenia firmy.", "Empty: in 14 days, or as the company has it.";
    default_account: "predvolený účet meny", "the default of the currency";
    account: "Bankový účet", "Bank account";
    new_customer: "Nový zákazník", "New customer";
    new_customer_below: "nový, zapísaný nižšie", "a new one, entered below";
    order_number: "Číslo objednávky", "Order number";
    exchange_rate: "Výmenný kurz", "Exchange rate";
    exchange_rate_hint: "Prázdne: kurz centrálnej banky.", "Empty: the central bank's.";
    note: "Poznámka pre odberateľa", "Note for the customer";
    internal_note: "Interná poznámka", "Internal note";
    original: "Pôvodná faktúra", "Original invoice";
    original_hint: "Identifikátor z adresy jej stránky, pri dobropise a ťarchopise.", "The id in the address of its page, for credit and debit notes.";
    description: "Popis", "Description";
    quantity: "Množstvo", "Quantity";
    unit: "Jednotka", "Unit";
    unit_price: "Cena za jednotku bez DPH", "Unit price without VAT";
    vat_rate: "Sadzba DPH", "VAT rate";
    treatment: "Daňový režim", "Tax treatment";
    treatment_domestic: "tuzemsko", "domestic";
    treatment_reverse_charge: "služba s prenesením daňovej povinnosti", "service under reverse charge";
    treatment_intra_eu: "tovar do EÚ", "goods to the EU";
    treatment_transfer: "premiestnenie tovaru v EÚ", "transfer within the EU";
    treatment_triangulation: "trojstranný obchod", "triangulation";
    treatment_export: "vývoz tovaru", "export of goods";
    type_invoice: "Faktúra", "Invoice";
    type_proforma: "Zálohová faktúra", "Proforma";
    type_self_invoice: "Samofaktúra", "Self-billed invoice";
    type_final_invoice: "Vyúčtovacia faktúra", "Final invoice";
    type_credit_note: "Dobropis", "Credit note";
    type_debit_note: "Ťarchopis", "Debit note";
    status_draft: "koncept", "draft";
    status_pending_approval: "čaká na schválenie", "waits for approval";
    status_issued: "vystavená", "issued";
    status_sent: "odoslaná", "sent";
    status_paid: "uhradené", "paid";
    status_partially_paid: "čiastočne uhradené", "partly paid";
    status_overdue: "po splatnosti", "overdue";
    status_cancelled: "stornovaná", "cancelled";
    unpaid: "neuhradené", "unpaid";
    method_bank_transfer: "prevodom", "bank transfer";
    method_cash: "v hotovosti", "cash";
    method_card: "kartou", "card";
    method_online: "online", "online";
    method_offset: "zápočtom", "set-off";
    did_drafted: "koncept vytvorený", "draft made";
    did_edited: "upravená", "edited";
    did_submitted: "predložená na schválenie", "handed in for approval";
    did_returned: "vrátená na dopracovanie", "given back as a draft";
    did_approved: "schválená a vystavená", "approved and issued";
    did_issued: "vystavená", "issued";
    did_payment: "platba zaznamenaná", "payment recorded";
    did_payment_back: "platba stiahnutá", "payment taken back";
    did_revised: "doklad poslaný znova s iným obsahom", "sent in again with other content";
    did_sent: "odoslaná", "sent";
    did_overdue: "po splatnosti", "became overdue";
    did_cancelled: "stornovaná", "cancelled";
    did_archived: "archivovaná", "archived";
    did_unarchived: "vybratá z archívu", "taken out of the archive";
    did_locked: "zamknutá", "locked";
    did_unlocked: "odomknutá", "unlocked";
    did_deleted: "zmazaná", "deleted";
    // received documents and expenses
    received_lead: "Čo prišlo po sieti. Prijatý doklad môžete prijať ako výdavok.", "What came over the network. A document can be accepted as an expense.";
    no_received: "Nič zatiaľ neprišlo.", "Nothing has come yet.";
    received_at: "Prijaté", "Received at";
    supplier: "Dodávateľ", "Supplier";
    new_one: "nový", "new";
    new_ones: "nové", "new";
    taken_over: "prevzatý", "taken over";
    take_over: "Označiť ako prevzatý", "Mark as taken over";
    accept_as_expense: "Prijať ako výdavok", "Accept as an expense";
    no_expenses: "Žiadne výdavky.", "There are no expenses.";
    document: "Doklad", "Document";
    variable_symbol: "Variabilný symbol", "Payment reference";
    reject: "Zamietnuť", "Reject";
    reason: "Dôvod", "Reason";
    rejected_because: "Dôvod zamietnutia", "Why it was rejected";
    to_review: "Čo treba preveriť", "What to look at";
    expense_processing: "spracúva sa", "processing";
    expense_needs_review: "treba preveriť", "to be reviewed";
    expense_pending: "čaká na schválenie", "waits for approval";
    expense_approved: "schválený", "approved";
    expense_rejected: "zamietnutý", "rejected";
    // sends
    sends_lead: "Každé odoslanie po sieti a kde je.", "Each send over the network, and where it is.";
    no_sends: "Nič sa neodoslalo.", "Nothing was sent.";
    send_of: "Odoslanie dokladu", "Send of document";
    held: "Pozdržané", "Held";
    queued_at: "Zaradené", "Queued at";
    sent_at: "Odoslané", "Sent at";
    delivered_at: "Doručené", "Delivered at";
    release: "Uvoľniť", "Release";
    release_all: "Uvoľniť všetko pozdržané", "Release all that is held";
    release_all_note: "Odíde všetko, čo v tomto prostredí čaká na uvoľnenie, najviac 500 naraz.", "All that waits to be released in this environment leaves, 500 at once at most.";
    send_again: "Odoslať znova", "Send again";
    sender: "Odosielateľ", "Sender";
    attempts: "Pokusy", "Attempts";
    next_attempt: "Ďalší pokus", "Next attempt";
    message_id: "Správa", "Message";
    transaction: "Transakcia", "Transaction";
    last_error: "Posledná chyba", "Last error";
    in_doubt: "Nie je isté, či doklad dorazil. Pozrie sa na to prevádzkovateľ.", "Whether it arrived is in doubt. An operator has to look at it.";
    send_validated: "skontrolované", "checked";
    send_staged: "pripravené", "staged";
    send_queued: "čaká", "queued";
    send_sending: "odosiela sa", "being sent";
    send_sent: "odoslané", "sent";
    send_delivered: "doručené", "delivered";
    send_failed: "zlyhalo", "failed";
    send_rejected: "odmietnuté", "rejected";
    // customers and accounts
    no_customers: "Žiadni zákazníci.", "There are no customers.";
    name: "Názov", "Name";
    ico: "IČO", "Company number (IČO)";
    dic: "DIČ", "Tax number (DIČ)";
    ic_dph: "IČ DPH", "VAT number (IČ DPH)";
    email: "E-mail", "E-mail address";
    street: "Ulica a číslo", "Street and number";
    city: "Mesto", "City";
    postal_code: "PSČ", "Postal code";
    country: "Krajina (dve písmená)", "Country (two letters)";
    phone: "Telefón", "Phone";
    phone_hint: "S predvoľbou krajiny: +421905123456.", "With the country's code: +421905123456.";
    peppol_id: "Identifikátor Peppol", "Peppol id";
    peppol_hint: "Len ak príjemcu neurčuje slovenské DIČ.", "Only where no Slovak tax number names the recipient.";
    retire: "Vyradiť", "Retire";
    retire_note: "Na vystavených dokladoch ostane, na nové sa už nedostane.", "It stays on documents that were issued, and is not for new ones.";
    retired: "Tento zákazník je vyradený.", "This customer is retired.";
    no_accounts: "Žiadny bankový účet. Bez neho nemajú zákazníci kam platiť.", "There is no bank account: customers cannot pay to one.";
    new_account: "Nový bankový účet", "New bank account";
    bank: "Banka", "Bank";
    is_default: "Predvolený", "Default";
    make_default: "Nastaviť ako predvolený", "Make it the default";
    // keys
    keys_lead: "Kľúčom sa hlási váš program. V skúšobnom prostredí sú tu skúšobné kľúče.", "Your program signs its calls with a key. In the sandbox these are test keys.";
    new_key: "Nový kľúč", "New key";
    make_key: "Vytvoriť kľúč", "Make the key";
    key_made: "Nový kľúč", "The new key";
    key: "Kľúč", "Key";
    no_keys: "Žiadne kľúče.", "There are no keys.";
    key_name_hint: "Načo je, vašimi slovami: ERP, e-shop.", "What it is for, in your words: ERP, shop.";
    live_key_note: "Ostrý kľúč naozaj odosiela faktúry.", "A live key really sends invoices.";
    test_key_note: "Skúšobný kľúč po sieti nič naozaj neodošle.", "A test key sends nothing over the real network.";
    permissions: "Oprávnenia", "Permissions";
    last_used: "Naposledy použité", "Last used";
    made_at: "Vytvorené", "Made at";
    revoke: "Zneplatniť kľúč", "Revoke a key";
    revoke_note: "Program s týmto kľúčom hneď stratí prístup. Nedá sa to vrátiť.", "The program with this key loses access at once. This cannot be undone.";
    active: "platí", "active";
    revoked: "zneplatnený", "revoked";
    expired: "vypršal", "expired";
    // webhooks
    webhooks_lead: "Na tieto adresy posielame podpísané správy o tom, čo sa stalo.", "We send signed messages about what happened to these addresses.";
    new_webhook: "Nový webhook", "New webhook";
    no_webhooks: "Žiadne webhooky.", "There are no webhooks.";
    address: "Adresa", "Address";
    webhook_hint: "https, port 443 alebo 8443", "https, port 443 or 8443";
    events: "Udalosti", "Events";
    event: "Udalosť", "Event";
    failures: "Zlyhania za sebou", "Failures in a row";
    switched_on: "zapnutý", "on";
    switched_off: "vypnutý", "off";
    switch_on: "Zapnúť", "Switch on";
    switch_off: "Vypnúť", "Switch off";
    secret_made: "Tajomstvo, ktorým podpisujeme", "The secret that signs";
    secret_rotated: "Nové tajomstvo; staré podpisuje ešte 24 hodín", "The new secret; the old one signs for 24 more hours";
    rotate_secret: "Vymeniť tajomstvo", "Rotate the secret";
    rotate_note: "Nové tajomstvo uvidíte raz. Staré podpisuje ešte 24 hodín popri ňom.", "You see the new secret once. The old one signs beside it for 24 more hours.";
    remove: "Odstrániť", "Remove";
    remove_note: "Odstráni sa aj s históriou doručení.", "Its deliveries are removed with it.";
    send_test: "Poslať skúšobnú správu", "Send a test";
    replay_failed: "Zopakovať nedoručené", "Replay all that failed";
    replay: "Doručiť znova", "Deliver again";
    deliveries: "Doručenia", "Deliveries";
    no_deliveries: "Nič sa zatiaľ nedoručovalo.", "Nothing was delivered yet.";
    delivery_pending: "čaká", "waiting";
    delivery_delivering: "doručuje sa", "being delivered";
    delivery_delivered: "doručené", "delivered";
    delivery_failed: "zlyhalo", "failed";
    id: "Identifikátor", "Id";
    is_test: "Skúšobná", "Test";
    ended_at: "Skončené", "Ended at";
    attempt: "Pokus", "Attempt";
    no_attempts: "Žiadny pokus.", "There was no attempt.";
    took: "Trvanie", "Took";
    http_status: "Odpoveď", "Answer";
    payload: "Telo správy", "Body of the message";
    // connections
    connections_lead: "Aplikácie, ktorým niekto z firmy dal prístup.", "Applications that somebody of the company gave access to.";
    no_connections: "Žiadna aplikácia nemá v tomto prostredí prístup.", "No application has access in this environment.";
    connection: "Pripojenie", "Connection";
    application: "Aplikácia", "Application";
    end: "Ukončiť prístup", "End the access";
    end_note: "Aplikácia stratí prístup hneď.", "The application loses access at once.";
    ended: "ukončené", "ended";
    // bank statements
    statements: "Výpisy z banky", "Bank statements";
    statements_lead: "Nahrajte výpis z internet bankingu. Platby, ktoré sú isté, sa zaznamenajú samy; o ostatných rozhodnete.", "Upload a statement of your internet banking. Payments that are certain are recorded by themselves; you decide on the others.";
    statement: "Výpis", "Statement";
    take_statement: "Nahrať výpis", "Upload a statement";
    no_statements: "Žiadny výpis.", "There are no statements.";
    statement_hint: "CAMT.053 (XML) alebo CSV, najviac 8 MB. Ten istý výpis dvakrát nič nepokazí.", "CAMT.053 (XML) or CSV, 8 MB at most. The same statement twice does no harm.";
    account_of_statement: "ten, ktorý je vo výpise", "the one that the statement names";
    period: "Obdobie", "Period";
    taken_at: "Nahratý", "Uploaded at";
    lines_repeated: "Už v skoršom výpise", "In an earlier statement already";
    lines_pending: "Ešte nezaúčtované", "Not booked yet";
    no_lines: "Žiadne riadky.", "There are no lines.";
    line_recorded: "zaznamenané", "recorded";
    line_proposed: "navrhnuté", "proposed";
    line_refused: "odmietnuté", "refused";
    line_unmatched: "bez faktúry", "without an invoice";
    line_ignored: "odchádzajúce", "outgoing";
    counterparty: "Protistrana", "Counterparty";
    message: "Správa", "Message of the payer";
    why: "Prečo", "Why";
    proposal: "Návrh platby", "Proposed payment";
    came: "Prišlo", "Came in";
    accept_proposal: "Zaznamenať platbu", "Record the payment";
    refuse_proposal: "Odmietnuť návrh", "Refuse the proposal";
    match_symbol_and_amount: "sedí symbol aj suma", "symbol and amount agree";
    match_symbol_and_payer: "sedí symbol a platí známy účet", "the symbol agrees, and the account is known";
    match_amount_below: "sedí symbol, prišlo menej", "the symbol agrees, less came";
    match_amount_above: "sedí symbol, prišlo viac", "the symbol agrees, more came";
    match_payer_of_another: "z účtu platil iný zákazník", "the account paid for another customer";
    match_several_invoices: "symbol majú viaceré faktúry", "several invoices have the symbol";
    match_number_in_message: "číslo faktúry je v správe", "the number of an invoice is in the message";
    match_payer_and_amount: "sedí účet a suma, bez symbolu", "account and amount agree, without a symbol";
    match_amount_only: "sedí len suma", "the amount alone agrees";
    match_may_be_repeat: "taká platba už prišla v inom výpise", "such a payment came in another statement";
    match_payment_taken_back: "platba bola stiahnutá", "the payment was taken back";
    match_no_open_invoice: "žiadna otvorená faktúra nesedí", "no open invoice fits";
    match_outgoing: "odišlo z účtu", "money that went out";
    match_reversal: "vrátenie skoršieho pohybu", "takes an earlier movement back";
    match_zero: "nulová suma", "nothing moved";
    done_known: "Tento výpis už bol nahratý: nič sa nezmenilo.", "This statement was uploaded before: nothing has changed.";
    file: "Súbor", "File";
    files: "Súbory", "Files";
    size: "Veľkosť", "Size";
    choose: "vyberte", "choose";
    choose_file: "vyberte súbor", "choose a file";
    stays: "nedá sa vymazať, iba zmeniť", "cannot be emptied, only changed";
    show: "zobraziť", "show";
    change: "Zmeniť", "Change";
    // set-offs
    offsets: "Zápočty", "Set-offs";
    offsets_lead: "Vzájomný zápočet: vaša faktúra a faktúra toho istého partnera sa navzájom uhradia.", "Your invoice and an invoice of the same firm pay each other.";
    offset: "Vzájomný zápočet", "Set-off";
    new_offset: "Nový zápočet", "New set-off";
    no_offsets: "Žiadne zápočty.", "There are no set-offs.";
    set_off: "Započítať", "Set off";
    reference: "Označenie", "Reference";
    reference_hint: "Číslo dohody, napríklad.", "The number of the agreement, for example.";
    note_on_agreement: "Poznámka na dohode", "Note on the agreement";
    agreement: "Dohoda (PDF)", "Agreement (PDF)";
    expense: "Výdavok", "Expense";
    undo_offset: "Zrušiť zápočet", "Undo the set-off";
    undo_offset_note: "Na oboch dokladoch sa stiahne úhrada.", "The payments of both documents are taken back.";
    // contracts
    contracts: "Opakované faktúry", "Recurring invoices";
    contracts_lead: "Zmluva, z ktorej každé obdobie vznikne faktúra sama.", "A contract of which each period becomes an invoice by itself.";
    contract: "Zmluva", "Contract";
    new_contract: "Nová opakovaná faktúra", "New recurring invoice";
    make_contract: "Vytvoriť zmluvu", "Make the contract";
    no_contracts: "Žiadne opakované faktúry.", "There are no recurring invoices.";
    contract_name_hint: "Len pre vás.", "For you alone.";
    interval: "Ako často", "How often";
    monthly: "mesačne", "monthly";
    quarterly: "štvrťročne", "quarterly";
    yearly: "ročne", "yearly";
    first_period: "Prvé obdobie od", "First period from";
    last_period: "Koniec", "End";
    last_period_hint: "Prázdne: bez konca.", "Empty: without an end.";
    billing: "Fakturuje sa", "Invoiced";
    in_advance: "na začiatku obdobia", "when the period begins";
    in_arrears: "po skončení obdobia", "when the period has ended";
    day_of_month: "Deň v mesiaci", "Day of the month";
    day_of_month_hint: "1 až 31; prázdne: deň začiatku.", "1 to 31; empty: that of the beginning.";
    sending: "Kedy sa odosiela", "When it is sent";
    send_by_hand: "keď ju niekto odošle", "when somebody sends it";
    send_by_itself: "hneď po vystavení", "once it is issued";
    tax_point_due_day: "v deň vystavenia", "on the day of issue";
    tax_point_start: "prvý deň obdobia", "on the first day of the period";
    tax_point_end: "posledný deň obdobia", "on the last day of the period";
    due_days: "Splatnosť v dňoch", "Days until due";
    placeholders_hint: "V textoch môže byť {period}, {month} a {year}.", "Texts may hold {period}, {month} and {year}.";
    exemption_reason: "Dôvod oslobodenia od DPH", "Reason of the VAT exemption";
    next_invoice: "Najbližšia faktúra", "Next invoice";
    problem: "Čo bráni vystaveniu", "What stands in the way";
    contract_over: "Ďalšia faktúra už nevznikne.", "No further invoice follows.";
    contract_active: "beží", "active";
    contract_paused: "pozastavená", "paused";
    contract_ended: "skončená", "ended";
    contract_cancelled: "zrušená", "cancelled";
    pause: "Pozastaviť", "Pause";
    resume: "Pokračovať", "Resume";
    try_again: "Skúsiť znova", "Try again";
    end_contract: "Zrušiť zmluvu", "Cancel the contract";
    end_contract_note: "Ďalšie faktúry nevzniknú. Vystavené ostanú. Nedá sa to vrátiť.", "No further invoices are made. Those that were issued stay. This cannot be undone.";
    // exports
    exports: "Exporty pre účtovníka", "Exports for accounting";
    exports_lead: "Vystavené aj prijaté doklady obdobia: CSV s DPH, XML pre Pohodu a ZIP s PDF a XML.", "Issued and received documents of a period: CSV with VAT, XML for Pohoda, and a ZIP of PDFs and XMLs.";
    export: "Export", "Export of";
    new_export: "Nový export", "New export";
    make_export: "Pripraviť export", "Make the export";
    no_exports: "Žiadne exporty.", "There are no exports.";
    with_files: "Aj ZIP s PDF a XML", "With a ZIP of PDFs and XMLs";
    documents_done: "Spracované doklady", "Documents looked at";
    export_is_made: "Export sa pripravuje alebo zlyhal. Načítajte stránku o chvíľu znova.", "The export is being made, or has failed. Load this page again in a moment.";
    delete_export_note: "Zmaže sa aj so súbormi.", "Its files are deleted with it.";
    expires_at: "Zmaže sa", "Deleted at";
    export_waiting: "čaká", "waiting";
    export_running: "pripravuje sa", "being made";
    export_ready: "hotový", "ready";
    export_failed: "zlyhal", "failed";
    // plan and credit
    plan: "Plán a kredit", "Plan and credit";
    any_number: "bez obmedzenia", "any number";
    invoices_used: "Faktúry tento mesiac", "Invoices this month";
    invoices_included: "V cene plánu", "Included in the plan";
    invoices_at_most: "Najviac za mesiac", "A month at most";
    files_stored: "Uložené prílohy", "Files of invoices";
    keys_at_most: "Kľúče najviac", "Keys at most";
    mails_a_day: "E-maily za deň", "Mails a day";
    credit: "Kredit", "Credit";
    credit_lead: "Jedno ostré odoslanie stojí toľkoto. Účtuje sa raz.", "What one live send costs. It is charged once.";
    credit_sandbox: "Skúšobné prostredie kredit nemá a nič v ňom nestojí.", "The sandbox has no credit, and nothing costs any.";
    credit_available: "K dispozícii", "Available";
    credit_reserved: "Odložené na odosielané", "Set aside for sends under way";
    credit_price: "Cena odoslania", "Price of a send";
    credit_overdue: "Preddavok po splatnosti", "Prepayment overdue";
    ledger: "Pohyby kreditu", "Moves of credit";
    no_ledger: "Žiadne pohyby.", "Nothing has moved.";
    count: "Počet", "Count";
    ledger_top_up: "dobitie", "top-up";
    ledger_reserve: "odložené", "set aside";
    ledger_capture: "účtované", "charged";
    ledger_release: "vrátené", "given back";
    // settings
    settings: "Nastavenia", "Settings";
    address_of_firm: "Sídlo", "Registered address";
    vat_payer: "Platiteľ DPH", "VAT payer";
    registration: "Zápis v registri", "Entry in the register";
    registration_hint: "Okresný súd Žilina, oddiel Sro, vložka 1/L, napríklad.", "Court, section and file, for example.";
    strict_sandbox: "Skúšobné prostredie ako ostré", "Sandbox like production";
    strict_sandbox_hint: "Registrácia v skúšobnom prostredí potrebuje token, ako naostro.", "Registration in the sandbox needs a token, as in production.";
    look: "Vzhľad faktúr", "Look of invoices";
    logo: "Logo", "Company logo";
    logo_hint: "PNG alebo JPG, najviac 512 kB a 1 500 bodov na stranu.", "PNG or JPG, 512 kB and 1,500 pixels a side at most.";
    sample: "Ukážka na poslednej faktúre (PDF)", "Sample on the newest invoice (PDF)";
    accent_colour: "Farba nadpisov", "Colour of headings";
    accent_hint: "#17604A, napríklad; musí sa dať čítať na bielej.", "#17604A, for example; it has to be read on white.";
    numbering: "Číslovanie", "Numbering";
    prefix: "Začiatok čísla", "Beginning of the number";
    prefix_hint: "Najviac 12 znakov: písmená, číslice, - / .", "12 characters at most: letters, digits, - / .";
    year: "Rok v čísle", "Year in the number";
    year_four: "štyri číslice", "four digits";
    year_two: "dve číslice", "two digits";
    year_none: "bez roka", "no year";
    digits: "Najmenej číslic", "Digits at least";
    first_number: "Prvé číslo roka", "First number of the year";
    send_immediate: "hneď", "at once";
    send_scheduled: "v určenom čase", "at a time of the day";
    send_manual: "keď ich niekto uvoľní", "when somebody releases them";
    send_modes_lead: "Kedy odídu vaše faktúry po tom, čo ich dáte odoslať. Čo čaká, odíde najneskôr do 21:00.", "When your invoices leave after they were handed to sending. What waits is out by 21:00 at the latest.";
    time_of_day: "Čas", "Time";
    send_time_hint: "Len pri odosielaní v určenom čase.", "For sends at a time of the day alone.";
    reminders: "Upomienky", "Reminders";
    reminders_lead: "Upomienka odíde zákazníkovi e-mailom sama toľkoto dní po splatnosti. V skúšobnom prostredí chodia vám.", "A reminder goes to the customer by mail by itself, so many days after the due date. In the sandbox they go to you.";
    reminder_days: "Dni po splatnosti", "Days after the due date";
    reminder_days_hint: "3, 14, 30, napríklad; prázdne: žiadne.", "3, 14, 30, for example; empty: none.";
    reminders_off: "vypnuté", "off";
    language: "Jazyk", "Language";
    language_of_customer: "podľa krajiny zákazníka", "by the customer's country";
    language_sk: "slovenčina", "Slovak";
    language_cs: "čeština", "Czech";
    language_en: "angličtina", "English";
    language_de: "nemčina", "German";
    language_hu: "maďarčina", "Hungarian";
    // partners
    organizations: "Firmy", "Companies";
    organization: "Firma", "Company";
    organizations_lead: "Firmy, ktoré spravujete. V skúšobnom prostredí im zakladáte skúšobné registrácie.", "The companies that you manage. In the sandbox their registrations are those of the test network.";
    no_organizations: "Žiadne firmy.", "There are no companies.";
    new_organization: "Nová firma", "New company";
    partner_sandbox_note: "Skúšobné prostredie: kľúče, registrácie a odoslania sú skúšobné. Firmy sú spoločné s ostrým prostredím.", "Sandbox: keys, registrations and sends are those of the test network. Companies are shared with the live environment.";
    members: "Ľudia", "Members";
    network: "Sieť Peppol", "Peppol network";
    network_none: "neregistrovaná", "not registered";
    network_enrolled: "registrovaná", "registered";
    network_send_only: "len odosiela", "sends only";
    network_deactivated: "odregistrovaná", "de-registered";
    plan_name: "Plán", "Plan";
    claim: "Požiadať o poverenie", "Ask for the mandate";
    claim_note: "Firme príde e-mail, v ktorom potvrdí, že za ňu môžete konať.", "The company gets a mail to confirm that you may act for it.";
    claim_note_test: "V skúšobnom prostredí sa e-mail na adresu, ktorú ste zapísali vy, neposiela: odkaz uvidíte tu.", "In the sandbox no mail goes to an address that you wrote: the link is shown here.";
    claim_link: "Odkaz na potvrdenie", "Link that confirms";
    claim_sent: "E-mail je na ceste. Poverenie platí, keď ho firma potvrdí.", "The mail is on its way. The mandate holds once the company has confirmed it.";
    claim_pending: "E-mail odišiel pred chvíľou: čaká sa na potvrdenie.", "A mail went out a short while ago: it waits to be confirmed.";
    claim_confirmed: "Firma je už registrovaná.", "The company is registered already.";
    claim_collision: "Iná skutočná firma má to isté IČO. Obráťte sa na podporu.", "Another real company has the same number. Contact support.";
    claim_email_hint: "Sem príde žiadosť o poverenie.", "The request for the mandate goes there.";
    token: "Overovací token", "Verification token";
    token_hint: "Z portálu finančnej správy; v ostrom prostredí ho treba, ak ste e-mail zapísali vy.", "Of the tax authority's portal; needed in production where you wrote the address.";
    migration_code: "Kód na prenos", "Migration code";
    migration_code_hint: "Len ak firma prechádza od iného poskytovateľa.", "Only for a company that comes from another provider.";
    to_company: "Na stránky firmy", "To the pages of the company";
    usage: "Využitie plánov", "Use of plans";
    feed: "Udalosti", "Event feed";
    feed_lead: "Všetko, čo sa vo vašich firmách stalo, od najstaršieho. Uchováva sa 90 dní.", "All that happened in your companies, the oldest first. It is kept for 90 days.";
    no_events: "Žiadne udalosti.", "There are no events.";
    only_organization: "Len pre firmu", "For one company only";
    only_organization_hint: "Identifikátor firmy; prázdne: všetky, ktoré spravujete.", "The id of the company; empty: all that you manage.";
    // roles
    role_owner: "vlastník", "owner";
    role_admin: "správca", "administrator";
    role_accountant: "účtovník", "accountant";
    role_viewer: "čitateľ", "viewer";
    // for everybody
    home_title: "Elektronická fakturácia, ktorá je otvorená", "Electronic invoicing that is open";
    home_lead: "Billhook vystavuje faktúry podľa európskej normy, posiela ich po sieti Peppol a prijíma faktúry vašich dodávateľov.", "Billhook issues invoices by the European standard, sends them over the Peppol network and receives those of your suppliers.";
    home_people: "Pre ľudí", "For people";
    home_people_text: "Faktúru vystavíte v prehliadači, pozriete si ju, pošlete a sledujete, kedy došla a či je uhradená.", "Issue an invoice in the browser, look at it, send it, and see when it arrived and whether it is paid.";
    home_programs: "Pre programy", "For programs";
    home_programs_text: "Všetko, čo je na stránkach, robí aj rozhranie API: s kľúčmi, webhookmi a skúšobným prostredím.", "The API does all that the pages do: with keys, webhooks and a sandbox.";
    home_open: "Otvorené", "Open";
    home_open_text: "Jeden program, ktorý si môžete spustiť sami, s databázou v súbore alebo v PostgreSQL.", "One program that you can run yourself, with a database in a file or in PostgreSQL.";
    to_portal: "Do portálu", "To the portal";
    to_docs: "Dokumentácia", "Documentation";
    link_not_valid: "Odkaz nie je platný.", "This link is not valid.";
    link_too_often: "Odkaz bol otvorený príliš často. Skúste to o minútu.", "This link was opened too often. Try again in a minute.";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that are the same in both languages.
    const SAME: [&str; 1] = ["method_online"];

    #[test]
    fn no_text_is_missing_or_left_in_the_other_language() {
        for (name, slovak, english) in ALL {
            assert!(!slovak.trim().is_empty() && !english.trim().is_empty(), "{name} is missing");
            assert!(slovak != english || SAME.contains(name), "{name} was not translated");
            let sentence = |text: &str| text.ends_with('.');
            assert_eq!(sentence(slovak), sentence(english), "{name} is a sentence in one only");
        }
    }

    #[test]
    fn no_text_has_letters_of_the_other_language() {
        let quoted = ["IČO", "DIČ", "IČ DPH"];
        for (name, _, english) in ALL {
            let plain = quoted.iter().fold((*english).to_owned(), |text, it| text.replace(it, ""));
            assert!(plain.is_ascii(), "{name}: {english}");
        }
    }
}
