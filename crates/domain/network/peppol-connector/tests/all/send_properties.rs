//! Random facts of a send: answer and commit agree.

use crate::common::case::{Case, earlier};
use crate::common::{NOW, invalid, organization, valid, warned};
use invoicing::InvoiceId;
use peppol_connector::{
    credit::Credits,
    documents::{AutoRepair, Inspection, Repair, Validation},
    identifiers::Network,
    registration::{Environment, PeppolAccount},
    repair::CannotApply,
    sending::{
        Dispatch, NumberUse, OrganizationFacts, SendDecision, SendOptions, SendStatus, SendWrites,
    },
    submissions::RejectReason,
};
use proptest::prelude::*;
use time::Duration;
use uuid::Uuid;

fn any_validation() -> impl Strategy<Value = Validation> {
    prop_oneof![Just(Validation::Unavailable), Just(valid()), Just(warned()), Just(invalid())]
}

fn any_repair() -> impl Strategy<Value = Repair> {
    prop_oneof![
        Just(Repair::NotNeeded),
        Just(Repair::NotTried),
        Just(Repair::Refused(CannotApply::NotUbl)),
        any_validation().prop_map(Repair::Made),
    ]
}

fn any_organization() -> impl Strategy<Value = OrganizationFacts> {
    let network = prop_oneof![Just(Network::Test), Just(Network::Live)];
    let account = prop_oneof![
        Just(PeppolAccount::None),
        network.clone().prop_map(PeppolAccount::Enrolled),
        network.clone().prop_map(PeppolAccount::SendOnly),
        network.prop_map(PeppolAccount::Deactivated),
    ];
    let environment = prop::sample::select(vec![
        Environment::LenientSandbox,
        Environment::Production,
        Environment::StrictSandbox,
    ]);
    let number = prop_oneof![
        Just(NumberUse::Free),
        Just(NumberUse::Native),
        any::<bool>().prop_map(|live| {
            NumberUse::Recorded(Box::new(earlier(InvoiceId(Uuid::nil()), live)))
        }),
    ];
    (environment, account, 0u64..3, any::<bool>(), number).prop_map(
        |(environment, account, credit, prepayment_overdue, number)| OrganizationFacts {
            environment,
            account,
            available: Credits(credit),
            prepayment_overdue,
            number,
            ..organization()
        },
    )
}

proptest! {
    /// Whatever the facts: answer and commit agree, and nothing is sent that should not be.
    #[test]
    fn answers_and_commits_agree(
        original in any_validation(),
        repair in any_repair(),
        organization in any_organization(),
        (auto_repair, validate_only, later) in any::<(bool, bool, bool)>(),
        age in -5i64..40,
    ) {
        let dispatch = if later { Dispatch::Later } else { Dispatch::Now };
        let auto_repair = if auto_repair { AutoRepair::On } else { AutoRepair::Off };
        let options = SendOptions { auto_repair, validate_only, dispatch };
        let inspection = Inspection { original: original.clone(), changes: Vec::new(), repair };
        let case = Case { options, inspection, organization, now: NOW + Duration::days(age), ..Case::default() };
        let SendDecision { answer, commit } = case.decide();

        prop_assert_eq!(answer.reason.is_some(), answer.status == SendStatus::Rejected);
        prop_assert_eq!(answer.error.is_some(), answer.reason == Some(RejectReason::Ingest));
        prop_assert_eq!(answer.validator_unavailable, answer.send_ready.is_none());
        prop_assert_eq!(validate_only, answer.status == SendStatus::Validated);
        if original == Validation::Unavailable {
            prop_assert_eq!(answer.send_ready, None);
        }
        let ids = [answer.invoice_id.is_some(), answer.document_id.is_some(), answer.job_id.is_some()];
        prop_assert_eq!(ids, [answer.status == SendStatus::Queued; 3]);
        prop_assert_eq!(answer.staged_id.is_some(), answer.status == SendStatus::Staged);
        match commit {
            SendWrites::Nothing => {
                prop_assert!(!matches!(answer.status, SendStatus::Queued | SendStatus::Staged));
            }
            SendWrites::Stage(..) => {
                prop_assert_eq!((answer.status, answer.send_ready), (SendStatus::Staged, Some(true)));
            }
            SendWrites::Queue(send) => {
                prop_assert_eq!((answer.status, answer.send_ready), (SendStatus::Queued, Some(true)));
                prop_assert!(send.reserve <= case.organization.available);
                let live = case.organization.environment.network() == Network::Live;
                prop_assert_eq!(send.reserve.0, u64::from(live));
                prop_assert!(case.organization.number != NumberUse::Native);
            }
        }
    }
}
