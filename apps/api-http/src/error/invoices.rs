use super::{
    api_error::ApiError, keys::forbidden, organizations::live_key_needed, sends::violations,
    service_refused::ServiceRefused,
};
use actix_web::http::StatusCode;
use invoice_pdf::PdfError;
use invoicing::{
    Violations,
    drafts::EditRefused,
    numbering::NumberRefused,
    paying::{PaymentError, PaymentRefused},
    states::TransitionRefused,
};
use persistence::StoreError;
use runtime::{gate::Busy, pdf::RenderError};
use stock::StockRefused;
use use_cases::{
    IdempotencyError,
    invoicing::{
        change_invoice::ChangeInvoiceError, details::DetailsError, formats::InvoiceFormatError,
        issue_invoice::IssueError, payments::ChangePaymentsError, records::RecordError,
        ubl::UblError,
    },
};

impl From<Violations> for ApiError {
    fn from(violations: Violations) -> Self {
        ApiError::Invalid(violations)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => ApiError::NotFound("resource"),
            StoreError::Taken(what) => ApiError::Conflict(ServiceRefused::Taken { what }.into()),
            StoreError::Conflict => ApiError::Conflict(ServiceRefused::Conflict.into()),
            StoreError::LimitReached => {
                forbidden("PLAN_LIMIT_REACHED", ServiceRefused::LimitReached.into())
            }
            StoreError::Stock(shortage) => StockRefused::Shortage(*shortage).into(),
            StoreError::LeaseLost => ApiError::Conflict(IdempotencyError::InProgress.into()),
            StoreError::Unavailable(cause) => ApiError::Unavailable(cause),
            error @ StoreError::Backend(_) => ApiError::internal(error),
        }
    }
}

impl From<Busy> for ApiError {
    fn from(busy: Busy) -> Self {
        ApiError::Busy(busy)
    }
}

impl From<IdempotencyError> for ApiError {
    fn from(error: IdempotencyError) -> Self {
        match error {
            IdempotencyError::Store(error) => error.into(),
            conflict => ApiError::Conflict(conflict.into()),
        }
    }
}

impl From<IssueError> for ApiError {
    fn from(error: IssueError) -> Self {
        match error {
            IssueError::Invalid(violations) => ApiError::Invalid(violations),
            IssueError::Number(refused) => refused.into(),
            IssueError::Limit(limit) => forbidden("PLAN_LIMIT_REACHED", limit.into()),
            IssueError::Store(error) => error.into(),
            IssueError::Key(error) => error.into(),
        }
    }
}

impl From<NumberRefused> for ApiError {
    fn from(refused: NumberRefused) -> Self {
        match refused {
            NumberRefused::OutOfSeries(asked) => ApiError::OutOfSeries(asked),
            other => {
                let mut found = Violations::new();
                found.add("invoice_number", other);
                ApiError::Invalid(found)
            }
        }
    }
}

impl From<RecordError> for ApiError {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Invalid(violations) => violations.into(),
            RecordError::LiveKey(error) => live_key_needed(error),
            RecordError::Refused(message) => ApiError::Conflict(message),
            RecordError::Key(error) => error.into(),
            RecordError::Unwritable(error) => ApiError::internal(error),
            RecordError::Store(error) => error.into(),
        }
    }
}

impl From<ChangePaymentsError> for ApiError {
    fn from(error: ChangePaymentsError) -> Self {
        match error {
            ChangePaymentsError::Key(error) => error.into(),
            ChangePaymentsError::Payment(PaymentError::Store(error)) => error.into(),
            ChangePaymentsError::Payment(PaymentError::Refused(refused)) => refused.into(),
            ChangePaymentsError::Payment(other) => ApiError::internal(other),
        }
    }
}

impl From<PaymentRefused> for ApiError {
    fn from(refused: PaymentRefused) -> Self {
        match refused {
            PaymentRefused::Invalid(violations) => ApiError::Invalid(violations),
            PaymentRefused::Status(refused) => refused.into(),
            PaymentRefused::SetOff(_) => ApiError::Conflict(refused.into()),
            PaymentRefused::NoSuchPayment => ApiError::NotFound("payment"),
        }
    }
}

impl From<DetailsError> for ApiError {
    fn from(error: DetailsError) -> Self {
        match error {
            DetailsError::Busy(busy) => Busy::from(busy).into(),
            DetailsError::Store(error) => error.into(),
        }
    }
}

impl From<TransitionRefused> for ApiError {
    fn from(refused: TransitionRefused) -> Self {
        let message = refused.into();
        match refused.is_wrong_request() {
            true => ApiError::InvalidField { field: "id", message },
            false => ApiError::Conflict(message),
        }
    }
}

impl From<ChangeInvoiceError> for ApiError {
    fn from(error: ChangeInvoiceError) -> Self {
        match error {
            ChangeInvoiceError::Edit(EditRefused::Invalid(violations))
            | ChangeInvoiceError::Invalid(violations) => ApiError::Invalid(violations),
            ChangeInvoiceError::Edit(EditRefused::Status(refused))
            | ChangeInvoiceError::Status(refused) => refused.into(),
            ChangeInvoiceError::Edit(refused) => ApiError::Conflict(refused.into()),
            noted @ ChangeInvoiceError::Noted(_) => ApiError::Conflict(noted.into()),
            ChangeInvoiceError::Number(refused) => refused.into(),
            ChangeInvoiceError::Limit(limit) => forbidden("PLAN_LIMIT_REACHED", limit.into()),
            ChangeInvoiceError::Key(error) => error.into(),
            ChangeInvoiceError::Store(error) => error.into(),
            ChangeInvoiceError::Event(error) => ApiError::internal(error),
        }
    }
}

impl From<UblError> for ApiError {
    fn from(error: UblError) -> Self {
        match error {
            UblError::NoDocument(refused) => refused.into(),
            UblError::Store(error) => error.into(),
        }
    }
}

impl From<InvoiceFormatError> for ApiError {
    fn from(error: InvoiceFormatError) -> Self {
        match error {
            InvoiceFormatError::Ubl(error) => error.into(),
            InvoiceFormatError::Lacking(findings) => ApiError::Lacking(violations(&findings)),
            error @ InvoiceFormatError::Format(_) => ApiError::internal(error),
        }
    }
}

impl From<RenderError> for ApiError {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Details(error) => error.into(),
            RenderError::Store(error) => error.into(),
            RenderError::Ubl(error) => error.into(),
            RenderError::Format(error) => error.into(),
            RenderError::Busy(busy) => busy.into(),
            RenderError::Pdf(error @ PdfError::NotBuilt) => ApiError::Coded {
                status: StatusCode::NOT_IMPLEMENTED,
                code: "PDF_NOT_BUILT",
                message: error.into(),
            },
            error @ (RenderError::Unreadable | RenderError::Pdf(PdfError::TooManyLines(_))) => {
                ApiError::Coded {
                    status: StatusCode::UNPROCESSABLE_ENTITY,
                    code: "PDF_NOT_AVAILABLE",
                    message: ServiceRefused::TakeXml { error: error.into() }.into(),
                }
            }
            other => ApiError::internal(other),
        }
    }
}
