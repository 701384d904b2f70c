//! Members of companies and partners, their roles, invitations, and how an invitation is accepted.
//!
//! Pure: the time and ids come as arguments.
//!
//! | to | begin with |
//! |---|---|
//! | change a role, remove a member | [`decide_change`] |
//! | invite a person | [`decide_invitation`], [`NewInvitation`] |
//! | accept | [`Invitation::state`], [`Acceptance`] |
//! | count and pay for seats | [`Seats`], the ports [`SeatStore`] and [`SeatBilling`] |
//! | keep members and invitations | the port [`MemberStore`] |

#![deny(clippy::disallowed_methods)]

mod invitation;
mod member;
mod ports;
mod seats;

pub use invitation::{
    Acceptance, INVITATION_KEPT_FOR, INVITATION_MAIL_JOB, INVITATION_VALID_FOR, INVITATIONS_A_DAY,
    Invitation, InvitationFacts, InvitationId, InvitationState, InvitedBefore, NewInvitation,
    REPEAT_AFTER, decide_invitation,
};
pub use member::{
    Group, MAX_MEMBERS, Member, MemberChange, MemberRefused, decide_change, may_give, may_manage,
};
pub use ports::{Invited, MemberError, MemberStore, PartnerMembership};
pub use seats::{
    SEAT_KEY, SEATS_UNPAID_MAIL_JOB, SeatBilling, SeatBillingError, SeatCharge, SeatStore, Seats,
};
pub use secret_text::{Secret, SecretHash};
