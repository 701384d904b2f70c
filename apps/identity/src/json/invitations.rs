use super::{changing, read};
use actix_web::{HttpRequest, http::StatusCode, web::Data};
use api_http::{
    Reply, SmallBody,
    error::{ApiError, BodyErrors, ErrorBody},
    no_content, operations,
};
use members::SeatBillingError;
use refusals::Reason;
use runtime::wiring::App;
use serde::Deserialize;
use use_cases::people::members::{AcceptError, accept_as_user};
use utoipa::ToSchema;

operations![accept_invitation];

/// The secret of the link in the mail: what follows `/invitation/`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"token": "Zr1b0gEo7n9wR4qk2mT6yLx8vHs3uJdPcQaXfNiMwKY"}))]
struct InvitationToken {
    token: String,
}

/// Accepts an invitation, as the one whose address was invited. A new member of a company takes a free seat of its
/// plan, or the company pays for one.
#[utoipa::path(
    post, path = "/api/auth/invitations/accept", tag = "account", operation_id = "acceptInvitation",
    request_body = InvitationToken,
    responses(
        (status = 204, description = "Accepted"),
        (status = 401, description = "UNAUTHORIZED: not signed in", body = ErrorBody),
        (status = 402, description = "SEAT_PAYMENT_FAILED: there is no seat, and none could be paid for; the invitation was not accepted and stays open", body = ErrorBody),
        (status = 403, description = "FORBIDDEN: from another site, or it is for another address", body = ErrorBody),
        (status = 404, description = "NOT_FOUND: it was accepted, has ended, or never was one", body = ErrorBody),
        (status = 503, description = "SERVICE_UNAVAILABLE: whether a seat was paid for is not known; ask again", body = ErrorBody),
        BodyErrors,
    ),
    security(("session" = [])),
)]
async fn accept_invitation(http: HttpRequest, app: Data<App>, body: SmallBody) -> Reply {
    let who = changing(&http, &app).await?;
    let InvitationToken { token } = read(&http, body, "token")?;
    let user = (who.session.user, &*who.email);
    accept_as_user(&**app, &token, user).await.map_err(not_accepted)?;
    no_content()
}

fn not_accepted(error: AcceptError) -> ApiError {
    let coded = |status, code, error: AcceptError| {
        let message = Reason::plain(error.to_string());
        ApiError::Coded { status, code, message }
    };
    match error {
        AcceptError::Over => ApiError::NotFound("invitation"),
        AcceptError::AnotherAddress => coded(StatusCode::FORBIDDEN, "FORBIDDEN", error),
        AcceptError::Seat(SeatBillingError::Declined) => {
            coded(StatusCode::PAYMENT_REQUIRED, "SEAT_PAYMENT_FAILED", error)
        }
        AcceptError::Seat(SeatBillingError::Unknown(cause)) => ApiError::Unavailable(cause),
        AcceptError::Seat(SeatBillingError::Store(error)) | AcceptError::Store(error) => {
            error.into()
        }
        error => ApiError::internal(error),
    }
}
