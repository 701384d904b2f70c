//! The pages in a real Chromium, through chromedriver: what no HTTP client sees. One server, one session.
//!
//! `BILLHOOK_CHROMEDRIVER` names the driver, and then it must be there; otherwise `chromedriver` is taken from
//! the path, and without one the test is left out and says so.

mod chromium;
mod keyboard;
mod live;
mod other_sites;
mod pages;
mod world;

use crate::support::Engine;
use chromium::Chromium;
use std::time::Duration;
use world::World;

#[tokio::test]
async fn pages_in_a_real_browser() {
    let Some(chromium) = Chromium::start() else { return };
    let world = World::make(Engine::Sqlite).await;
    let visit = async |tab: chromium::Tab| {
        let mut faults = pages::look_at(&tab, &world, pages::BEFORE_SIGN_IN).await;
        tab.wide_and_light().await;
        keyboard::from_sign_in_to_a_sent_invoice(&tab, &world).await;
        live::sums_follow_what_is_typed(&tab, &world).await;
        faults.extend(pages::look_at(&tab, &world, pages::AFTER_SIGN_IN).await);
        other_sites::change_nothing(&tab, &world).await;
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    };
    let visited = chromium.run(visit);
    tokio::time::timeout(Duration::from_secs(180), visited).await.expect("in three minutes");
}
