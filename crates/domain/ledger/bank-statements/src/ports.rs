use crate::{
    Candidates, KnownLines, LineRecord, LineState, MatchedAgain, NewStatement, PaidLine,
    PlannedPayment, ProposalChange, ProposalError, ProposalFilter, ProposalId, ProposalRow,
    ProposedInvoice, StatementId, StatementRecord, TakenBack, Wanted,
};
use access::OrganizationId;
use idempotency::Answer;
use invoicing::{
    BankAccountId, InvoiceId, PaymentId,
    paying::{PaymentChange, PaymentError, Settlement},
};
use money::Currency;
use persistence::{Cursor, Page, StoreError, port};

port! {
    /// Where statements are kept. When more is open of an invoice than before
    /// ([`is_more_open_than`](invoicing::AnyInvoice::is_more_open_than)), by whatever port, a job that matches the lines that
    /// wait ([`crate::MATCH_JOB`]) is put into the queue in the same transaction, where any line in its currency waits. For
    /// an invoice that is issued or recorded at once it is put when its `invoice.created` gets its place in the feed, where
    /// any line of the organization waits: issuing itself does not look for lines.
    pub trait StatementStore: Send + Sync {
        /// The statement with these bytes.
        async fn statement_of(
            &self, organization: OrganizationId, sha256: &[u8; 32]
        ) -> Result<Option<StatementRecord>, StoreError>;

        /// The lines of the account that have one of these keys or contents, each once.
        async fn known_lines(
            &self, organization: OrganizationId, account: (&str, Currency), keys: &[String],
            contents: &[String]
        ) -> Result<KnownLines, StoreError>;

        /// Open invoices in a currency that have a wanted symbol, a wanted amount, or a customer who paid
        /// from a wanted account or is one firm with such a customer; no credit notes, and none that the organization
        /// has to pay. Of one amount at least six, where there are so many, of one symbol or customer 200. The firms of
        /// all customers are there. Payments of lines of the account `iban` are there that have a symbol or an account of
        /// [`Wanted::returned`], the newest 1,000, and transfers that a person recorded for invoices with such a symbol, as
        /// many; where it has anything, also the newest 1,000 lines that are proposed, and
        /// of unmatched ones the newest 20 of each wanted mark. Of lines with a mark of [`Wanted::returns`] that undid no payment
        /// the newest 20 are there.
        async fn candidates(
            &self, organization: OrganizationId, account: (&str, Currency), wanted: &Wanted
        ) -> Result<Candidates, StoreError>;

        /// Keeps a statement with its lines and proposals, and the payments that `decide` makes of the
        /// planned ones under the locks of their invoices, with their events: all or nothing. Open proposals of a line
        /// that is overtaken for sure are withdrawn ([`crate::Overtaken::reason`]) and the line is ignored; another has the reason
        /// from now on, as its proposals have. Lines are found by their [marks](crate::marks) from now on.
        ///
        /// # Errors
        /// What `decide` refuses; [`StoreError::Taken`] when the statement or one of its lines came
        /// meanwhile, [`StoreError::Conflict`] when an overtaken line was answered or matched meanwhile.
        async fn keep_statement<D>(
            &self, organization: OrganizationId, new: &NewStatement, decide: D
        ) -> Result<(), PaymentError>
        where D: Fn(&Settlement, &PlannedPayment) -> Result<PaymentChange, PaymentError>;

        /// One statement.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn statement(
            &self, organization: OrganizationId, id: StatementId
        ) -> Result<StatementRecord, StoreError>;

        /// A page of statements, the newest first.
        async fn statements(
            &self, organization: OrganizationId, account: Option<BankAccountId>, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<StatementRecord>, StoreError>;

        /// A page of the lines of a statement, in its order.
        async fn statement_lines(
            &self, organization: OrganizationId, id: StatementId, state: Option<LineState>,
            after: Option<Cursor>, limit: u16
        ) -> Result<Page<LineRecord>, StoreError>;

        /// One proposal.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn proposal(
            &self, organization: OrganizationId, id: ProposalId
        ) -> Result<ProposalRow, StoreError>;

        /// A page of proposals, the newest first.
        async fn proposals(
            &self, organization: OrganizationId, filter: ProposalFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<ProposalRow>, StoreError>;

        /// The invoices with these ids, in no order: those of a page of proposals are one read.
        async fn proposed_invoices(
            &self, organization: OrganizationId, ids: &[InvoiceId]
        ) -> Result<Vec<ProposedInvoice>, StoreError>;

        /// The lines in a currency that no open invoice fitted and that have one of these [marks](crate::marks), each with the
        /// IBAN of its account, by the day on which they were booked; of each mark the newest 200.
        async fn unmatched_lines(
            &self, organization: OrganizationId, currency: Currency, marks: &[String]
        ) -> Result<Vec<(String, LineRecord)>, StoreError>;

        /// Reads a proposal and its invoice, locks both, and keeps what `decide` makes of them, in one
        /// transaction. When a proposal is accepted, the others of its line are withdrawn; when its last one
        /// is refused, so is the line. When it is moved, another one for that invoice is withdrawn. When it undoes the payment
        /// of a line, that line is ignored from now on (`Reason::Returned`).
        ///
        /// # Errors
        /// What `decide` refuses, [`StoreError::NotFound`]; nothing is kept then.
        async fn answer_proposal<D>(
            &self, organization: OrganizationId, id: ProposalId, decide: D
        ) -> Result<ProposalRow, ProposalError>
        where D: Fn(&ProposalRow, &Settlement) -> Result<ProposalChange, ProposalError>;

        /// Locks unmatched lines, reads an invoice, locks it, and keeps those that `decide` matches again, with their
        /// proposals and payments, in one transaction.
        ///
        /// # Errors
        /// What `decide` refuses, [`StoreError::NotFound`], [`StoreError::Conflict`] when one of the lines was matched
        /// or overtaken meanwhile; nothing is kept then.
        async fn match_again<D>(
            &self, organization: OrganizationId, of: (&[LineRecord], InvoiceId), decide: D
        ) -> Result<(), PaymentError>
        where D: Fn(&Settlement) -> Result<Vec<MatchedAgain>, PaymentError>;

        /// Reads a payment's invoice, and the line that became the payment, if one did, with its proposals; locks all, and
        /// keeps what `decide` makes of them, in one transaction: the line is proposed then.
        ///
        /// # Errors
        /// What `decide` refuses, [`StoreError::NotFound`]; nothing is kept then.
        async fn take_payment_back<D>(
            &self, organization: OrganizationId, of: (PaymentId, InvoiceId), decide: D
        ) -> Result<Answer, PaymentError>
        where D: Fn(Option<&PaidLine>, &Settlement) -> Result<(TakenBack, Answer), PaymentError>;
    }
}
