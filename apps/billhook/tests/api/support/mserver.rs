//! A Pohoda with its mServer: it makes each document once, unless it refuses it or is down.

use std::sync::{Arc, Mutex};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// A program that documents are written into.
pub struct Mserver {
    pub url: String,
    state: Arc<Mutex<State>>,
    task: JoinHandle<()>,
}

#[derive(Default)]
struct State {
    /// External ids, in the order in which they were made.
    made: Vec<String>,
    /// What is refused: whose item has this text.
    refused: Option<String>,
    is_down: bool,
    /// Whether the next answer is lost after the work is done.
    loses_an_answer: bool,
}

impl Mserver {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let state = Arc::<Mutex<State>>::default();
        let of_task = Arc::clone(&state);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&of_task)));
            }
        });
        Self { url, state, task }
    }

    /// The external ids of what was made, in this order.
    pub fn made(&self) -> Vec<String> {
        self.state.lock().expect("the state").made.clone()
    }

    /// Refuses what has this text; nothing where there is none.
    pub fn refuse(&self, text: Option<&str>) {
        self.state.lock().expect("the state").refused = text.map(str::to_owned);
    }

    pub fn set_down(&self, is_down: bool) {
        self.state.lock().expect("the state").is_down = is_down;
    }

    pub fn lose_an_answer(&self) {
        self.state.lock().expect("the state").loses_an_answer = true;
    }
}

impl Drop for Mserver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, state: Arc<Mutex<State>>) {
    let Some(request) = read(&mut stream).await else { return };
    let Some(body) = state.lock().expect("the state").answer(&request) else { return };
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: text/xml\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all([head.as_bytes(), body.as_bytes()].concat().as_slice()).await;
}

/// Head and body.
async fn read(stream: &mut TcpStream) -> Option<String> {
    let (mut all, mut chunk) = (Vec::new(), vec![0; 65_536]);
    loop {
        let text = String::from_utf8_lossy(&all).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                let is_length = name.eq_ignore_ascii_case("content-length");
                is_length.then(|| value.trim().parse::<usize>().ok())?
            });
            if body.len() >= length.unwrap_or(0) {
                return Some(text);
            }
        }
        let count = stream.read(&mut chunk).await.ok().filter(|count| *count > 0)?;
        all.extend_from_slice(&chunk[..count]);
    }
}

impl State {
    /// None: the connection ends without an answer.
    fn answer(&mut self, request: &str) -> Option<String> {
        if self.is_down {
            return None;
        }
        if request.starts_with("GET /status") {
            return Some("<mServer><status>idle</status></mServer>".to_owned());
        }
        let looks = request.contains("<ftr:filter>");
        let items: String = request
            .split("<dat:dataPackItem ")
            .skip(1)
            .map(|item| if looks { self.look_up(item) } else { self.make(item) })
            .collect();
        if !looks && std::mem::take(&mut self.loses_an_answer) {
            return None;
        }
        Some(format!(
            "<rsp:responsePack version=\"2.0\" id=\"1\" state=\"ok\" xmlns:rsp=\"urn:rsp\" \
             xmlns:rdc=\"urn:rdc\" xmlns:inv=\"urn:inv\">{items}</rsp:responsePack>"
        ))
    }

    fn make(&mut self, item: &str) -> String {
        let (posting, external) = (between(item, "id=\"", "\""), external_id(item));
        if self.refused.as_ref().is_some_and(|text| item.contains(text)) {
            return format!(
                "<rsp:responsePackItem version=\"2.0\" id=\"{posting}\" state=\"error\" note=\"Obdobie je uzavreté\"/>"
            );
        }
        if !self.made.contains(&external) {
            self.made.push(external.clone());
        }
        let id = self.made.iter().position(|made| *made == external).unwrap_or_default() + 1;
        format!(
            "<rsp:responsePackItem version=\"2.0\" id=\"{posting}\" state=\"ok\"><inv:response state=\"ok\">\
             <rdc:producedDetails><rdc:id>{id}</rdc:id><rdc:number>26FV{id}</rdc:number></rdc:producedDetails>\
             </inv:response></rsp:responsePackItem>"
        )
    }

    fn look_up(&self, item: &str) -> String {
        let (posting, external) = (between(item, "id=\"", "\""), external_id(item));
        let found = self.made.iter().position(|made| *made == external).map(|place| {
            let id = place + 1;
            format!(
                "<inv:list xmlns:typ=\"urn:typ\"><inv:invoiceHeader><inv:extId><typ:ids>{external}</typ:ids>\
                 </inv:extId><inv:id>{id}</inv:id></inv:invoiceHeader></inv:list>"
            )
        });
        let found = found.unwrap_or_default();
        format!(
            "<rsp:responsePackItem version=\"2.0\" id=\"{posting}\" state=\"ok\">{found}</rsp:responsePackItem>"
        )
    }
}

fn external_id(item: &str) -> String {
    between(item, "<typ:ids>", "</typ:ids>")
}

fn between(text: &str, before: &str, after: &str) -> String {
    let rest = text.split_once(before).map_or("", |(_, rest)| rest);
    rest.split_once(after).map_or("", |(found, _)| found).to_owned()
}
