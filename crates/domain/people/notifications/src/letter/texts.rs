//! The words of the letters, a language each.

use super::DocumentKind;
use languages::Language;

pub(super) struct Texts {
    /// Invoice, proforma, self-invoice, final invoice, credit note, debit note.
    kinds: [&'static str; 6],
    /// Before the document in the subject of a reminder.
    pub(super) reminder: &'static str,
    pub(super) greeting: &'static str,
    /// Introduces a document that is sent,
    pub(super) invoice: &'static str,
    /// one whose due date is to come or today,
    pub(super) due_soon: &'static str,
    /// one whose due date has passed.
    pub(super) overdue: &'static str,
    pub(super) document: &'static str,
    pub(super) total: &'static str,
    pub(super) to_pay: &'static str,
    pub(super) due_date: &'static str,
    pub(super) days_overdue: &'static str,
    pub(super) variable_symbol: &'static str,
    pub(super) pay_to_account: &'static str,
    pub(super) pay: &'static str,
    pub(super) paid: &'static str,
    pub(super) attached: &'static str,
    pub(super) qr: &'static str,
    /// In case the payment and the reminder cross.
    pub(super) crossed: &'static str,
    /// On the button that leads there.
    pub(super) view: &'static str,
    pub(super) online: &'static str,
    pub(super) closing: &'static str,
    pub(super) footer: &'static str,
    /// Above a letter that a test key wrote.
    pub(super) test: &'static str,
}

impl Texts {
    pub(super) const fn kind(&self, kind: DocumentKind) -> &'static str {
        self.kinds[kind as usize]
    }
}

pub(super) const fn of(language: Language) -> &'static Texts {
    match language {
        Language::Sk => &SLOVAK,
        Language::Cs => &CZECH,
        Language::En => &ENGLISH,
        Language::De => &GERMAN,
        Language::Hu => &HUNGARIAN,
    }
}

static SLOVAK: Texts = Texts {
    kinds: [
        "Faktúra",
        "Zálohová faktúra",
        "Samofaktúra",
        "Vyúčtovacia faktúra",
        "Dobropis",
        "Ťarchopis",
    ],
    reminder: "Pripomienka platby",
    greeting: "Dobrý deň,",
    invoice: "posielame Vám tento doklad:",
    due_soon: "dovoľujeme si Vám pripomenúť blížiacu sa splatnosť tohto dokladu:",
    overdue: "podľa našej evidencie uplynula splatnosť tohto dokladu a jeho úhradu sme zatiaľ nezaznamenali:",
    document: "Doklad",
    total: "Celková suma",
    to_pay: "Zostáva uhradiť",
    due_date: "Dátum splatnosti",
    days_overdue: "Dní po splatnosti",
    variable_symbol: "Variabilný symbol",
    pay_to_account: "Prosíme Vás o úhradu zostávajúcej sumy na uvedený účet. Ako variabilný symbol použite, prosím, uvedené číslo.",
    pay: "Prosíme Vás o úhradu zostávajúcej sumy.",
    paid: "Doklad je už uhradený, nič ďalšie neplaťte.",
    attached: "Doklad vo formáte PDF nájdete v prílohe.",
    qr: "Zaplatiť môžete aj naskenovaním platobného QR kódu v aplikácii Vašej banky.",
    crossed: "Ak ste platbu medzičasom odoslali, považujte, prosím, túto správu za bezpredmetnú. Ďakujeme.",
    view: "Zobraziť doklad",
    online: "Doklad si môžete pozrieť aj tu:",
    closing: "S pozdravom",
    footer: "Správu v mene dodávateľa odoslala služba Billhook.",
    test: "SKÚŠKA: táto správa je zo skúšobného prostredia. Zákazník ju nedostal.",
};

static CZECH: Texts = Texts {
    kinds: [
        "Faktura",
        "Zálohová faktura",
        "Samofaktura",
        "Vyúčtovací faktura",
        "Dobropis",
        "Vrubopis",
    ],
    reminder: "Připomenutí platby",
    greeting: "Dobrý den,",
    invoice: "posíláme Vám tento doklad:",
    due_soon: "dovolujeme si Vám připomenout blížící se splatnost tohoto dokladu:",
    overdue: "podle naší evidence uplynula splatnost tohoto dokladu a jeho úhradu jsme zatím nezaznamenali:",
    document: "Doklad",
    total: "Celková částka",
    to_pay: "Zbývá uhradit",
    due_date: "Datum splatnosti",
    days_overdue: "Dní po splatnosti",
    variable_symbol: "Variabilní symbol",
    pay_to_account: "Prosíme Vás o úhradu zbývající částky na uvedený účet. Jako variabilní symbol použijte, prosím, uvedené číslo.",
    pay: "Prosíme Vás o úhradu zbývající částky.",
    paid: "Doklad je již uhrazen, nic dalšího neplaťte.",
    attached: "Doklad ve formátu PDF najdete v příloze.",
    qr: "Zaplatit můžete také naskenováním platebního QR kódu v aplikaci Vaší banky.",
    crossed: "Pokud jste platbu mezitím odeslali, považujte prosím tuto zprávu za bezpředmětnou. Děkujeme.",
    view: "Zobrazit doklad",
    online: "Doklad si můžete prohlédnout také zde:",
    closing: "S pozdravem",
    footer: "Zprávu jménem dodavatele odeslala služba Billhook.",
    test: "ZKOUŠKA: tato zpráva je ze zkušebního prostředí. Zákazník ji nedostal.",
};

