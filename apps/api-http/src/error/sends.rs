use super::api_error::ApiError;
use actix_web::http::StatusCode;
use invoicing::Violations;
use peppol_connector::{
    repair::{Finding, Severity},
    sending::{NativeRefusal, Refusal},
};
use refusals::Reason;
use runtime::gate::Busy;
use use_cases::sending::native_send::NativeSendError;

/// Most findings that an error lists.
const MAX_DETAILS: usize = 100;

impl From<NativeSendError> for ApiError {
    fn from(error: NativeSendError) -> Self {
        match error {
            NativeSendError::Refused(refusal) => refused(&refusal),
            NativeSendError::Busy(busy) => Busy::from(busy).into(),
            NativeSendError::Store(error) => error.into(),
        }
    }
}

fn refused(refusal: &NativeRefusal) -> ApiError {
    let message = Reason::from(refusal);
    if let Some(code) = refusal.flat_code() {
        let status = match refusal {
            NativeRefusal::Refused(Refusal::Date(_)) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::PAYMENT_REQUIRED,
        };
        return ApiError::Flat { status, code, message };
    }
    match refusal {
        NativeRefusal::Invalid(findings) => ApiError::Invalid(violations(findings)),
        NativeRefusal::ValidatorUnavailable => ApiError::Coded {
            status: StatusCode::SERVICE_UNAVAILABLE,
            code: "VALIDATOR_UNAVAILABLE",
            message,
        },
        NativeRefusal::UnderWay(first, _) => ApiError::duplicate("document_id", first, message),
        NativeRefusal::Refused(Refusal::Account(_)) => {
            ApiError::Coded { status: StatusCode::FORBIDDEN, code: "FORBIDDEN", message }
        }
        NativeRefusal::Refused(Refusal::NoReceiver | Refusal::Receiver(_) | Refusal::Route(_)) => {
            ApiError::InvalidField { field: "customer.dic", message }
        }
        _ => ApiError::InvalidField { field: "invoiceId", message },
    }
}

/// The errors among findings, each with its place in the document.
pub(super) fn violations(findings: &[Finding]) -> Violations {
    let mut violations = Violations::new();
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    for finding in errors.take(MAX_DETAILS) {
        let said = format!("[{}] {}", finding.code, finding.message);
        violations.add(finding.field.clone(), Reason::plain(said));
    }
    violations
}
