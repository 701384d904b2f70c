//! The contract of the rate source, against a server on a real socket.

use crate::banks::{CNB, DAILY, HISTORY, NINETY, client, respond, server};
use exchange_rates::{CentralBank, CentralBankClient};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;
use testkit::network_contract::rate_source::{Bank, Published, RateSourceUnderTest};
use time::macros::date;

struct Banks;

fn publishing(target: &str, stream: &mut TcpStream) {
    let body = match target {
        "/ecb/eurofxref-daily.xml" => &**DAILY,
        "/ecb/eurofxref-hist-90d.xml" => &**NINETY,
        "/ecb/eurofxref-hist.xml" => &**HISTORY,
        day if day.starts_with("/cnb/denni_kurz.txt?date=") => &**CNB,
        _ => return respond(stream, "404 Not Found", "", b"nothing here"),
    };
    respond(stream, "200 OK", "", body.as_bytes());
}

/// The address of a port on which nothing listens.
fn nobody() -> String {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    format!("http://{}", free.local_addr().expect("an address"))
}

impl RateSourceUnderTest for Banks {
    type Source = CentralBankClient;

    const BANKS: &'static [CentralBank] = &[CentralBank::Ecb, CentralBank::Cnb];

    fn published(&self, _: CentralBank) -> Published {
        Published {
            day: date!(2026 - 11 - 20),
            currency: "USD",
            quiet_day: date!(2026 - 11 - 22),
            none: date!(2026 - 12 - 24),
        }
    }

    async fn source(&self, banks: Bank) -> Option<CentralBankClient> {
        let address = match banks {
            Bank::Publishes => server(publishing).0,
            Bank::Down => nobody(),
            Bank::Silent => server(|_, _| thread::sleep(Duration::from_secs(20))).0,
            Bank::Garbage => server(|_, stream| respond(stream, "200 OK", "", b"\xFF\0<Cube")).0,
        };
        Some(client(&address))
    }
}

async fn banks_on_a_socket() -> Banks {
    Banks
}

testkit::rate_source_contract!(banks_on_a_socket);
