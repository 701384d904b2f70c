use super::{
    field::{Field, request},
    json::{Found, Value},
};
use accounting_export::ExportRequest;
use time::Date;

request! {
    /// An export for accounting.
    #[schema(example = json!({"from": "2026-10-01", "to": "2026-10-31"}))]
    pub struct ExportCreate for ExportRequest {
        /// The first issue date of its documents
        #[schema(format = Date, example = "2026-10-01")]
        from: String => Date,
        /// The last one; 366 days with the first at most
        #[schema(format = Date, example = "2026-10-31")]
        to: String => Date,
        /// Whether a ZIP of PDFs and XMLs belongs to it; true by default
        files as "include_files"?: bool,
    }
}
