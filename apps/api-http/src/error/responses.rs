use super::api_error::ApiError;
use actix_web::http::StatusCode;
use invoice_responses::CannotRespond;
use use_cases::receiving::responses::RespondError;

impl From<RespondError> for ApiError {
    fn from(error: RespondError) -> Self {
        match error {
            RespondError::Refused(refused) => refused.into(),
            RespondError::Key(error) => error.into(),
            RespondError::Answer(error) => ApiError::internal(error),
            RespondError::Store(error) => error.into(),
        }
    }
}

impl From<CannotRespond> for ApiError {
    fn from(refused: CannotRespond) -> Self {
        let code = match refused {
            CannotRespond::Ended(_) | CannotRespond::Backwards { .. } | CannotRespond::TooMany => {
                "RESPONSE_OUT_OF_ORDER"
            }
            CannotRespond::NotAnInvoice
            | CannotRespond::SelfBilled
            | CannotRespond::NotRegistered(_) => "RESPONSE_NOT_POSSIBLE",
        };
        let message = refused.into();
        ApiError::Coded { status: StatusCode::CONFLICT, code, message }
    }
}
