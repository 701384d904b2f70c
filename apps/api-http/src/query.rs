use crate::error::ApiError;
use crate::error::ServiceRefused;
use actix_web::{HttpRequest, http::Method, web};
use invoicing::Violations;
use refusals::{FieldFault, Reason};
use service_day::DayError;
use std::str::FromStr;
use time::{Date, Duration, OffsetDateTime};

/// The parameters of a query. Like the members of a body, unknown, repeated and invalid parameters are all reported at
/// once.
pub struct Query {
    parameters: Vec<(String, String)>,
    found: Violations,
    /// Whether the request is a DELETE, in which an empty filter is an error because it must not select all records.
    narrows: bool,
}

impl Query {
    /// Parses the query of a request.
    ///
    /// # Errors
    /// 400 when it does not have the form `a=b&c=d`.
    pub fn of(request: &HttpRequest) -> Result<Self, ApiError> {
        let pairs = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
        let parameters = pairs.map_err(|error| ApiError::InvalidField {
            field: "query",
            message: FieldFault::Unreadable { cause: error.to_string() }.into(),
        })?;
        let narrows = request.method() == Method::DELETE;
        Ok(Self { parameters: parameters.into_inner(), found: Violations::new(), narrows })
    }

    /// Takes the text of a parameter. An empty text counts as absent; in a DELETE it is an error.
    pub fn text(&mut self, name: &str) -> Option<String> {
        let mut taken = self.parameters.extract_if(.., |(known, _)| known == name);
        let value = taken.next().map(|(_, value)| value);
        if taken.count() > 0 {
            self.found.add(name, FieldFault::Twice);
        }
        if self.narrows && value.as_ref().is_some_and(String::is_empty) {
            self.found.add(name, FieldFault::Empty);
        }
        value.filter(|value| !value.is_empty())
    }

    /// Takes a parameter and parses it with `read`.
    pub fn read<T, E: Into<Reason>>(
        &mut self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.text(name)?;
        read(&text).map_err(|message| self.found.add(name, message)).ok()
    }

    /// Takes a parameter and parses it with `FromStr`; `expected` is the fault when that fails.
    pub fn parse<T: FromStr>(&mut self, name: &str, expected: impl Into<Reason>) -> Option<T> {
        self.read(name, |text| text.parse().map_err(|_| expected))
    }

    /// Takes an id.
    pub fn id<T: FromStr>(&mut self, name: &str) -> Option<T> {
        self.parse(name, FieldFault::NotAUuid)
    }

    /// Takes `true` or `false`.
    pub fn boolean(&mut self, name: &str) -> Option<bool> {
        self.parse(name, FieldFault::NotABoolean)
    }

    /// Takes a date `YYYY-MM-DD`.
    pub fn date(&mut self, name: &str) -> Option<Date> {
        self.read(name, service_day::parse)
    }

    /// Takes a time: RFC 3339, or a day, which stands for its midnight in Bratislava.
    pub fn instant(&mut self, name: &str) -> Option<OffsetDateTime> {
        Some(match self.read(name, moment)? {
            Moment::At(instant) => instant,
            Moment::Day(day) => service_day::start(day),
        })
    }

    /// Takes the inclusive end of a window (RFC 3339, or a day in Bratislava) and returns the first instant after it.
    pub fn until(&mut self, name: &str) -> Option<OffsetDateTime> {
        match self.read(name, moment)? {
            Moment::At(instant) => Some(instant.saturating_add(Duration::MICROSECOND)),
            Moment::Day(day) => day.next_day().map(service_day::start),
        }
    }

    /// Takes `true` or `false`; absent is false.
    pub fn flag(&mut self, name: &str) -> bool {
        self.boolean(name).unwrap_or_default()
    }

    /// Takes one of a closed set of names.
    pub fn one_of<T: Copy>(
        &mut self,
        name: &str,
        all: &[T],
        name_of: impl Fn(T) -> &'static str,
    ) -> Option<T> {
        self.read(name, |text| {
            all.iter().copied().find(|value| name_of(*value) == text).ok_or_else(|| {
                let names: Vec<_> = all.iter().map(|value| name_of(*value)).collect();
                FieldFault::NotOneOf { names: names.join(", ") }
            })
        })
    }

    /// Reports all faults. Parameters that were not taken are reported as unknown.
    ///
    /// # Errors
    /// 400.
    pub fn finish(mut self) -> Result<(), ApiError> {
        for (name, _) in std::mem::take(&mut self.parameters) {
            let shown: String = name.chars().take(60).collect();
            self.found.add(shown, ServiceRefused::UnknownParameter);
        }
        Ok(self.found.into_result()?)
    }
}

/// A time, or a day.
enum Moment {
    At(OffsetDateTime),
    Day(Date),
}

/// Parses a time or a day. The day of a time must lie within the bounds of days.
fn moment(text: &str) -> Result<Moment, Reason> {
    let moment = match service_day::parse_instant(text) {
        Err(DayError::Form) => service_day::parse(text).map(Moment::Day),
        at => at.map(Moment::At),
    };
    moment.map_err(|error| match error {
        DayError::Form => ServiceRefused::NotAMoment.into(),
        DayError::Bounds => error.into(),
    })
}
