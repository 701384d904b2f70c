use crate::memory::{Result, store::MemoryStore};
use access::OrganizationId;
use invoicing::{
    InvoiceId,
    files::{HandedOutPdf, PdfLog},
};

impl PdfLog for MemoryStore {
    async fn keep_pdf(&self, organization: OrganizationId, pdf: &HandedOutPdf) -> Result<()> {
        let mut data = self.data();
        data.must_exist(organization)?;
        let same = |(owner, kept): &(OrganizationId, HandedOutPdf)| {
            (*owner, kept.invoice, kept.sha256) == (organization, pdf.invoice, pdf.sha256)
        };
        if !data.pdfs.iter().any(same) {
            data.pdfs.push((organization, pdf.clone()));
        }
        Ok(())
    }

    async fn handed_out_pdfs(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
    ) -> Result<Vec<HandedOutPdf>> {
        let data = self.data();
        let own = data.pdfs.iter().filter(|(owner, _)| *owner == organization);
        let mut found: Vec<_> =
            own.filter(|(_, pdf)| pdf.invoice == invoice).map(|(_, pdf)| pdf.clone()).collect();
        found.sort_by_key(|pdf| (pdf.at, pdf.sha256));
        Ok(found)
    }

    async fn who_handed_out(
        &self,
        sha256: &[u8; 32],
    ) -> Result<Vec<(OrganizationId, HandedOutPdf)>> {
        let data = self.data();
        let mut found: Vec<_> =
            data.pdfs.iter().filter(|(_, pdf)| pdf.sha256 == *sha256).cloned().collect();
        found.sort_by_key(|(_, pdf)| pdf.at);
        Ok(found)
    }
}
