//! What stands around every page, what was done, and what everybody may read.

macro_rules! frame_texts {
    (($next:ident $($rest:ident)*) $($before:tt)*) => {
        $next! { ($($rest)*) $($before)*
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
            request_number: "Číslo požiadavky pre podporu", "Request id, for support";
            to_overview: "Na prehľad", "To the overview";
            missing: "Taká stránka alebo taký záznam tu nie je.", "There is no such page or record here.";
            not_in_role: "Vaša rola v tejto firme to nedovoľuje. Požiadajte vlastníka alebo správcu firmy.", "Your role in this company does not include this. Ask its owner or an administrator.";
            stale: "Stránka je zastaraná alebo neprišla od nás. Načítajte ju znova a zopakujte krok.", "The page is out of date or did not come from us. Load it again and repeat the step.";
            left_title: "Prihlásenie sa medzitým skončilo", "The session has ended meanwhile";
            left_safe: "Nič sa neuložilo, a nič z toho, čo ste napísali, sa nestratilo. Nechajte túto stránku otvorenú.", "Nothing was saved, and nothing of what you have written is lost. Keep this page open.";
            left_sign_in_first: "Prihláste sa v novej karte, vráťte sa sem a pokračujte.", "Sign in in a new tab, come back here and go on.";
            left_sign_in: "Prihlásiť sa v novej karte", "Sign in in a new tab";
            left_other_session: "Odvtedy ste sa prihlásili znova: môžete pokračovať.", "You have signed in again since then: you can go on.";
            left_go_on: "Pokračovať v písaní", "Go on writing";
            resumed: "Toto ste napísali pred novým prihlásením. Skontrolujte to a odošlite znova.", "This is what you wrote before you signed in again. Look it over and send it again.";
            failed: "Niečo sa u nás pokazilo. Skúste to znova o chvíľu.", "Something went wrong on our side. Try again in a moment.";
            busy: "Práve je toho priveľa. Skúste to znova o chvíľu.", "There is too much to do at the moment. Try again shortly.";
            too_often: "Priveľa pokusov. Skúste to znova o minútu.", "Too many attempts. Try again in a minute.";
            no_credit: "Kredit nestačí.", "There is not enough credit.";
            plan_limit: "Dosiahli ste limit vášho plánu.", "The limit of your plan is reached.";
            plan_feature: "Váš plán to neobsahuje.", "Your plan does not include this.";
            refused: "Systém to odmietol:", "This was refused:";
            no_company: "Nepatríte k žiadnej firme. Požiadajte jej vlastníka o pozvanie.", "You belong to no company. Ask its owner for an invitation.";
            fix_these: "Opravte označené údaje:", "Correct what is marked:";
            shown_once: "Uložte si to teraz: znova to už nikto neuvidí.", "Save it now: it is not shown again.";
            already_made: "Tento formulár ste už odoslali. Vznikol vtedy jeden záznam a jeho tajomstvo sa ukázalo raz. Ak ho nemáte uložené, zrušte ho a vytvorte nový.", "You have sent this form before. One record was made then, and its secret was shown once. If you did not keep it, take it back and make a new one.";
            password_again: "Vaše heslo", "Your password";
            password_hint: "Pýtame sa znova: od prihlásenia uplynul čas.", "Asked once more: some time has passed since you signed in.";
            password_wrong: "Heslo nie je správne.", "The password is not right.";
            back: "Späť", "Back";
            filter: "Filtrovať", "Filter";
            find: "Hľadať", "Search";
            list: "Zoznam", "List";
            next_rows: "Ďalšie", "Next";
            any: "všetky", "any";
            yes: "áno", "yes";
            no: "nie", "no";
            save: "Uložiť", "Save";
            search: "Hľadanie", "Search";
            search_for: "Číslo, názov, IČO alebo DIČ", "Number, name, IČO or DIČ";
            search_lead: "Celé číslo dokladu, časť názvu zákazníka, alebo začiatok jeho IČO, DIČ či IČ DPH.", "The whole number of a document, a part of a customer's name, or the beginning of their IČO, DIČ or IČ DPH.";
            nothing_found: "Nič také tu nie je.", "There is nothing like this here.";
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
            done_mailed: "E-mail je na ceste.", "The mail is on its way.";
            done_mailed_before: "Taký e-mail odišiel pred chvíľou, znova ho neposielame.", "Such a mail went out a moment ago, and is not sent again.";
            done_released: "Uvoľnené na odoslanie.", "Released to be sent.";
            done_accepted: "Z dokladu je výdavok.", "The document is an expense now.";
            done_revoked: "Prístup je ukončený.", "The access has ended.";
            done_on_its_way: "Je na ceste.", "It is on its way.";
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
            claim_title: "Registrácia v sieti Peppol", "Registration in the Peppol network";
            claim_of: "Organizácia", "Organization";
            claim_by: "Partner", "Partner company";
            claim_asks: "Partner žiada, aby organizácia posielala a prijímala elektronické faktúry v sieti Peppol jeho prostredníctvom.", "The partner asks that the organization send and receive electronic invoices on the Peppol network through this partner.";
            claim_agree: "Súhlasím", "I agree";
            claim_otherwise: "Ak nesúhlasíte, stránku zatvorte: nič sa nezmení.", "If you do not agree, close this page: nothing changes.";
            claim_done: "Potvrdené. V sieti Peppol posiela a prijíma faktúry:", "Confirmed. On the Peppol network, invoices are sent and received by:";
            claim_not_valid: "Odkaz nie je platný, alebo už bol použitý.", "This link is not valid, or it was used already.";
            claim_taken: "Organizáciu nemožno zaregistrovať: existuje iná s rovnakým IČO alebo DIČ. Obráťte sa na podporu.", "The organization cannot be registered: another one has the same IČO or DIČ. Please contact support.";
            claim_refused: "Organizáciu nemožno zaregistrovať. Obráťte sa na svojho partnera.", "The organization cannot be registered. Please contact your partner.";
            claim_not_now: "Teraz to nejde. Skúste to neskôr.", "Not now. Please try again later.";
            link_not_valid: "Odkaz nie je platný.", "This link is not valid.";
            link_too_often: "Odkaz bol otvorený príliš často. Skúste to o minútu.", "This link was opened too often. Try again in a minute.";
        }
    };
}
