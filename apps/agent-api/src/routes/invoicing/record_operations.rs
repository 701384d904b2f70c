//! Bank accounts, customers and vehicles are made, read, changed and retired in the same way.

use crate::{
    error::ApiError,
    http::Call,
    requests::{Field, read_with_violations},
};
use use_cases::invoicing::records::NewRecord;

/// Declares these four operations of a kind of record. The list stays with its file, because each has filters of its own.
///
/// `noun` is the record in descriptions; the word behind the id's type is the record in a 404.
macro_rules! record_operations {
    (
        $path:literal, $tag:literal, $noun:literal: $Id:ident $named:literal, $view:ident -> $View:ident;
        $(#[$create_doc:meta])*
        create $create:ident $create_id:literal for $create_scope:expr,
            $New:ty as $operation:literal => $add:path;
        $(#[$get_doc:meta])*
        get $get:ident $get_id:literal for $readers:expr, $read:ident;
        $(#[$change_doc:meta])*
        change $change:ident $change_id:literal for $change_scope:expr, $Change:ty => $changed:path;
        $(#[$retire_doc:meta])*
        retire $retire:ident $retire_id:literal for $retire_scope:expr => $retired:path;
    ) => {
        $(#[$create_doc])*
        #[utoipa::path(
            post, path = $path, tag = $tag, operation_id = $create_id,
            params($crate::http::IdempotencyKey),
            request_body = $New,
            responses(
                (status = 201, description = "Made", body = $View<'static>),
                $crate::error::ConflictError,
            ),
        )]
        async fn $create(
            call: $crate::http::Call,
            $crate::http::Body(bytes): $crate::http::Body,
        ) -> $crate::http::Reply {
            let context = call.context($create_scope)?;
            let new = $crate::routes::invoicing::record_operations::new_record::<$New>(&call, $operation, &bytes)?;
            let answer = $add(&context, new, |record| idempotency::Answer::json(201, &$view(record)));
            $crate::http::stored(answer.await?)
        }

        $(#[$get_doc])*
        #[utoipa::path(
            get, path = concat!($path, "/{id}"), tag = $tag, operation_id = $get_id,
            params(("id" = String, Path, description = concat!("The ", $noun, "'s id"))),
            responses(
                (status = 200, description = concat!("The ", $noun), body = $View<'static>),
                $crate::error::NotFoundError,
            ),
        )]
        async fn $get(call: $crate::http::Call) -> $crate::http::Reply {
            let organization = call.require_any(&$readers)?;
            let id = $Id(call.id("id", $named)?);
            let record = call.store.$read(organization, id).await?;
            call.ok($view(&record))
        }

        $(#[$change_doc])*
        #[utoipa::path(
            patch, path = concat!($path, "/{id}"), tag = $tag, operation_id = $change_id,
            params(("id" = String, Path, description = concat!("The ", $noun, "'s id"))),
            request_body = $Change,
            responses(
                (status = 200, description = "Changed", body = $View<'static>),
                $crate::error::NotFoundError, $crate::error::ConflictError,
            ),
        )]
        async fn $change(
            call: $crate::http::Call,
            $crate::http::Body(bytes): $crate::http::Body,
        ) -> $crate::http::Reply {
            let context = call.context($change_scope)?;
            let id = $Id(call.id("id", $named)?);
            let (input, found) = $crate::requests::read_with_violations::<$Change>(&bytes);
            let record = $changed(&context, id, &input, &found).await?;
            call.ok($view(&record))
        }

        $(#[$retire_doc])*
        #[utoipa::path(
            delete, path = concat!($path, "/{id}"), tag = $tag, operation_id = $retire_id,
            params(("id" = String, Path, description = concat!("The ", $noun, "'s id"))),
            responses(
                (status = 204, description = "Retired, now or before"),
                $crate::error::NotFoundError, $crate::error::ConflictError,
            ),
        )]
        async fn $retire(call: $crate::http::Call) -> $crate::http::Reply {
            let context = call.context($retire_scope)?;
            let id = $Id(call.id("id", $named)?);
            $retired(&context, id).await?;
            $crate::http::no_content()
        }
    };
}

pub(super) use record_operations;

/// A parsed record to create: its body, the violations that parsing found, and the lease of the idempotency key.
pub(in crate::routes) fn new_record<B: Field<Value: Default>>(
    call: &Call,
    operation: &'static str,
    body: &[u8],
) -> Result<NewRecord<B::Value>, ApiError> {
    let lease = call.idempotency_lease(operation, body)?;
    let (input, found) = read_with_violations::<B>(body);
    Ok(NewRecord { input, found, lease })
}
