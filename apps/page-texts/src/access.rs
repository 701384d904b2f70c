//! How programs get in, and what they are sent.

macro_rules! access_texts {
    (($next:ident $($rest:ident)*) $($before:tt)*) => {
        $next! { ($($rest)*) $($before)*
            // events of webhooks
            event_invoice_created: "doklad vznikol", "a document was made";
            event_invoice_updated: "zmenil sa stav, číslo, suma alebo splatnosť", "its state, number, total or due date changed";
            event_invoice_deleted: "doklad bol zmazaný", "a document was deleted";
            event_invoice_sent: "faktúra bola odoslaná", "an invoice was sent";
            event_invoice_viewed: "odberateľ otvoril odkaz", "the customer opened the link";
            event_invoice_paid: "faktúra je uhradená", "an invoice is paid";
            event_invoice_overdue: "faktúra je po splatnosti", "an invoice is overdue";
            event_payment_received: "prišla platba", "a payment was recorded";
            event_reminder_sent: "odišla upomienka", "a reminder went out";
            event_peppol_document_sent: "sieť doklad prijala", "the network took a document";
            event_peppol_document_delivered: "doklad bol doručený", "a document was delivered";
            event_peppol_document_failed: "doklad sa nepodarilo odoslať", "a document could not be sent";
            event_peppol_document_received: "prišiel doklad", "a document came";
            event_peppol_document_response_received: "odberateľ odpovedal na doklad", "the buyer answered a document";
            event_peppol_document_fs_report_accepted: "finančná správa hlásenie prijala", "the tax authority accepted a report";
            event_peppol_document_fs_report_rejected: "finančná správa hlásenie odmietla", "the tax authority rejected a report";
            event_peppol_document_status_changed: "zatiaľ nikdy", "never yet";
            event_participant_activated: "firma je v sieti zaregistrovaná", "a company is registered in the network";
            event_participant_failed: "registrácia zlyhala", "a registration failed";
            event_participant_deactivated: "firma zo siete odišla", "a company left the network";
            event_stock_level_changed: "zmenil sa stav zásob", "a level of the stock changed";
            event_stock_document_confirmed: "skladový doklad bol potvrdený", "a stock document was confirmed";
            event_stock_low: "zásoba klesla na minimum", "stock fell to its minimum";
            event_usage_limit_exceeded: "firma prekročila objem svojho plánu", "a company exceeded the volume of its plan";
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
            calls: "Počet volaní", "Calls";
            made_at: "Vytvorené", "Made at";
            revoke: "Zneplatniť kľúč", "Revoke a key";
            rotate_key: "Vymeniť kľúč", "Rotate a key";
            rotate_key_note: "Vznikne nový kľúč s rovnakými oprávneniami. Starý platí ešte 24 hodín.", "A new key with the same permissions is made. The old one goes on for 24 hours.";
            old_key_ends: "Starý kľúč platí do", "The old key ends";
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
            made_by: "Vytvoril", "Made by";
            person: "Človek", "Person";
            sandbox_application: "Aplikácia, iba skúšobné prostredie", "Application, sandbox only";
            access_ended: "Tomu, kto webhook vytvoril, sa skončil prístup. Keď ho zapnete, bude váš; skontrolujte adresu.", "The person who made this webhook has lost access. Switched on, it is yours: look at the address first.";
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
            first_event: "prvá z odoberaných", "the first of those subscribed";
            how_to_verify: "Ako overiť podpis", "How to verify the signature";
            attempts_at_most: "Pokusov je najviac", "Attempts at most:";
            waits: "Po neúspechu sa čaká postupne", "The waits after a failure are";
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
            connections_lead: "Aplikácie, ktorým niekto z firmy dal prístup.", "Applications that a member of the company gave access to.";
            no_connections: "Žiadna aplikácia nemá v tomto prostredí prístup.", "No application has access in this environment.";
            connection: "Pripojenie", "Connection";
            application: "Aplikácia", "Application";
            end: "Ukončiť prístup", "End the access";
            end_note: "Aplikácia stratí prístup hneď a s ním sa skončia aj webhooky, ktoré vytvorila.", "The application loses access at once, and the webhooks that it made end with it.";
            ended: "ukončené", "ended";
        }
    };
}
