use crate::{
    EmailContent,
    notice::{Block, notice},
    sanitize, when,
};
use time::OffsetDateTime;

/// Longest URL that is shown, in characters.
const MAX_URL: usize = 300;

/// A webhook endpoint that was deactivated.
#[derive(Debug, Clone, Copy)]
pub struct EndpointDisabled<'a> {
    /// The URL of the endpoint.
    pub url: &'a str,
    /// When it was deactivated.
    pub at: OffsetDateTime,
    /// How many deliveries in a row had failed.
    pub failed: u32,
    /// The request that enables it again: `PATCH /v1/agent/webhooks/… {"enabled": true}`.
    pub request: &'a str,
}

/// Tells the owner of an endpoint that nothing is delivered to it any more (specification, Retries
/// and Limits: "15 consecutive failures deactivate the endpoint").
#[must_use]
pub fn endpoint_disabled(endpoint: &EndpointDisabled<'_>) -> EmailContent {
    let url = sanitize::line(endpoint.url, MAX_URL);
    let request = sanitize::line(endpoint.request, MAX_URL);
    let (slovak, english) = (when::slovak(endpoint.at), when::english(endpoint.at));
    let failed = endpoint.failed;
    notice(
        "Webhook bol vypnutý / Webhook endpoint deactivated",
        &[
            Block::paragraph(format!("dňa {slovak} bol vypnutý tento webhook:")),
            Block::Verbatim(url.clone()),
            Block::paragraph(format!("Dôvod: {failed} doručení za sebou zlyhalo.")),
            Block::paragraph(
                "Kým je vypnutý, nič sa naň neposiela. Keď bude opäť odpovedať stavom 2xx, zapnite ho \
                 touto požiadavkou:",
            ),
            Block::Verbatim(request.clone()),
            Block::paragraph(
                "Doručenia, ktoré zlyhali, zostávajú 90 dní v zozname doručení a možno ich potom \
                 zopakovať.",
            ),
        ],
        &[
            Block::paragraph(format!("on {english} this webhook endpoint was deactivated:")),
            Block::Verbatim(url),
            Block::paragraph(format!("The reason: {failed} deliveries in a row failed.")),
            Block::paragraph(
                "While it is off, nothing is sent to it. Once it answers with 2xx again, enable it \
                 with this request:",
            ),
            Block::Verbatim(request),
            Block::paragraph(
                "Deliveries that failed stay in the list of deliveries for 90 days, and can then be \
                 repeated.",
            ),
        ],
    )
}
