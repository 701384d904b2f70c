use crate::paging;
use persistence::{Listed, Page};
use serde::Serialize;
use std::borrow::Cow;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Object, RefOr, Schema,
        schema::{Array, ObjectBuilder, Ref, SchemaType, Type},
    },
};

/// The answer with one page of a list.
#[derive(Serialize)]
pub struct List<T> {
    data: Vec<T>,
    /// Passed as `after` to go on; null on the last page.
    next_after: Option<String>,
    has_more: bool,
}

impl<T> List<T> {
    /// The answer with the rows of a page, each mapped by `view`.
    pub fn of<'p, R: Listed>(page: &'p Page<R>, view: impl FnMut(&'p R) -> T) -> Self {
        Self {
            data: page.rows.iter().map(view).collect(),
            next_after: page.next().map(paging::encode),
            has_more: page.has_more,
        }
    }

    /// The answer with the rows of a page, which `view` consumes.
    pub fn taking<R: Listed>(page: Page<R>, view: impl FnMut(R) -> T) -> Self {
        let (next_after, has_more) = (page.next().map(paging::encode), page.has_more);
        Self { data: page.rows.into_iter().map(view).collect(), next_after, has_more }
    }
}

/// Endings of the names of row schemas: the list of `VehicleView` is named `VehicleList`.
const ROWS: [&str; 5] = ["RecordView", "View", "Row", "Body", "Item"];

// Derived, all lists would be one schema, or have names like `List_VehicleView`. The document names a list
// by an alias (`type VehicleList<'a> = List<VehicleView<'a>>`), so that utoipa asks here for its name.
impl<T: ToSchema> ToSchema for List<T> {
    fn name() -> Cow<'static, str> {
        let row = T::name();
        let what = ROWS.iter().find_map(|end| row.strip_suffix(end)).unwrap_or(&row);
        format!("{what}List").into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((T::name().into(), T::schema()));
        T::schemas(schemas);
    }
}

impl<T: ToSchema> PartialSchema for List<T> {
    fn schema() -> RefOr<Schema> {
        let text_or_null = SchemaType::from_iter([Type::String, Type::Null]);
        let next_after = ObjectBuilder::new()
            .schema_type(text_or_null)
            .description(Some("Pass it as `after` to go on; null on the last page."));
        let schema = ObjectBuilder::new()
            .property("data", Array::new(Ref::from_schema_name(T::name())))
            .required("data")
            .property("next_after", next_after)
            .property("has_more", Object::with_type(Type::Boolean))
            .required("has_more")
            .description(Some("A page of the list."));
        schema.into()
    }
}
