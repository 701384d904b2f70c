//! Commands of the operator: create and change people and organizations, add credit, retry jobs. Ids, times and
//! passwords come as arguments.

mod credit;
mod firms;
mod jobs;
mod people;

pub use credit::{MAX_TOP_UP_KEY, TopUpError, set_prepayment_overdue, top_up};
pub use firms::{
    FirmError, MAX_PARTNER_NAME, add_to_partner, enroll_in_sandbox, fill, make_organization,
    make_partner, remove_from_partner, set_plan,
};
pub use jobs::{JobError, Taken, retry_job, settle_send};
pub use people::{AddUserError, Added, NewPerson, add_user, end_sessions, remove_second_factor};
