use super::{
    demo_after::settle_first,
    demo_client::DemoClient,
    demo_pages::fill_pages,
    demo_year::fill_year,
    result::CommandResult,
    seed::seed,
    stopping::{Serving, StopSignals, stop_in_order},
};
use crate::server;
use access::Role;
use organizations::OperatorStore;
use runtime::{config::Config, wiring};
use sign_in::SignInStore;
use std::{io, path::PathBuf, sync::Arc};
use store::Store;
use uuid::Uuid;
use workers::Workers;

/// Starts a server on a fresh embedded database, issues one document of each type through its HTTP
/// interface, sends one, has it paid and set off, and leaves the server running.
pub async fn demo(mut config: Config, dir: Option<PathBuf>, exit: bool) -> CommandResult {
    let dir = fresh_dir(dir)?;
    let (listener, address) = listen(&config)?;
    config.database_url = format!("sqlite:{}", dir.join("billhook.db").display());
    config.base_url = format!("http://{address}");
    config.clock_force = true;
    // the endpoint that it registers is its own
    config.webhook_allow_loopback = true;
    let base_url = config.base_url.clone();
    println!("Billhook demo\n  database  {}", config.database_url);
    let app = wiring::wire(config).await?;
    let seeded = seed(&app.store, app.clock.now()).await?;
    be_a_partner(&app.store, &seeded.user.email).await?;
    let workers = Workers::start(&app);
    let filled = Arc::clone(&app);
    let server = server::server(app, listener)?;
    let mut signals = StopSignals::listen()?;
    let serving = Serving::start(server);
    println!("  server    {base_url}\n  files     {}\n", dir.display());
    println!("Sign in at {base_url}/sign-in as {} / {}\n", seeded.user.email, seeded.user.password);
    let client = DemoClient::new(base_url, &seeded)?;
    let first = client.issue_all(&dir).await?;
    client.send_to_the_other_organization(first).await?;
    settle_first(&client, first, &dir).await?;
    // both companies of the user: the portal opens on either
    for company in [seeded.organizations.sk.org_id, seeded.organizations.sk_buyer.org_id] {
        fill_year(&filled, company).await?;
    }
    fill_pages(&client, &client.buyer()).await?;
    if !exit {
        client.print_curl(first);
        signals.received().await;
    }
    Ok(stop_in_order(&mut signals, Some(workers), [serving]).await?)
}

/// Makes the user of the demonstration a member of the partner too, so that they see its portal.
async fn be_a_partner(store: &Store, email: &str) -> CommandResult {
    let partner = store.partners(None, 1).await?.rows.pop().ok_or("there is no partner")?;
    let user = store.user_for_sign_in(email).await?.ok_or("there is no user")?;
    Ok(store.set_partner_member(partner.id, user.id, Role::Owner).await?)
}

/// The folder for the demo's files: a new one, or an empty one of the user's choice.
pub(super) fn fresh_dir(dir: Option<PathBuf>) -> io::Result<PathBuf> {
    let dir = dir
        .unwrap_or_else(|| std::env::temp_dir().join(format!("billhook-demo-{}", Uuid::now_v7())));
    if dir.join("billhook.db").exists() {
        let message = format!("{} holds a database already: name a new folder", dir.display());
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
    }
    std::fs::create_dir_all(&dir)?;
    Ok(dir)
}

/// The configured address, or a free port when it is in use.
fn listen(config: &Config) -> io::Result<(std::net::TcpListener, std::net::SocketAddr)> {
    server::bind(&config.listen).or_else(|error| {
        println!("  note      {error}; taking a free port");
        server::bind("127.0.0.1:0")
    })
}
