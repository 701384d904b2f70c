//! Projects: made, found, changed.

use super::project_setup::{changed, customer, input, of_input, project};
use crate::build::{NOW, fingerprint, id, lease};
use crate::contract::{
    StoreUnderTest,
    setup::{kind, organization},
};
use access::OrganizationId;
use idempotency::{Answer, Decision, IdempotencyStore};
use projects::{ProjectFilter, ProjectInput, ProjectStatus, ProjectStore};

pub async fn projects_are_made_found_and_changed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let buyer = customer(store, owner).await;
    let first = project(store, owner, "P-1").await;
    let for_buyer = ProjectInput { customer_id: Some(buyer.id), ..input("Č/2") };
    let second = of_input(&for_buyer, 1);
    store.add_project(owner, &second, None).await.expect("kept");
    let closed = ProjectInput { status: Some(ProjectStatus::Closed), ..input("P-1") };
    let closed = changed(&first, &closed);
    store.change_project(owner, &closed).await.expect("changed");
    let stale = changed(&first, &input("P-9"));
    assert_eq!(kind(&store.change_project(owner, &stale).await), "conflict");
    let archived = ProjectInput { archived: Some(true), ..input("P-3") };
    let archived = of_input(&archived, 2);
    store.add_project(owner, &archived, None).await.expect("kept");
    assert_eq!(store.project(owner, closed.id).await.expect("there"), closed);
    let none = ProjectFilter::default;
    let text = |text: &str| ProjectFilter { text: Some(text.to_owned()), ..none() };
    for (filter, found) in [
        (none(), vec![&second, &closed]),
        (ProjectFilter { archived: true, ..none() }, vec![&archived]),
        (ProjectFilter { status: Some(ProjectStatus::Open), ..none() }, vec![&second]),
        (ProjectFilter { customer_id: Some(buyer.id), ..none() }, vec![&second]),
        (ProjectFilter { code: Some("P-1".into()), ..none() }, vec![&closed]),
        (ProjectFilter { code: Some("p-1".into()), ..none() }, vec![]),
        (text("c/2"), vec![&second]),
        (text("STRECHA p"), vec![&closed]),
        (text(" "), vec![&second, &closed]),
        (text("a\0b"), vec![]),
    ] {
        let page = store.projects(owner, &filter, None, 10).await.expect("a page");
        assert_eq!(page.rows.iter().collect::<Vec<_>>(), found, "{filter:?}");
    }
    let page = store.projects(owner, &none(), None, 1).await.expect("a page");
    let next = store.projects(owner, &none(), page.next(), 1).await.expect("a page");
    assert_eq!((page.rows, next.rows), (vec![second], vec![closed]));
}

pub async fn a_code_is_one_projects_alone(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let first = project(store, owner, "P-1").await;
    let second = project(store, owner, "P-2").await;
    let again = of_input(&input("P-1"), 0);
    assert_eq!(kind(&store.add_project(owner, &again, None).await), "taken");
    let renamed = changed(&second, &input("P-1"));
    assert_eq!(kind(&store.change_project(owner, &renamed).await), "taken");
    project(store, other, "P-1").await;
    assert_eq!(kind(&store.project(other, first.id).await), "not found");
    assert_eq!(kind(&store.change_project(other, &changed(&first, &input("X"))).await), "conflict");
    assert_eq!(kind(&store.delete_project(other, &first).await), "not found");
    let stranger = customer(store, other).await;
    let of_stranger = ProjectInput { customer_id: Some(stranger.id), ..input("P-3") };
    let of_stranger = of_input(&of_stranger, 0);
    assert_eq!(kind(&store.add_project(owner, &of_stranger, None).await), "not found");
    let nobody = OrganizationId(id());
    assert_eq!(kind(&store.add_project(nobody, &again, None).await), "not found");
}

pub async fn a_project_is_kept_with_its_answer(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let project = of_input(&input("P-1"), 0);
    let (mine, other) = (lease("p-1"), lease("p-1"));
    let claimed = store.claim(owner.into(), &mine, fingerprint(1), NOW).await.expect("claimed");
    assert_eq!(claimed, Decision::Proceed);
    let answer = Answer { status: 201, body: b"{}".to_vec() };
    let lost = store.add_project(owner, &project, Some((&other, &answer))).await;
    assert_eq!(kind(&lost), "lease lost");
    assert_eq!(kind(&store.project(owner, project.id).await), "not found");
    store.add_project(owner, &project, Some((&mine, &answer))).await.expect("made");
    let again = store.claim(owner.into(), &lease("p-1"), fingerprint(1), NOW).await;
    assert_eq!(again.expect("asked"), Decision::Replay(answer));
}
