use serde::Serialize;
use utoipa::ToSchema;

/// The bytes of a file.
#[derive(Serialize, ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct FileBytes(pub Vec<u8>);
