use super::api_error::ApiError;
use access::AccessError;

impl From<AccessError> for ApiError {
    fn from(error: AccessError) -> Self {
        ApiError::Forbidden(error)
    }
}
