//! Documents on their way out.

mod answer_view;
pub(super) mod connector;
pub(super) mod credit;
pub(super) mod flight_view;
pub(super) mod fs_report_view;
pub(super) mod held;
pub(super) mod preflight;
pub(super) mod recipient;
pub(super) mod sends;
pub(super) mod status;
pub(super) mod view;
