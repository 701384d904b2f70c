//! What a company and a partner keep.

macro_rules! company_texts {
    (($next:ident $($rest:ident)*) $($before:tt)*) => {
        $next! { ($($rest)*) $($before)*
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
        }
    };
}
