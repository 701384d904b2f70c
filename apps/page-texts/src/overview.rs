//! The overview, the plan and the credit.

macro_rules! overview_texts {
    (($next:ident $($rest:ident)*) $($before:tt)*) => {
        $next! { ($($rest)*) $($before)*
            // the overview
            open: "Neuhradené", "Open";
            overdue: "Po splatnosti", "Overdue";
            paid_this_month: "Uhradené tento mesiac", "Paid this month";
            to_pay: "Na úhradu", "To pay";
            to_pay_this_month: "Zaplatiť tento mesiac", "To pay this month";
            documents: "dokladov", "documents";
            without_rate: "bez kurzu", "without an exchange rate";
            left_out_without_rate: "Bez kurzu, v grafe nezapočítané", "Without an exchange rate, not in the chart";
            money_of_month: "Peniaze tohto mesiaca", "Money of this month";
            vat_of_month: "DPH tohto mesiaca", "VAT of this month";
            share: "Podiel", "Share";
            year_by_month: "Posledných dvanásť mesiacov", "The last twelve months";
            flow_issued: "Vystavené s DPH", "Issued, with VAT";
            flow_paid: "Prijaté platby", "Payments received";
            flow_spent: "Výdavky s DPH", "Expenses, with VAT";
            same_in_table: "To isté je v tabuľke nižšie.", "The same stands in the table below.";
            as_table: "Ako tabuľka", "As a table";
            month: "Mesiac", "Month";
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
            // plan and credit
            plan: "Plán a kredit", "Plan and credit";
            plan_alone: "Plán", "Plan";
            any_number: "bez obmedzenia", "any number";
            invoices_used: "Faktúry tento mesiac", "Invoices this month";
            invoices_at_most: "Faktúry najviac za mesiac", "Invoices a month at most";
            transactions_used: "Doklady cez Peppol tento mesiac", "Documents over Peppol this month";
            transactions_included: "Doklady cez Peppol v cene plánu", "Documents over Peppol included in the plan";
            seats_used: "Obsadené miesta pre ľudí", "Seats taken by people";
            seats_included: "Miesta v cene plánu", "Seats included in the plan";
            seats_paid: "Miesta zaplatené navyše tento mesiac", "Further seats paid for this month";
            files_stored: "Uložené prílohy", "Files of invoices";
            keys_at_most: "Kľúče najviac", "Keys at most";
            mails_a_day: "E-maily za deň", "Mails a day";
            credit: "Kredit", "Credit";
            credit_lead: "Jedno ostré odoslanie stojí toľkoto. Účtuje sa raz.", "What one live send costs. It is charged once.";
            credit_sandbox: "Skúšobné prostredie kredit nemá a nič v ňom nestojí.", "The sandbox has no credit, and nothing costs any.";
            credit_available: "K dispozícii", "Available";
            credit_reserved: "Odložené na odosielané", "Set aside for sends under way";
            credit_price: "Cena odoslania", "Price of a send";
            seat_price: "Cena miesta navyše za mesiac", "Price of a further seat a month";
            credit_overdue: "Preddavok po splatnosti", "Prepayment overdue";
            ledger: "Pohyby kreditu", "Moves of credit";
            no_ledger: "Žiadne pohyby.", "Nothing has moved.";
            count: "Počet", "Count";
            ledger_top_up: "dobitie", "top-up";
            ledger_seat: "miesto pre človeka", "seat for a person";
            ledger_reserve: "odložené", "set aside";
            ledger_capture: "účtované", "charged";
            ledger_release: "vrátené", "given back";
        }
    };
}
