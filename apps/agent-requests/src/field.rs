//! A request is declared as a struct. Each field names the JSON type that the schema shows; `?` says that
//! it may be left out; `=>` names what reads it, where that is another type; `as` gives the member's name,
//! where that is not the field's:
//!
//! ```text
//! request! {
//!     /// A line.
//!     pub struct ItemBody for ItemInput {
//!         #[schema(min_length = 1, max_length = 500)]
//!         description: String,
//!         unit?: UnitName,
//!     }
//! }
//! ```
//!
//! `for ItemInput`: the domain's struct has the same fields and is what is read. Without it the
//! request implements [`Request`] itself.
//!
//! `with texts in snake_case`: the body has the texts that `invoicing::header_texts!` declares as well, in one field
//! `texts` of the domain's struct; `in camel_case` as the bodies of `PATCH` have them. Without `for` they are the
//! request's `texts()`.

use super::json::{Found, Object, Value};
use expenses::ExpenseId;
use invoicing::{BankAccountId, ContactId, ContractId, InvoiceId, VehicleId};
use projects::ProjectId;
use std::marker::PhantomData;
use stock::{StockItemId, WarehouseId};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// How a JSON value of a request is read. `None`: it is not valid, and `found` says why.
pub trait Field {
    type Value;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Self::Value>;

    /// What `null` says: nothing, as if the member were left out, unless `OrNull` reads it.
    fn null() -> Option<Self::Value> {
        None
    }
}

/// An object of a request: what its members come to.
pub trait Request: Sized {
    type Value;

