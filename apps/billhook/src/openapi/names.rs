//! Closed sets of names, as the OpenAPI document shows them; a test holds them against the domain's.
//! And files.

use serde::Serialize;
use utoipa::ToSchema;

/// The bytes of a file.
#[derive(Serialize, ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct FileBytes(pub Vec<u8>);

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DocumentType {
    Invoice,
    Proforma,
    SelfInvoice,
    FinalInvoice,
    CreditNote,
    DebitNote,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentMethodName {
    BankTransfer,
    Cash,
    Card,
    Online,
    Offset,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaxTreatmentName {
    Domestic,
    ReverseChargeService,
    IntraEuGoods,
    IntraEuTransfer,
    IntraEuTriangulation,
    ExportGoods,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatusName {
    Draft,
    PendingApproval,
    Issued,
    Sent,
    Paid,
    PartiallyPaid,
    Overdue,
    Cancelled,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CurrencyCode {
    Eur,
    Czk,
    Usd,
    Gbp,
    Pln,
    Chf,
    Huf,
    Ron,
    Bgn,
    Sek,
    Dkk,
    Nok,
    Hrk,
    Rsd,
    Uah,
    Rub,
    Try,
    Cny,
    Jpy,
    Cad,
    Aud,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum UnitName {
    Ks,
    Hod,
    L,
    M,
    Km,
    #[serde(rename = "súbor")]
    Subor,
    Kg,
    T,
    G,
    Cm,
    M2,
    M3,
    Set,
    #[serde(rename = "deň")]
    Den,
    Bal,
    Kpl,
}
