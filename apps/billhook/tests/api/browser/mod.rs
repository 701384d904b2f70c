//! The pages in a real Chromium, through chromedriver: what no HTTP client sees. One server, two sessions beside each
//! other: one reads Slovak, light and wide, dark and narrow; the other reads English, zoomed to 200 %.
//!
//! `BILLHOOK_CHROMEDRIVER` names the driver; otherwise `chromedriver` is taken from the path. Where there was neither when
//! the test was compiled it is ignored; a driver that does not start is a failure.

mod answers;
mod checking;
mod chromium;
mod consent;
mod keyboard;
mod listener;
mod live;
mod look;
mod other_sites;
mod pages;
mod records;
mod second_factor;
mod stock;
mod world;

use crate::support::Engine;
use chromium::{Chromium, Tab};
use look::look_at;
use std::time::Duration;
use world::World;

#[test_needs::in_browser]
#[tokio::test]
async fn pages_in_a_real_browser() {
    let chromium = Chromium::start();
    let world = World::make(Engine::Sqlite).await;
    let slovak = chromium.run("sk", async |tab: Tab| {
        let mut faults = look_at(&tab, &world, &pages::before_sign_in("sk")).await;
        keyboard::from_sign_in_to_a_sent_invoice(&tab, &world).await;
        live::sums_follow_what_is_typed(&tab, &world).await;
        faults.extend(look_at(&tab, &world, pages::AFTER_SIGN_IN).await);
        faults.extend(stock::is_found_as_typed(&tab, &world).await);
        faults.extend(checking::judges_what_it_is_given(&tab, &world).await);
        faults
    });
    let english = chromium.run("en", async |tab: Tab| {
        let mut faults = look_at(&tab, &world, &pages::before_sign_in("en")).await;
        faults.extend(checking::judges_what_it_is_given(&tab, &world).await);
        second_factor::sign_in(&tab, &world).await;
        faults.extend(look_at(&tab, &world, pages::AFTER_SIGN_IN).await);
        faults.extend(stock::is_found_as_typed(&tab, &world).await);
        consent::leads_to_the_application(&tab, &world).await;
        faults
    });
    let looked = async { tokio::join!(slovak, english) };
    let (slovak, english) = in_time(looked).await;
    // what changes something that the pages show, or who may see them, comes last
    let changing = chromium.run("sk", async |tab: Tab| {
        second_factor::sign_in(&tab, &world).await;
        let mut faults = answers::look_at_them(&tab, &world).await;
        other_sites::change_nothing(&tab, &world).await;
        faults.extend(second_factor::look_at_it(&tab, &world).await);
        faults
    });
    let faults = [slovak, english, in_time(changing).await].concat();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

async fn in_time<T>(visit: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(900), visit).await.expect("in a quarter of an hour")
}
