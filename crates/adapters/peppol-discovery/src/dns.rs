//! Queries the DNS. Answers are cached for their time to live, within bounds.

use crate::{Settings, SetupError};
use hickory_resolver::config::{
    ConnectionConfig, NameServerConfig, ResolveHosts, ResolverConfig, ResolverOpts,
};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::{DnsError, NetError};
use hickory_resolver::proto::op::ResponseCode;
use hickory_resolver::proto::rr::{Name, RData, Record, RecordType, rdata::NAPTR};
use hickory_resolver::{ResolverBuilder, TokioResolver};
use peppol_messages::discovery::{Lookup, Naptr};
use std::net::SocketAddr;
use std::time::Duration;

/// The maximum number of cached answers.
const KEPT: u64 = 4_096;
/// The maximum time that an answer is cached, whatever its time to live.
const LONGEST: Duration = Duration::from_secs(60 * 60);

pub(crate) struct Dns(TokioResolver);

impl Dns {
    pub(crate) fn new(settings: &Settings) -> Result<Self, SetupError> {
        let fault = |error: NetError| SetupError::Dns(error.to_string());
        let mut builder = builder(&settings.name_servers).map_err(fault)?;
        options(builder.options_mut(), settings.dns_timeout);
        Ok(Self(builder.build().map_err(fault)?))
    }

    /// The records of a name, and the error of the resolver when there are none.
    pub(crate) async fn naptr(&self, name: &str) -> (Lookup, String) {
        // the dot at the end keeps the resolver from appending the machine's search list
        let Ok(asked) = Name::from_ascii(format!("{name}.")) else {
            return (Lookup::Failed, "it is no name of the DNS".to_owned());
        };
        match self.0.lookup(asked.clone(), RecordType::NAPTR).await {
            Ok(found) => match records(&asked, found.answers()) {
                Some(records) => (Lookup::Records(records), String::new()),
                None => (Lookup::Failed, OF_ANOTHER.to_owned()),
            },
            Err(error) => (failure(&asked, &error), error.to_string()),
        }
    }
}

fn builder(servers: &[SocketAddr]) -> Result<ResolverBuilder<TokioRuntimeProvider>, NetError> {
    if servers.is_empty() {
        return TokioResolver::builder_tokio();
    }
    let server = |address: &SocketAddr| {
        let at = |mut connection: ConnectionConfig| {
            connection.port = address.port();
            connection
        };
        let connections = vec![at(ConnectionConfig::udp()), at(ConnectionConfig::tcp())];
        NameServerConfig::new(address.ip(), true, connections)
    };
    let servers = servers.iter().map(server).collect();
    let config = ResolverConfig::from_parts(None, Vec::new(), servers);
    Ok(TokioResolver::builder_with_config(config, TokioRuntimeProvider::default()))
}

fn options(options: &mut ResolverOpts, timeout: Duration) {
    options.timeout = timeout;
    options.attempts = 2;
    options.cache_size = KEPT;
    options.positive_max_ttl = Some(LONGEST);
    options.negative_max_ttl = Some(Duration::from_secs(5 * 60));
    options.use_hosts_file = ResolveHosts::Never;
}

fn failure(asked: &Name, error: &NetError) -> Lookup {
    match error {
        NetError::Truncated => Lookup::Truncated,
        NetError::Dns(DnsError::NoRecordsFound(none)) => match none.response_code {
            ResponseCode::NXDomain => Lookup::NoSuchName,
            // a name without records is confirmed by the SOA record of its zone (RFC 2308, 2.2). A server that only
            // refers to other servers, answers about another name (which the resolver does not show), or answers
            // nothing at all has not answered: the send must be retried and not fail for good
            ResponseCode::NoError
                if none.soa.as_ref().is_some_and(|soa| soa.name.zone_of(asked)) =>
            {
                Lookup::Records(Vec::new())
            }
            _ => Lookup::Failed,
        },
        _ => Lookup::Failed,
    }
}

const OF_ANOTHER: &str = "the answer is about another name";

/// The records of the queried name, or of a name that it is an alias of. Records of other names are ignored; `None`
/// when there are only such records.
fn records(asked: &Name, answers: &[Record]) -> Option<Vec<Naptr>> {
    let mut names = vec![asked.clone()];
    for record in answers {
        if let RData::CNAME(alias) = &record.data
            && names.contains(&record.name)
        {
            names.push(alias.0.clone());
        }
    }
    let of_name = || answers.iter().filter(|record| names.contains(&record.name));
    if of_name().next().is_none() && !answers.is_empty() {
        return None;
    }
    let naptr = |record: &Record| match &record.data {
        RData::NAPTR(found) => Some(read(found)),
        _ => None,
    };
    Some(of_name().filter_map(naptr).collect())
}

fn read(found: &NAPTR) -> Naptr {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Naptr {
        order: found.order,
        preference: found.preference,
        flags: text(&found.flags),
        service: text(&found.services),
        regexp: text(&found.regexp),
    }
}
