use super::super::super::sql::*;
use crate::{error::backend, names};
use access::OrganizationId;
use invoicing::{
    InvoiceId,
    files::{HandedOutPdf, PdfLog},
};
use time::OffsetDateTime;
use uuid::Uuid;

const COLUMNS: Fragment =
    Fragment("organization_id, invoice_id, sha256, size, renderer, language, tier, created_at");

columns! {
    struct PdfRow {
        organization_id: Uuid,
        invoice_id: Uuid,
        sha256: Vec<u8>,
        size: i64,
        renderer: String,
        language: String,
        tier: String,
        created_at: OffsetDateTime,
    }
}

impl PdfRow {
    fn into_domain(self) -> Result<(OrganizationId, HandedOutPdf)> {
        let pdf = HandedOutPdf {
            invoice: InvoiceId(self.invoice_id),
            sha256: self.sha256.try_into().map_err(|_| backend("a hash of another length"))?,
            size: self.size.unsigned_abs(),
            renderer: self.renderer,
            language: self.language,
            tier: names::tier(&self.tier)?,
            at: self.created_at,
        };
        Ok((OrganizationId(self.organization_id), pdf))
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl PdfLog for Backend {
    async fn keep_pdf(&self, organization: OrganizationId, pdf: &HandedOutPdf) -> Result<()> {
        // usually the same file was handed out before, and then nothing is written
        let mut conn = self.reader().await?;
        let is_kept: bool = is_kept(organization, pdf).one(read_conn!(conn)).await?;
        drop(conn);
        if is_kept {
            return Ok(());
        }
        let row = row!("handed_out_pdfs",
            organization_id: organization,
            invoice_id: pdf.invoice.0,
            sha256: pdf.sha256.as_slice(),
            size: i64::try_from(pdf.size).map_err(backend)?,
            renderer: pdf.renderer.as_str(),
            language: pdf.language.as_str(),
            tier: pdf.tier.name(),
            created_at: pdf.at,
        );
        let once = sql!(" ON CONFLICT (organization_id, invoice_id, sha256) DO NOTHING");
        row.insert().then(once).execute(&mut *self.writer().await?).await.map(drop)
    }

    async fn handed_out_pdfs(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
    ) -> Result<Vec<HandedOutPdf>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM handed_out_pdfs WHERE organization_id = {} AND invoice_id = {}
             ORDER BY created_at, sha256",
            COLUMNS,
            organization,
            invoice.0
        );
        let rows: Vec<PdfRow> = query.all(read_conn!(conn)).await?;
        rows.into_iter().map(|row| row.into_domain().map(|(_, pdf)| pdf)).collect()
    }

    async fn who_handed_out(
        &self,
        sha256: &[u8; 32],
    ) -> Result<Vec<(OrganizationId, HandedOutPdf)>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM handed_out_pdfs WHERE sha256 = {} ORDER BY created_at",
            COLUMNS,
            sha256.as_slice()
        );
        let rows: Vec<PdfRow> = query.all(read_conn!(conn)).await?;
        rows.into_iter().map(PdfRow::into_domain).collect()
    }
}

fn is_kept(organization: OrganizationId, pdf: &HandedOutPdf) -> Statement<'_> {
    sql!(
        "SELECT EXISTS (SELECT 1 FROM handed_out_pdfs
           WHERE organization_id = {} AND invoice_id = {} AND sha256 = {})",
        organization,
        pdf.invoice.0,
        pdf.sha256.as_slice()
    )
}
