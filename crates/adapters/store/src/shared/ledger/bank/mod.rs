//! Bank statements, their lines, and the proposals for them.

mod candidates;
mod counts;
pub(in super::super) mod due;
mod firms;
mod keep;
mod lines;
mod mappings;
mod marks;
mod matched_again;
mod overtaken;
mod paid;
#[cfg(test)]
mod plans;
mod proposals;
mod reopen;
mod rows;

use super::super::{invoicing::invoices::read, sql::*};
use access::OrganizationId;
use bank_statements::{
    Candidates, KnownLines, LineRecord, LineState, MatchedAgain, NewStatement, PaidLine,
    PlannedPayment, ProposalChange, ProposalError, ProposalFilter, ProposalId, ProposalRow,
    ProposedInvoice, StatementId, StatementRecord, StatementStore, TakenBack, Wanted,
};
use idempotency::Answer;
use invoicing::{
    BankAccountId, InvoiceId, PaymentId,
    paying::{PaymentChange, PaymentError, Settlement},
};
use money::Currency;
use persistence::{Cursor, Page};
use rows::{LINE_COLUMNS, LineRow, STATEMENT_COLUMNS, StatementRow};

/// The most values of a list in one statement.
const AT_ONCE: usize = 500;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl StatementStore for Backend {
    async fn statement_of(
        &self,
        organization: OrganizationId,
        sha256: &[u8; 32],
    ) -> Result<Option<StatementRecord>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM bank_statements WHERE organization_id = {} AND sha256 = {}",
            STATEMENT_COLUMNS,
            organization,
            sha256.as_slice()
        );
        let row = query.first::<StatementRow>(read_conn!(conn)).await?;
        row.map(StatementRow::into_domain).transpose()
    }

    async fn known_lines(
        &self,
        organization: OrganizationId,
        account: (&str, Currency),
        keys: &[String],
        contents: &[String],
    ) -> Result<KnownLines> {
        reading!(self, conn => candidates::known_lines(conn, organization, account, keys, contents))
    }

    async fn candidates(
        &self,
        organization: OrganizationId,
        account: (&str, Currency),
        wanted: &Wanted,
    ) -> Result<Candidates> {
        reading!(self, conn => candidates::candidates(conn, organization, account, wanted))
    }

    async fn keep_statement<D>(
        &self,
        organization: OrganizationId,
        new: &NewStatement,
        decide: D,
    ) -> std::result::Result<(), PaymentError>
    where
        D: Fn(&Settlement, &PlannedPayment) -> std::result::Result<PaymentChange, PaymentError>
            + Send
            + Sync,
    {
        within!(self, conn => keep::keep(conn, organization, new, decide))
    }

    async fn statement(
        &self,
        organization: OrganizationId,
        id: StatementId,
    ) -> Result<StatementRecord> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM bank_statements WHERE organization_id = {} AND id = {}",
            STATEMENT_COLUMNS,
            organization,
            id.0
        );
        query.one::<StatementRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn statements(
        &self,
        organization: OrganizationId,
        account: Option<BankAccountId>,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<StatementRecord>> {
        let own = sql!(
            "SELECT {} FROM bank_statements WHERE organization_id = {}",
            STATEMENT_COLUMNS,
            organization
        );
        let own = own.and(account.map(|id| sql!(" AND bank_account_id = {}", id)));
        self.page(page_query(own, after, limit), limit, StatementRow::into_domain).await
    }

    async fn statement_lines(
        &self,
        organization: OrganizationId,
        id: StatementId,
        state: Option<LineState>,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<LineRecord>> {
        let mut conn = self.reader().await?;
        // ids grow with the position in the statement
        let own = sql!(
            "SELECT {} FROM bank_statement_lines WHERE organization_id = {} AND statement_id = {}",
            LINE_COLUMNS,
            organization,
            id.0
        );
        let query = own
            .and(state.map(|state| sql!(" AND state = {}", state.name())))
            .and(after.map(|after| sql!(" AND id > {}", after.id.0)))
            .then(sql!(" ORDER BY id LIMIT {}", i64::from(limit) + 1));
        page(query.all(read_conn!(conn)).await?, limit, LineRow::into_domain)
    }

    async fn proposal(&self, organization: OrganizationId, id: ProposalId) -> Result<ProposalRow> {
        reading!(self, conn => proposals::one(conn, organization, id))
    }

    async fn proposals(
        &self,
        organization: OrganizationId,
        filter: ProposalFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ProposalRow>> {
        reading!(self, conn => proposals::list(conn, organization, filter, after, limit))
    }

    async fn proposed_invoices(
        &self,
        organization: OrganizationId,
        ids: &[InvoiceId],
    ) -> Result<Vec<ProposedInvoice>> {
        let mut conn = self.reader().await?;
        let invoices = read::invoices(read_conn!(conn), organization, ids).await?;
        Ok(invoices.iter().map(ProposedInvoice::from).collect())
    }

    async fn unmatched_lines(
        &self,
        organization: OrganizationId,
        currency: Currency,
        marks: &[String],
    ) -> Result<Vec<(String, LineRecord)>> {
        reading!(self, conn => marks::waiting(conn, organization, currency, marks))
    }

    async fn answer_proposal<D>(
        &self,
        organization: OrganizationId,
        id: ProposalId,
        decide: D,
    ) -> std::result::Result<ProposalRow, ProposalError>
    where
        D: Fn(&ProposalRow, &Settlement) -> std::result::Result<ProposalChange, ProposalError>
            + Send
            + Sync,
    {
        let row = reading!(self, conn => proposals::one(conn, organization, id))?;
        let _turn = self.turn(row.proposal.invoice.0).await?;
        within!(self, conn => proposals::answer(conn, organization, id, decide))
    }

    async fn match_again<D>(
        &self,
        organization: OrganizationId,
        of: (&[LineRecord], InvoiceId),
        decide: D,
    ) -> std::result::Result<(), PaymentError>
    where
        D: Fn(&Settlement) -> std::result::Result<Vec<MatchedAgain>, PaymentError> + Send + Sync,
    {
        let _turn = self.turn(of.1.0).await?;
        within!(self, conn => matched_again::match_again(conn, organization, of, decide))
    }

    async fn take_payment_back<D>(
        &self,
        organization: OrganizationId,
        of: (PaymentId, InvoiceId),
        decide: D,
    ) -> std::result::Result<Answer, PaymentError>
    where
        D: Fn(
                Option<&PaidLine>,
                &Settlement,
            ) -> std::result::Result<(TakenBack, Answer), PaymentError>
            + Send
            + Sync,
    {
        let _turn = self.turn(of.1.0).await?;
        within!(self, conn => reopen::take_back(conn, organization, of, decide))
    }
}
