//! Tests that the documents of a project are found by the index of their project.

use super::{
    super::super::{
        super::explain::{STATISTICS, USING, execute, on_engine, temporary},
        plans::explain,
        sql::Backend,
    },
    amounts::{expenses_query, invoices_query},
};
use crate::fill;
use ::projects::{Cost, ProjectId, ProjectInput, ProjectSpan, ProjectStore};
use access::OrganizationId;
use invoicing::{
    InvoiceStore, Violations,
    records::{Provision, ProvisionStore},
};
use money::Currency;
use peppol_connector::identifiers::Network;
use testkit::build::{NOW, draft, id, organization, respond};

/// 20,000 invoices and as many expenses, of which one in a hundred is of the project.
async fn filled(store: &Backend) -> (OrganizationId, ProjectId) {
    let organization = organization();
    let owner = organization.id;
    let provision = Provision { organizations: vec![organization], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    let (code, name) = (Some("P-1".to_owned()), Some("Strecha".to_owned()));
    let input = ProjectInput { code, name, ..ProjectInput::default() };
    let project = input.check(ProjectId(id()), NOW, Currency::Eur, Violations::new());
    let project = project.expect("right");
    store.add_project(owner, &project, None).await.expect("kept");
    store.issue(&draft(owner), None, respond).await.expect("issued");
    let postgres = USING.starts_with("Index");
    execute(store, &fill::copies(postgres, 5_000)).await;
    let assign = "update invoices set project_id = (select id from projects)
         where number like 'N%00';
         insert into expenses (organization_id, id, expense_type, number, status, payment_status,
             supplier_id, search_name, subtotal, total, paid_amount, currency, issue_date, created_at,
             version, content, review, project_id)
           select organization_id, id, 'invoice', number, 'approved', 'unpaid', customer_id, '',
             subtotal, total, 0, currency, issue_date, created_at, 1, '{}', '{}', project_id
           from invoices where number like 'N%';";
    execute(store, assign).await;
    (owner, project.id)
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_documents_of_a_project_are_found_by_their_index() {
    let (store, _place) = temporary().await;
    let (owner, project) = filled(&store).await;
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        let (network, cost) = (Network::Live, Cost::WithoutVat);
        let span = ProjectSpan { from: None, to: None, network, cost };
        for (query, index) in [
            (invoices_query(owner, project, &span), "invoices_project"),
            (expenses_query(owner, project, &span), "expenses_project"),
        ] {
            let plan = explain(&store, query).await;
            // what was found is few, and is read completely; the copies have no rows of VAT
            let found = plan.replace("SCAN documents", "");
            let slow = ["Seq Scan on invoices", "Seq Scan on expenses", "SCAN"];
            let reads_all = slow.iter().any(|slow| found.contains(slow));
            assert!(plan.contains(index) && !reads_all, "{index}:\n{plan}");
        }
    }
}
