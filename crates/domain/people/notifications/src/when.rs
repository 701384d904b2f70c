//! An instant as readers in Slovakia have it on their clocks.

use time::{OffsetDateTime, macros::format_description};

/// `21. 11. 2026 o 18:35`
pub(crate) fn slovak(at: OffsetDateTime) -> String {
    let form = format_description!(
        "[day padding:none]. [month repr:numerical padding:none]. [year] o [hour]:[minute]"
    );
    service_day::local(at).format(form).unwrap_or_default()
}

/// `2026-11-21 at 18:35 (Bratislava)`
pub(crate) fn english(at: OffsetDateTime) -> String {
    let form = format_description!("[year]-[month]-[day] at [hour]:[minute] (Bratislava)");
    service_day::local(at).format(form).unwrap_or_default()
}
