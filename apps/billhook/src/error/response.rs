use super::{
    api_error::ApiError,
    body::{ErrorBody, ErrorObject, FlatError},
};
use actix_web::{
    HttpResponse, HttpResponseBuilder, ResponseError,
    http::{StatusCode, header},
};

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.parts().0
    }

    fn error_response(&self) -> HttpResponse {
        let (status, code, message) = self.parts();
        if let ApiError::Internal(_) = self {
            tracing::error!(error = %self, "internal error");
        }
        let mut response = HttpResponseBuilder::new(status);
        match self {
            ApiError::RateLimited(limited) => {
                response.insert_header((header::RETRY_AFTER, limited.retry_after));
            }
            ApiError::MethodNotAllowed { allowed } => {
                response.insert_header((header::ALLOW, allowed.as_str()));
            }
            ApiError::Unauthorized { bearer: true } => {
                let value = "Bearer error=\"invalid_token\"";
                response.insert_header((header::WWW_AUTHENTICATE, value));
            }
            _ => {}
        }
        if let ApiError::Flat { .. } = self {
            return response.json(FlatError { error: code, message });
        }
        response.json(ErrorBody { error: ErrorObject { code, message, details: self.details() } })
    }
}
