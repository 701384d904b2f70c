//! Projects, stock items and warehouses are created, read and changed in the same way: a change is a `PUT` of all of it.

/// Declares these three operations of a kind of record. The list stays with its file, because each has filters of its own.
///
/// `noun` is the record in descriptions and in a 404; `view` makes its view.
macro_rules! put_operations {
    (
        $path:literal, $tag:literal, $noun:literal: $Id:ident, $view:path => $View:ident, $Body:ty;
        $(#[$create_doc:meta])*
        create $create:ident $create_id:literal for $create_scope:expr, $operation:literal => $add:path;
        $(#[$get_doc:meta])*
        get $get:ident $get_id:literal for $read_scope:expr, $read:ident;
        $(#[$put_doc:meta])*
        put $put:ident $put_id:literal for $put_scope:expr => $change:path;
    ) => {
        $(#[$create_doc])*
        #[utoipa::path(
            post, path = $path, tag = $tag, operation_id = $create_id,
            params($crate::http::IdempotencyKey),
            request_body = $Body,
            responses(
                (status = 201, description = "Made", body = inline($crate::http::Data<$View<'static>>)),
                $crate::error::ConflictError,
            ),
        )]
        async fn $create(
            call: $crate::http::Call,
            $crate::http::Body(bytes): $crate::http::Body,
        ) -> $crate::http::Reply {
            let context = call.context($create_scope)?;
            let new = $crate::routes::invoicing::record_operations::new_record::<$Body>(&call, $operation, &bytes)?;
            let answer = $add(&context, new, |record| {
                idempotency::Answer::json(201, &$crate::http::Data { data: $view(record) })
            });
            $crate::http::stored(answer.await?)
        }

        $(#[$get_doc])*
        #[utoipa::path(
            get, path = concat!($path, "/{id}"), tag = $tag, operation_id = $get_id,
            params(("id" = String, Path, description = concat!("The ", $noun, "'s id"))),
            responses(
                (status = 200, description = concat!("The ", $noun), body = inline($crate::http::Data<$View<'static>>)),
                $crate::error::NotFoundError,
            ),
        )]
        async fn $get(call: $crate::http::Call) -> $crate::http::Reply {
            let organization = call.require($read_scope)?;
            let id = $Id(call.id("id", $noun)?);
            let record = call.store.$read(organization, id).await?;
            call.data($view(&record))
        }

        $(#[$put_doc])*
        #[utoipa::path(
            put, path = concat!($path, "/{id}"), tag = $tag, operation_id = $put_id,
            params(("id" = String, Path, description = concat!("The ", $noun, "'s id"))),
            request_body = $Body,
            responses(
                (status = 200, description = "Changed", body = inline($crate::http::Data<$View<'static>>)),
                $crate::error::NotFoundError, $crate::error::ConflictError,
            ),
        )]
        async fn $put(
            call: $crate::http::Call,
            $crate::http::Body(bytes): $crate::http::Body,
        ) -> $crate::http::Reply {
            let context = call.context($put_scope)?;
            let id = $Id(call.id("id", $noun)?);
            let (input, found) = $crate::requests::read_with_violations::<$Body>(&bytes);
            let record = $change(&context, id, &input, &found).await?;
            call.data($view(&record))
        }
    };
}

pub(super) use put_operations;
