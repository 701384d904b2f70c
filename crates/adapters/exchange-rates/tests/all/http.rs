//! The client against a real TCP server: answers, redirects, and banks that misbehave.

use crate::banks::{CNB, DAILY, banks, client, respond, server, settings};
use exchange_rates::{CentralBank, CentralBankClient, FormatError, RateError, Settings};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};
use time::macros::date;

#[tokio::test]
async fn ecb_asks_for_the_smallest_file_that_answers() {
    let (address, targets) = server(banks);
    let client = client(&address);
    let table = [
        (date!(2026 - 11 - 22), date!(2026 - 11 - 20), 1),
        (date!(2026 - 11 - 20), date!(2026 - 11 - 20), 1),
        (date!(2026 - 11 - 19), date!(2026 - 11 - 19), 2),
        (date!(2026 - 11 - 15), date!(2026 - 11 - 13), 2),
        (date!(2022 - 02 - 27), date!(2022 - 02 - 25), 3),
    ];
    for (day, published, requests) in table {
        let rates = client.rates_on(CentralBank::Ecb, day).await.expect("rates");
        assert_eq!(rates.date, published, "{day}");
        assert_eq!(targets.try_iter().count(), requests, "{day}");
    }
}

#[tokio::test]
async fn a_day_without_rates_is_not_published() {
    let (address, targets) = server(banks);
    let client = client(&address);
    for (day, requests) in
        [(date!(2026 - 12 - 24), 1), (date!(2026 - 10 - 01), 2), (date!(1998 - 12 - 31), 3)]
    {
        let error = client.rates_on(CentralBank::Ecb, day).await.unwrap_err();
        assert!(matches!(error, RateError::NotPublished { .. }), "{day}: {error:?}");
        assert_eq!(targets.try_iter().count(), requests, "{day}");
    }
}

