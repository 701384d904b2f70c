//! A name server on this machine, over UDP and TCP.

use hickory_resolver::proto::op::{Message, MessageType, ResponseCode};
use hickory_resolver::proto::rr::rdata::{CNAME, NAPTR, NS, SOA};
use hickory_resolver::proto::rr::{Name, RData, Record};
use peppol_messages::discovery::Naptr;
use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, UdpSocket};

/// The answer about a name. Unknown names do not exist.
#[derive(Debug, Clone)]
pub enum Says {
    /// These records.
    Records(Vec<Naptr>),
    /// Cut off over UDP, whole over TCP.
    LargeRecords(Vec<Naptr>),
    /// Records of another name than the queried one.
    OfOtherName(Vec<Naptr>),
    /// An alias of a name that has the records.
    Alias(Vec<Naptr>),
    /// NOERROR without records, with the SOA record of its zone, which confirms that there are none.
    Empty,
    /// The same with the SOA record of another zone.
    EmptyOfOtherZone,
    /// NOERROR and nothing else.
    Nothing,
    /// Only who else might know.
    Referral,
    /// A code, for example NXDOMAIN.
    Code(ResponseCode),
    /// No answer.
    Silence,
}

#[derive(Default)]
struct State {
    names: HashMap<String, Says>,
    questions: usize,
}

/// A name server; it ends with the process. Clones are the same server.
#[derive(Clone)]
pub struct NameServer {
    /// Where it listens, over UDP and TCP.
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl NameServer {
    /// A name server on a free port, which knows no name yet.
    ///
    /// # Errors
    /// No port is free.
    pub async fn open() -> io::Result<Self> {
        let state = Arc::new(Mutex::new(State::default()));
        let (udp, tcp) = loop {
            let tcp = TcpListener::bind("127.0.0.1:0").await?;
            if let Ok(udp) = UdpSocket::bind(tcp.local_addr()?).await {
                break (udp, tcp);
            }
        };
        let address = udp.local_addr()?;
        tokio::spawn(over_udp(udp, state.clone()));
        tokio::spawn(over_tcp(tcp, state.clone()));
        Ok(Self { address, state })
    }

    /// Sets the answer about a name.
    pub fn put(&self, name: &str, says: Says) {
        locked(&self.state).names.insert(name.to_lowercase(), says);
    }

    /// Removes the answer about a name.
    pub fn forget(&self, name: &str) {
        locked(&self.state).names.remove(&name.to_lowercase());
    }

    /// The number of queries so far.
    #[must_use]
    pub fn questions(&self) -> usize {
        locked(&self.state).questions
    }
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn over_udp(socket: UdpSocket, state: Arc<Mutex<State>>) {
    let mut buffer = [0; 2_048];
    while let Ok((length, from)) = socket.recv_from(&mut buffer).await {
        if let Some(answer) = answer(&buffer[..length], &state, true) {
            let _ = socket.send_to(&answer, from).await;
        }
    }
}

async fn over_tcp(listener: TcpListener, state: Arc<Mutex<State>>) {
    while let Ok((mut stream, _)) = listener.accept().await {
        let state = state.clone();
        tokio::spawn(async move {
            while let Ok(length) = stream.read_u16().await {
                let mut question = vec![0; usize::from(length)];
                if stream.read_exact(&mut question).await.is_err() {
                    return;
                }
                let Some(answer) = answer(&question, &state, false) else { return };
                let Ok(length) = u16::try_from(answer.len()) else { return };
                let _ = stream.write_u16(length).await;
                let _ = stream.write_all(&answer).await;
            }
        });
    }
}

fn answer(question: &[u8], state: &Mutex<State>, is_udp: bool) -> Option<Vec<u8>> {
    let question = Message::from_vec(question).ok()?;
    let name = question.queries.first()?.name().clone();
    let says = {
        let mut state = locked(state);
        state.questions += 1;
        let key = name.to_ascii().trim_end_matches('.').to_lowercase();
        state.names.get(&key).cloned()
    };
    let mut answer = question.clone();
    answer.metadata.message_type = MessageType::Response;
    answer.metadata.recursion_available = true;
    match says.unwrap_or(Says::Code(ResponseCode::NXDomain)) {
        Says::Silence => return None,
        Says::LargeRecords(_) if is_udp => answer.metadata.truncation = true,
        says => fill(&mut answer, name, says),
    }
    answer.to_vec().ok()
}

/// Fills in the answer about a name.
fn fill(answer: &mut Message, name: Name, says: Says) {
    let other = root("other.example.");
    match says {
        Says::Records(all) | Says::LargeRecords(all) => add(answer, &name, &all),
        Says::OfOtherName(all) => add(answer, &other, &all),
        Says::Alias(all) => {
            let alias = RData::CNAME(CNAME(other.clone()));
            answer.answers.push(Record::from_rdata(name, 60, alias));
            add(answer, &other, &all);
        }
        Says::Empty => answer.authorities.push(authority(name.base_name())),
        Says::EmptyOfOtherZone => answer.authorities.push(authority(other)),
        Says::Referral => {
            let server = RData::NS(NS(other));
            answer.authorities.push(Record::from_rdata(root("example."), 60, server));
        }
        Says::Code(code) => {
            answer.metadata.response_code = code;
            if code == ResponseCode::NXDomain {
                answer.authorities.push(authority(name.base_name()));
            }
        }
        Says::Nothing | Says::Silence => {}
    }
}

fn root(name: &str) -> Name {
    Name::from_ascii(name).unwrap_or_else(|_| Name::root())
}

fn authority(zone: Name) -> Record {
    let soa = SOA::new(root("ns.example."), root("admin.example."), 1, 60, 60, 60, 60);
    Record::from_rdata(zone, 60, RData::SOA(soa))
}

fn add(answer: &mut Message, name: &Name, records: &[Naptr]) {
    for one in records {
        let bytes = |text: &str| text.as_bytes().to_vec().into_boxed_slice();
        let naptr = NAPTR::new(
            one.order,
            one.preference,
            bytes(&one.flags),
            bytes(&one.service),
            bytes(&one.regexp),
            Name::root(),
        );
        answer.answers.push(Record::from_rdata(name.clone(), 60, RData::NAPTR(naptr)));
    }
}

/// The record of an SMP at a base address.
#[must_use]
pub fn naptr(url: &str) -> Naptr {
    Naptr {
        order: 100,
        preference: 10,
        flags: "U".to_owned(),
        service: "Meta:SMP".to_owned(),
        regexp: format!("!.*!{url}!"),
    }
}
