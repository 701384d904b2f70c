//! The members of bodies that standards describe and [`oauth`] reads: for the OpenAPI document.

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr, Schema,
        schema::{Array, Object, ObjectBuilder, Type},
    },
};

/// A member: its name, whether it is required, and its description.
type Member = (&'static str, bool, &'static str);

/// Names a body whose members are texts, and texts in arrays.
macro_rules! bodies {
    ($($(#[$doc:meta])* $name:ident { texts: $texts:expr, lists: $lists:expr $(,)? })+) => { $(
        $(#[$doc])*
        pub(super) struct $name;

        impl ToSchema for $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                object(&$texts, &$lists).into()
            }
        }
    )+ };
}

/// The members of a client that authenticates in the body instead of a header.
const CLIENT: [Member; 2] = [
    ("client_id", false, "Of a client without a secret, or with `client_secret_post`"),
    ("client_secret", false, "With `client_secret_post`"),
];

bodies! {
    /// The metadata of a client (RFC 7591). Other members are left out of account.
    ClientRegistration {
        texts: [
            ("client_name", false, "Shown to the user; by default the host of the first redirect URI"),
            ("token_endpoint_auth_method", false, "`client_secret_basic` (default), `client_secret_post` or `none`"),
        ],
        lists: [
            ("redirect_uris", true, "Where the user comes back to"),
            ("grant_types", false, "`authorization_code`, `refresh_token`"),
            ("response_types", false, "`code`"),
            ("resources", false, "What its tokens may be for: `{base}/v1/agent`; by default `{base}/mcp` alone"),
        ],
    }
    /// A request for tokens (RFC 6749, 4.1.3 and 6).
    TokenRequestForm {
        texts: [
            ("grant_type", true, "`authorization_code` or `refresh_token`"),
            ("code", false, "Required with `authorization_code`"),
            ("redirect_uri", false, "Required with `authorization_code`: the one of the authorization"),
            ("code_verifier", false, "Required with `authorization_code` (RFC 7636)"),
            ("refresh_token", false, "Required with `refresh_token`"),
            ("scope", false, "With `refresh_token`: fewer scopes"),
            ("resource", false, "What the token is for (RFC 8707)"),
            CLIENT[0],
            CLIENT[1],
        ],
        lists: [],
    }
    /// A token to revoke (RFC 7009) or to ask about (RFC 7662).
    TokenForm {
        texts: [
            ("token", true, "An access token or a refresh token"),
            ("token_type_hint", false, "Left out of account: a token says itself what it is"),
            CLIENT[0],
            CLIENT[1],
        ],
        lists: [],
    }
}

fn object(texts: &[Member], lists: &[Member]) -> Object {
    let mut object = ObjectBuilder::new();
    for &(name, required, says) in texts {
        object = object.property(name, text().description(Some(says)));
        object = if required { object.required(name) } else { object };
    }
    for &(name, required, says) in lists {
        let mut list = Array::new(text());
        list.description = Some(says.to_owned());
        object = object.property(name, list);
        object = if required { object.required(name) } else { object };
    }
    object.build()
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}