static ENGLISH: Texts = Texts {
    kinds: [
        "Invoice",
        "Proforma invoice",
        "Self-billed invoice",
        "Final invoice",
        "Credit note",
        "Debit note",
    ],
    reminder: "Payment reminder",
    greeting: "Hello,",
    invoice: "please find the following document:",
    due_soon: "this is a friendly reminder that the following document is due soon:",
    overdue: "according to our records the following document is past its due date, and we have not received your payment yet:",
    document: "Document",
    total: "Total",
    to_pay: "Amount due",
    due_date: "Due date",
    days_overdue: "Days overdue",
    variable_symbol: "Payment reference",
    pay_to_account: "Please transfer the amount due to the account above, and quote the payment reference.",
    pay: "Please pay the amount due.",
    paid: "The document is paid already; there is nothing more to pay.",
    attached: "The document is attached as a PDF.",
    qr: "You can also pay by scanning the payment QR code in your banking app.",
    crossed: "If you have sent the payment in the meantime, please disregard this message. Thank you.",
    view: "View the document",
    online: "You can also view the document here:",
    closing: "Kind regards",
    footer: "This message was sent by Billhook on behalf of the supplier.",
    test: "TEST: this message is from the test environment. The customer did not receive it.",
};

static GERMAN: Texts = Texts {
    kinds: [
        "Rechnung",
        "Proforma-Rechnung",
        "Gutschrift",
        "Schlussrechnung",
        "Rechnungskorrektur",
        "Belastungsanzeige",
    ],
    reminder: "Zahlungserinnerung",
    greeting: "Guten Tag,",
    invoice: "wir senden Ihnen den folgenden Beleg:",
    due_soon: "wir möchten Sie an die bevorstehende Fälligkeit des folgenden Belegs erinnern:",
    overdue: "nach unseren Unterlagen ist der folgende Beleg überfällig, und wir konnten noch keinen Zahlungseingang feststellen:",
    document: "Beleg",
    total: "Gesamtbetrag",
    to_pay: "Offener Betrag",
    due_date: "Fällig am",
    days_overdue: "Tage überfällig",
    variable_symbol: "Zahlungsreferenz",
    pay_to_account: "Bitte überweisen Sie den offenen Betrag unter Angabe der Zahlungsreferenz auf das genannte Konto.",
    pay: "Bitte begleichen Sie den offenen Betrag.",
    paid: "Der Beleg ist bereits bezahlt; es ist nichts mehr zu überweisen.",
    attached: "Der Beleg liegt dieser Nachricht als PDF bei.",
    qr: "Sie können auch den QR-Code mit Ihrer Banking-App scannen.",
    crossed: "Sollten Sie die Zahlung inzwischen veranlasst haben, betrachten Sie diese Nachricht bitte als gegenstandslos. Vielen Dank.",
    view: "Beleg ansehen",
    online: "Sie können den Beleg auch hier ansehen:",
    closing: "Mit freundlichen Grüßen",
    footer: "Diese Nachricht hat der Dienst Billhook im Namen des Lieferanten versandt.",
    test: "TEST: Diese Nachricht kommt aus der Testumgebung. Der Kunde hat sie nicht erhalten.",
};

static HUNGARIAN: Texts = Texts {
    kinds: ["Számla", "Díjbekérő", "Önszámla", "Végszámla", "Jóváíró számla", "Terhelő számla"],
    reminder: "Fizetési emlékeztető",
    greeting: "Tisztelt Partnerünk!",
    invoice: "Az alábbi bizonylatot küldjük Önnek:",
    due_soon: "Szeretnénk emlékeztetni az alábbi bizonylat közelgő fizetési határidejére:",
    overdue: "Nyilvántartásunk szerint az alábbi bizonylat fizetési határideje lejárt, és befizetését egyelőre nem észleltük:",
    document: "Bizonylat",
    total: "Végösszeg",
    to_pay: "Fizetendő",
    due_date: "Fizetési határidő",
    days_overdue: "Késedelmes napok száma",
    variable_symbol: "Közlemény",
    pay_to_account: "Kérjük, hogy a fizetendő összeget a megadott bankszámlára utalja át, a közlemény feltüntetésével.",
    pay: "Kérjük, hogy a fizetendő összeget egyenlítse ki.",
    paid: "A bizonylatot már kiegyenlítették, további fizetés nem szükséges.",
    attached: "A bizonylatot PDF formátumban mellékeljük.",
    qr: "Az összeget a fizetési QR-kód beolvasásával is kifizetheti banki alkalmazásában.",
    crossed: "Ha időközben már elküldte a fizetést, kérjük, tekintse üzenetünket tárgytalannak. Köszönjük.",
    view: "Bizonylat megtekintése",
    online: "A bizonylatot itt is megtekintheti:",
    closing: "Üdvözlettel",
    footer: "Ezt az üzenetet a Billhook szolgáltatás küldte a szállító nevében.",
    test: "TESZT: ez az üzenet a tesztkörnyezetből érkezett. Az ügyfél nem kapta meg.",
};
