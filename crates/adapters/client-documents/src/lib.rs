//! Client ID Metadata Documents over https. Any caller of the authorization endpoint can name an address, so requests
//! to it are limited: checked addresses, no redirects, five seconds, five kilobytes, a few at a time.

use checked_http::{CheckedClient, Failure, Settings, SetupError};
use oauth::clients::{ClientDocuments, DocumentError, MAX_CLIENT_DOCUMENT};
use reqwest::Url;
use std::{
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The longest call, from the look-up to the end of the answer.
pub const TIMEOUT: Duration = Duration::from_secs(5);

/// Largest number of documents that are fetched at the same time. Beyond it a caller does not wait but has to retry.
const AT_ONCE: usize = 8;

/// Largest number of those fetches for one client address.
const FROM_ONE: usize = 2;

/// Reads documents over https.
#[derive(Debug)]
pub struct HttpDocuments {
    http: CheckedClient,
    room: Room,
}

impl HttpDocuments {
    /// # Errors
    /// [`SetupError`].
    pub fn new(settings: Settings) -> Result<Self, SetupError> {
        Ok(Self { http: CheckedClient::new(settings)?, room: Room::default() })
    }
}

/// For whom documents are asked for now.
#[derive(Debug, Default)]
struct Room(Mutex<Vec<IpAddr>>);

impl Room {
    fn inside(&self) -> MutexGuard<'_, Vec<IpAddr>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, from: IpAddr) -> Result<Pass<'_>, DocumentError> {
        let from = network(from);
        let mut inside = self.inside();
        let own = inside.iter().filter(|known| **known == from).count();
        if inside.len() >= AT_ONCE || own >= FROM_ONE {
            return Err(DocumentError::Busy);
        }
        inside.push(from);
        Ok(Pass { room: self, from })
    }
}

/// The network of an IPv6 address, because one client usually has all addresses in it.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

/// A place in the room, given back on drop.
struct Pass<'a> {
    room: &'a Room,
    from: IpAddr,
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let mut inside = self.room.inside();
        if let Some(place) = inside.iter().position(|known| *known == self.from) {
            inside.swap_remove(place);
        }
    }
}

fn refused(failure: Failure) -> DocumentError {
    match failure {
        Failure::TooLarge(_) => DocumentError::TooLong,
        failure => DocumentError::Unreachable(failure.into()),
    }
}

impl ClientDocuments for HttpDocuments {
    async fn document(&self, address: &str, from: IpAddr) -> Result<Vec<u8>, DocumentError> {
        let _pass = self.room.enter(from)?;
        let url = Url::parse(address).map_err(|error| DocumentError::Unreachable(error.into()))?;
        if url.scheme() != "https" {
            return Err(DocumentError::Unreachable("the address is not https".into()));
        }
        let answer = self.http.get(&url, MAX_CLIENT_DOCUMENT + 1).await.map_err(refused)?;
        match answer.status {
            200 => Ok(answer.body),
            status => Err(DocumentError::Status(status)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_takes_all_the_room() {
        let room = Room::default();
        let at = |text: &str| room.enter(text.parse().expect("an address"));
        let mut inside: Vec<_> = (0..2).map(|_| at("192.0.2.1").expect("room")).collect();
        // the same machine, another name of it, and another address of the same network
        inside.push(at("2001:db8:1:2::1").expect("room"));
        inside.push(at("2001:db8:1:2:ffff::9").expect("room"));
        for full in ["192.0.2.1", "::ffff:192.0.2.1", "2001:db8:1:2:3::"] {
            assert!(matches!(at(full), Err(DocumentError::Busy)), "{full}");
        }
        inside.extend((3..7).map(|n| at(&format!("192.0.2.{n}")).expect("room for others")));
        assert!(matches!(at("192.0.2.9"), Err(DocumentError::Busy)), "eight are asked for");
        drop(inside);
        at("192.0.2.1").map(drop).expect("room again");
    }
}
