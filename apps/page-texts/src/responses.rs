//! What buyers make of invoices.

macro_rules! responses_texts {
    (($next:ident $($rest:ident)*) $($before:tt)*) => {
        $next! { ($($rest)*) $($before)*
            responses_sent: "Odpovede odosielateľovi", "Responses to the sender";
            responses_of_buyer: "Odpovede odberateľa", "Responses of the buyer";
            no_responses: "Zatiaľ žiadna odpoveď.", "There is no response yet.";
            response: "Odpoveď", "Response";
            respond: "Odpovedať", "Respond";
            respond_title: "Odpoveď na doklad", "Response to the document";
            respond_lead: "Odpoveď (Peppol Invoice Response) príde odosielateľovi dokladu. Po zamietnutí a po úhrade už nenasleduje nič, po schválení iba úhrada.", "The response (Peppol Invoice Response) goes to the sender of the document. Nothing follows a rejection or a payment, and approval is followed by payment alone.";
            respond_reason: "Dôvod", "Reason";
            respond_reason_text: "Dôvod slovami", "Reason in words";
            respond_action: "Čo má odosielateľ urobiť", "What the sender is to do";
            respond_action_text: "Čo urobiť slovami", "What to do in words";
            respond_reasons: "Dôvody", "Reasons";
            respond_needs_reason: "Otázka, podmienečné prijatie a zamietnutie potrebujú dôvod alebo požiadavku.", "A query, a conditional acceptance and a rejection need a reason or an action.";
            respond_text_hint: "Pri „iné“ a „uhradené čiastočne“ treba vyplniť.", "Required with another reason and with a payment in part.";
            response_note: "Poznámka", "Note";
            done_responded: "Odpoveď je na ceste.", "The response is on its way.";
            responses_setting: "Odpovede na faktúry", "Responses to invoices";
            responses_setting_lead: "Odberatelia vám môžu cez Peppol odpovedať, čo s faktúrou urobili: prijali, zamietli, uhradili. Zverejní sa to v sieti.", "Buyers can answer over Peppol what they made of an invoice: accepted, rejected, paid. The network publishes that they can.";
            responses_received: "Prijímať odpovede", "Receive responses";
            answer_acknowledged: "doklad prišiel", "received";
            answer_in_process: "spracúva sa", "in process";
            answer_under_query: "máme otázku", "under query";
            answer_conditionally: "podmienečne prijaté", "conditionally accepted";
            answer_rejected: "zamietnuté", "rejected";
            answer_accepted: "schválené", "accepted";
            answer_paid: "uhradené", "paid";
            response_not_supported: "odosielateľ odpovede neprijíma", "the sender receives no responses";
            reason_none: "bez výhrad", "no issue";
            reason_references: "nesprávne odkazy na zmluvu či objednávku", "references are incorrect";
            reason_legal: "nesprávne zákonné údaje", "legal information is incorrect";
            reason_receiver: "neznámy príjemca", "the receiver is unknown";
            reason_quality: "nedostatočná kvalita", "insufficient quality";
            reason_delivery: "problém s dodaním", "issues with the delivery";
            reason_prices: "nesprávne ceny", "prices are incorrect";
            reason_quantity: "nesprávne množstvo", "quantities are incorrect";
            reason_items: "nesprávne položky", "items are incorrect";
            reason_terms: "nesprávne platobné podmienky", "payment terms are incorrect";
            reason_unrecognized: "faktúru nepoznáme", "the invoice is not recognized";
            reason_finance: "nesprávne platobné údaje", "financial information is incorrect";
            reason_part: "uhradené čiastočne", "paid in part";
            reason_other: "iné", "another reason";
            action_none: "nič", "nothing";
            action_inform: "doplniť údaje", "provide information";
            action_new: "vystaviť novú faktúru", "issue a new invoice";
            action_credit: "dobropisovať celú faktúru", "credit the invoice in full";
            action_credit_part: "dobropisovať časť", "credit a part of it";
            action_credit_amount: "dobropisovať sumu", "credit the amount";
            action_other: "niečo iné", "something else";
        }
    };
}