    /// Says what is missing or does not fit together. What could not be read is `None`, and said.
    fn check(self, at: &Value<'_>, found: &mut Found) -> Option<Self::Value>;
}

/// Takes a member of an object and reads it.
pub(crate) fn member<T: Field>(
    object: &mut Object<'_>,
    name: &str,
    found: &mut Found,
) -> Option<T::Value> {
    let value = object.take_or_null(name)?;
    if value.is_null() { T::null() } else { T::read(&value, found) }
}

/// Declares a request: see the head of this file.
macro_rules! request {
    (
        $(#[$meta:meta])* pub struct $name:ident $(for $target:ident)? with texts in $case:ident
        $fields:tt
    ) => {
        invoicing::header_texts! {
            [$crate::field::request]
            @texts $case [$(#[$meta])* pub struct $name] $fields
        }
        $( $crate::field::request! { @same $name $target $fields texts } )?
    };
    (@texts snake_case [$($head:tt)+] { $($fields:tt)+ } { $(
        $(#[$doc:meta])* $text:ident $term:ident $member:tt $kind:ident $max:tt;
    )+ }) => {
        $crate::field::request! { $($head)+ {
            $($fields)+
            $( $(#[$doc])* #[schema(max_length = $max)] $text?: String, )+
        } }
        $crate::field::request! { @taken [$($head)+] $($text)+ }
    };
    (@texts camel_case [$($head:tt)+] { $($fields:tt)+ } { $(
        $(#[$doc:meta])* $text:ident $term:ident $member:tt $kind:ident $max:tt;
    )+ }) => {
        $crate::field::request! { $($head)+ {
            $($fields)+
            $( $(#[$doc])* #[schema(max_length = $max)] $text as $member?: String, )+
        } }
        $crate::field::request! { @taken [$($head)+] $($text)+ }
    };
    (@taken [$(#[$meta:meta])* pub struct $name:ident] $($text:ident)+) => {
        impl $name {
            /// The texts of the header.
            fn texts(&self) -> invoicing::terms::HeaderTexts {
                invoicing::terms::HeaderTexts { $($text: self.$text.clone(),)+ }
            }
        }
    };
    ($(#[$meta:meta])* pub struct $name:ident for $target:ident $fields:tt) => {
        $crate::field::request! { $(#[$meta])* pub struct $name $fields }
        $crate::field::request! { @same $name $target $fields }
    };
    (@same $name:ident $target:ident { $(
        $(#[$attribute:meta])* $field:ident $(as $member:tt)? $(? $($never:lifetime)?)?: $json:ty $(=> $reader:ty)?,
    )+ } $($texts:ident)?) => {
        impl $crate::field::Request for $name {
            type Value = $target;

            fn check(self, _: &Value<'_>, _: &mut Found) -> Option<$target> {
                Some($target { $($texts: self.$texts(),)? $($field: self.$field),+ })
            }
        }
    };
    ($(#[$meta:meta])* pub struct $name:ident { $(
        $(#[$attribute:meta])* $field:ident $(as $member:tt)? $(? $($never:lifetime)?)?: $json:ty $(=> $reader:ty)?,
    )+ }) => {
        #[derive(Debug, Default, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        $(#[$meta])*
        pub struct $name { $(
            $(#[$attribute])*
            #[schema(value_type = $json)]
            $(#[schema(required = false)] $($never)?)?
            $(#[serde(rename = $member)])?
            $field: Option<<request!(@first $($reader,)? $json) as Field>::Value>,
        )+ }

        impl $name {
            /// The members that it may have.
            pub const FIELDS: &[&str] = &[$(request!(@name $($member)? $field)),+];
        }

        impl Field for $name {
            type Value = <$name as $crate::field::Request>::Value;

            fn read(value: &Value<'_>, found: &mut Found) -> Option<Self::Value> {
                let mut object = value.object(found)?;
                let read = $name { $(
                    $field: $crate::field::member::<request!(@first $($reader,)? $json)>(
                        &mut object, request!(@name $($member)? $field), found,
                    ),
                )+ };
                object.finish(Self::FIELDS, found);
                $crate::field::Request::check(read, value, found)
            }
        }
    };
    (@first $first:ty $(, $rest:ty)?) => { $first };
    (@name $member:tt $field:ident) => { $member };
    (@name $field:ident) => { stringify!($field) };
}
pub(crate) use request;

impl Field for String {
    type Value = String;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<String> {
        value.string(found)
    }
}

impl Field for bool {
    type Value = bool;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<bool> {
        value.boolean(found)
    }
}

impl Field for i64 {
    type Value = i64;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<i64> {
        value.integer(found)
    }
}

impl Field for Uuid {
    type Value = Uuid;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Uuid> {
        value.uuid(found)
    }
}

/// Ids of one kind, where the record that a body names is of that kind.
macro_rules! ids {
    ($($id:ty),+ $(,)?) => { $(
        impl Field for $id {
            type Value = $id;

            fn read(value: &Value<'_>, found: &mut Found) -> Option<$id> {
                value.uuid(found).map(Self)
            }
        }
    )+ };
}

ids!(
    BankAccountId,
    ContactId,
    ContractId,
    ExpenseId,
    InvoiceId,
    ProjectId,
    StockItemId,
    VehicleId,
    WarehouseId
);

/// An id of a record that is linked; an empty text takes the link away.
pub(crate) struct Link<T>(PhantomData<T>);

impl<T: Field> Field for Link<T> {
    type Value = Option<T::Value>;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Option<T::Value>> {
        match value.string(found)?.is_empty() {
            true => Some(None),
            false => T::read(value, found).map(Some),
        }
    }
}

/// A member whose `null` says something else than its absence.
pub(crate) struct OrNull<T>(PhantomData<T>);

impl<T: Field> Field for OrNull<T> {
    type Value = Option<T::Value>;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Self::Value> {
        T::read(value, found).map(Some)
    }

    fn null() -> Option<Self::Value> {
        Some(None)
    }
}

/// Ids of invoices. One that is none is left out: it is noted.
pub struct InvoiceIds;

impl Field for InvoiceIds {
    type Value = Vec<InvoiceId>;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Vec<InvoiceId>> {
        let ids = value.array(found)?;
        Some(ids.iter().filter_map(|id| InvoiceId::read(id, found)).collect())
    }
}

impl Field for Date {
    type Value = Date;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Date> {
        value.date(found)
    }
}

impl Field for OffsetDateTime {
    type Value = OffsetDateTime;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<OffsetDateTime> {
        value.instant(found)
    }
}

/// An element that is not valid leaves an empty one, so that the others keep their places.
impl<T: Field<Value: Default>> Field for Vec<T> {
    type Value = Vec<T::Value>;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Self::Value> {
        let elements = value.array(found)?;
        Some(elements.iter().map(|element| T::read(element, found).unwrap_or_default()).collect())
    }
}
