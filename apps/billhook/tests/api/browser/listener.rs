//! Sites of somebody else, on this machine.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    thread,
};

/// Listens until the tests end, and answers each request by its target (`/path?query`) with the head and body that
/// `answer` makes. Returns the address under this name of the machine.
pub fn listen(host: &str, answer: impl Fn(&str) -> String + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || listener.incoming().flatten().for_each(|it| serve(it, &answer)));
    format!("http://{host}:{}", address.port())
}

fn serve(mut stream: TcpStream, answer: &impl Fn(&str) -> String) {
    let mut head = [0; 8192];
    let read = stream.read(&mut head).unwrap_or_default();
    let head = String::from_utf8_lossy(&head[..read]).into_owned();
    // a connection that the browser opened for later says nothing
    let Some(target) = head.split(' ').nth(1) else { return };
    let _ = stream.write_all(answer(target).as_bytes());
}

/// A page.
pub fn page(content: &str) -> String {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close";
    format!("{head}\r\nContent-Length: {}\r\n\r\n{content}", content.len())
}

/// The way to another place.
pub fn redirect(location: &str) -> String {
    let head = "HTTP/1.1 303 See Other\r\nConnection: close\r\nContent-Length: 0";
    format!("{head}\r\nLocation: {location}\r\n\r\n")
}
