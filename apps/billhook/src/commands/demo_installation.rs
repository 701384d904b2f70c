//! One of the two installations of `demo --network`.

use super::{
    demo_client::{DemoClient, text},
    demo_settings::{in_network, write_settings},
    local_world::{Provider, SELLER, World},
    result::Failure,
    seed::seed_unregistered,
    smp::{self, SmpCommand},
    stopping::Serving,
};
use crate::server;
use access::OrganizationId;
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    ports::AccountStore,
};
use runtime::{
    config::Config,
    wiring::{self, App},
};
use serde_json::{Value, json};
use std::{path::PathBuf, time::Duration};
use workers::Workers;

/// Longest time that one step may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// One of the two.
pub(super) struct Installation {
    pub(super) provider: Provider,
    pub(super) base_url: String,
    pub(super) config: Config,
    /// The file with the settings for the operator's commands.
    pub(super) file: PathBuf,
    pub(super) client: DemoClient,
    /// The organization of the installation.
    organization: OrganizationId,
    pub(super) participant: ParticipantId,
    pub(super) workers: Workers,
    pub(super) serving: Serving,
}

/// Seeds the firms, and gives the one of this provider: its client, its id, and its identifier in the network.
async fn firm_of(
    app: &App,
    provider: Provider,
) -> Result<(DemoClient, OrganizationId, ParticipantId), Failure> {
    let seeded = seed_unregistered(&app.store, app.clock.now()).await?.organizations;
    let firm = if provider.seat == SELLER.seat { &seeded.sk } else { &seeded.sk_buyer };
    let participant = app.store.account(firm.org_id).await?.participant_in(Network::Test);
    let participant = participant.ok_or("the firm has no identifier")?;
    let client = DemoClient::of(app.config.base_url.clone(), firm)?;
    Ok((client, firm.org_id, participant))
}

impl Installation {
    pub(super) async fn start(
        base: &Config,
        world: &World,
        provider: Provider,
        database: Option<String>,
    ) -> Result<Self, Failure> {
        let (listener, address) = server::bind("127.0.0.1:0")?;
        let outside = world.in_front_of(address).await?.base();
        let kept = world.dir().join(provider.name).join("billhook.db");
        let config = Config {
            database_url: database.unwrap_or_else(|| format!("sqlite:{}", kept.display())),
            base_url: format!("http://{address}"),
            peppol_smp_url: Some(format!("{outside}/smp")),
            peppol_as4_url: Some(format!("{outside}/as4")),
            workers: Some(1),
            ..in_network(base.clone(), world, provider)
        };
        let file = write_settings(&config, world, provider)?;
        let app = wiring::wire(config.clone()).await?;
        let (client, organization, participant) = firm_of(&app, provider).await?;
        let base_url = config.base_url.clone();
        let workers = Workers::start(&app);
        let serving = Serving::start(server::server(app, listener)?);
        let (name, seat) = (provider.name, provider.seat);
        println!("  {name:12} {base_url}, access point {seat}, {participant}");
        println!("  {:12} SMP {outside}/smp/test, settings {}", "", file.display());
        Ok(Self {
            provider,
            base_url,
            config,
            file,
            client,
            organization,
            participant,
            workers,
            serving,
        })
    }

    /// Enters the SMP in the SML, as an operator does, and enrolls the organization.
    pub(super) async fn register(&self, world: &World) -> Result<(), Failure> {
        println!("registered   the SMP of the {}:", self.provider.name);
        let register = SmpCommand::Register { all: false };
        smp::manage(self.config.clone(), register, Network::Test).await?;
        let token = json!({ "verificationTokenHex": "0a" });
        let enrolled = self.client.post("/v1/agent/peppol/enroll", &token).await?;
        let (status, entry) = (text(&enrolled["data"], "status"), &enrolled["data"]["entry"]);
        println!("enrolled     {}: {status}, entry {}", self.participant, text(entry, "state"));
        let path = format!("/v1/agent/organizations/{}", self.organization);
        let is_listed = |found: &Value| {
            (text(&found["peppol_entry"], "state") == "listed").then(|| found.clone())
        };
        self.until("the entry", &path, is_listed).await?;
        for id in [self.provider.id, &self.participant.to_string()] {
            let (smp, address) = world.place_of(id).ok_or("it is not in the SML")?;
            println!("SML          {id} is entered for {smp}, {address}");
        }
        Ok(())
    }

    async fn read(&self, path: &str) -> Result<Value, Failure> {
        Ok(serde_json::from_slice(&self.client.get(path).await?)?)
    }

    /// Repeats a request until `find` returns something for its answer.
    pub(super) async fn until(
        &self,
        what: &str,
        path: &str,
        find: impl Fn(&Value) -> Option<Value>,
    ) -> Result<Value, Failure> {
        let end = tokio::time::Instant::now() + PATIENCE;
        loop {
            let answer = self.read(path).await?;
            if let Some(found) = find(&answer) {
                return Ok(found);
            }
            if tokio::time::Instant::now() > end {
                return Err(format!("{what}: not within {PATIENCE:?}: {answer}").into());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