#[tokio::test]
async fn cnb_is_asked_for_the_day() {
    let (address, targets) = server(banks);
    let client = client(&address);
    let rates = client.rates_on(CentralBank::Cnb, date!(2026 - 11 - 22)).await.expect("rates");
    assert_eq!((rates.date, rates.rates.len()), (date!(2026 - 11 - 20), 6));
    assert_eq!(targets.recv().as_deref(), Ok("/cnb/denni_kurz.txt?date=22.11.2026"));
    // An answer for another time than the one asked for is not used.
    let (address, _targets) = server(|_, stream| respond(stream, "200 OK", "", CNB.as_bytes()));
    for day in [date!(2026 - 11 - 19), date!(2026 - 12 - 24)] {
        let error =
            crate::banks::client(&address).rates_on(CentralBank::Cnb, day).await.unwrap_err();
        assert!(matches!(error, RateError::NotPublished { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn a_slow_bank_is_waited_for_a_bounded_time() {
    let slow: [fn(&str, &mut TcpStream); 2] = [
        |_, _| thread::sleep(Duration::from_secs(20)),
        |_, stream| {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
            (0..200).for_each(|_| {
                let _ = stream.write_all(b" ").and_then(|()| stream.flush());
                thread::sleep(Duration::from_millis(100));
            });
        },
    ];
    for answer in slow {
        let (address, _targets) = server(answer);
        let started = Instant::now();
        let day = date!(2026 - 11 - 20);
        let error = client(&address).rates_on(CentralBank::Ecb, day).await.unwrap_err();
        assert!(matches!(error, RateError::Timeout), "{error:?}");
        assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    }
}

#[tokio::test]
async fn a_bank_that_is_away_is_unreachable() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", free.local_addr().expect("an address"));
    drop(free);
    let error = client(&address).rates_on(CentralBank::Cnb, date!(2026 - 11 - 20)).await;
    assert!(matches!(error, Err(RateError::Unreachable(_))), "{error:?}");
    let (address, _targets) = server(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n20.11.2026 #2");
    });
    let error = client(&address).rates_on(CentralBank::Cnb, date!(2026 - 11 - 20)).await;
    assert!(matches!(error, Err(RateError::Unreachable(_))), "{error:?}");
}

#[tokio::test]
async fn faulty_answers_are_named() {
    let (address, _targets) = server(|_, stream| respond(stream, "500 Oops", "", b"oops"));
    let day = date!(2026 - 11 - 20);
    let error = client(&address).rates_on(CentralBank::Ecb, day).await;
    assert!(matches!(error, Err(RateError::Refused { status: 500 })), "{error:?}");

    let (address, _targets) = server(|_, stream| respond(stream, "200 OK", "", b"\xFF\0<garbage"));
    let error = client(&address).rates_on(CentralBank::Ecb, day).await;
    assert!(matches!(error, Err(RateError::Unreadable(_))), "{error:?}");
    let error = client(&address).rates_on(CentralBank::Cnb, day).await;
    assert!(matches!(error, Err(RateError::Unreadable(FormatError::Date(_)))), "{error:?}");
}

#[tokio::test]
async fn a_huge_answer_is_cut_off() {
    let (address, _targets) = server(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
        let megabyte = vec![b' '; 1 << 20];
        while stream.write_all(&megabyte).is_ok() {}
    });
    let mut settings = settings(&address);
    settings.max_bytes = 3 << 20;
    settings.timeout = Duration::from_secs(10);
    let client = CentralBankClient::new(settings).expect("a client");
    let error = client.rates_on(CentralBank::Ecb, date!(2026 - 11 - 20)).await;
    assert!(matches!(error, Err(RateError::TooLarge { limit }) if limit == 3 << 20), "{error:?}");
}

#[tokio::test]
async fn redirects_stay_with_the_bank() {
    let (elsewhere, elsewhere_asked) = server(banks);
    let away = elsewhere.clone();
    let (address, _targets) = server(move |_, stream| {
        let location = format!("Location: {away}/ecb/eurofxref-daily.xml\r\n");
        respond(stream, "302 Found", &location, b"");
    });
    let day = date!(2026 - 11 - 20);
    let error = client(&address).rates_on(CentralBank::Ecb, day).await;
    assert!(matches!(error, Err(RateError::Refused { status: 302 })), "{error:?}");
    assert_eq!(elsewhere_asked.try_iter().count(), 0);

    let (address, _targets) = server(|target, stream| match target {
        "/ecb/eurofxref-daily.xml" => respond(stream, "301 Moved", "Location: /new.xml\r\n", b""),
        _ => respond(stream, "200 OK", "", DAILY.as_bytes()),
    });
    let rates = client(&address).rates_on(CentralBank::Ecb, day).await.expect("rates");
    assert_eq!(rates.date, day);

    let (address, targets) =
        server(|_, stream| respond(stream, "302 Found", "Location: /again\r\n", b""));
    let error = client(&address).rates_on(CentralBank::Ecb, day).await;
    assert!(matches!(error, Err(RateError::Refused { status: 302 })), "{error:?}");
    assert!(targets.try_iter().count() <= 5);
}

#[tokio::test]
async fn the_client_may_be_used_from_any_task() {
    let (address, _targets) = server(banks);
    let client = client(&address);
    let task = tokio::spawn(async move {
        client.rates_on(CentralBank::Ecb, date!(2026 - 11 - 20)).await.map(|rates| rates.date)
    });
    assert_eq!(task.await.expect("a task").expect("rates"), date!(2026 - 11 - 20));
}

#[test]
fn default_addresses_are_the_banks_own() {
    let settings = Settings::at(None, None).expect("addresses");
    assert_eq!(settings.ecb_base.host_str(), Some("www.ecb.europa.eu"));
    assert_eq!(settings.cnb_base.host_str(), Some("www.cnb.cz"));
    assert!(Settings::at(Some("not an address"), None).is_err());
}
