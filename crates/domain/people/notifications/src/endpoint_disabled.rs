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
    let clean = EndpointDisabled {
        url: &sanitize::line(endpoint.url, MAX_URL),
        request: &sanitize::line(endpoint.request, MAX_URL),
        ..*endpoint
    };
    let subject = "Webhook bol vypnutý / Webhook endpoint deactivated";
    notice(subject, &slovak(&clean), &english(&clean))
}

fn slovak(endpoint: &EndpointDisabled<'_>) -> [Block; 6] {
    let (at, failed) = (when::slovak(endpoint.at), endpoint.failed);
    [
        Block::paragraph(format!("dňa {at} bol vypnutý tento webhook:")),
        Block::Verbatim(endpoint.url.to_owned()),
        Block::paragraph(format!("Dôvod: {failed} doručení za sebou zlyhalo.")),
        Block::paragraph(
            "Kým je vypnutý, nič sa naň neposiela. Keď bude opäť odpovedať stavom 2xx, zapnite ho \
             touto požiadavkou:",
        ),
        Block::Verbatim(endpoint.request.to_owned()),
        Block::paragraph(
            "Doručenia, ktoré zlyhali, zostávajú 90 dní v zozname doručení a možno ich potom \
             zopakovať.",
        ),
    ]
}

fn english(endpoint: &EndpointDisabled<'_>) -> [Block; 6] {
    let (at, failed) = (when::english(endpoint.at), endpoint.failed);
    [
        Block::paragraph(format!("on {at} this webhook endpoint was deactivated:")),
        Block::Verbatim(endpoint.url.to_owned()),
        Block::paragraph(format!("The reason: {failed} deliveries in a row failed.")),
        Block::paragraph(
            "While it is off, nothing is sent to it. Once it answers with 2xx again, enable it \
             with this request:",
        ),
        Block::Verbatim(endpoint.request.to_owned()),
        Block::paragraph(
            "Deliveries that failed stay in the list of deliveries for 90 days, and can then be \
             repeated.",
        ),
    ]
}
