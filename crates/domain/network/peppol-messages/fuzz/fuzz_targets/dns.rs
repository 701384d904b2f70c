//! No record of the DNS leads to an address that may not be called.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peppol_messages::Identifier;
use peppol_messages::discovery::{Lookup, Naptr, publisher, service_group_url};
use url::Url;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let record = |(order, regexp): (usize, &str)| Naptr {
        order: u16::try_from(order).unwrap_or(u16::MAX),
        preference: 0,
        flags: "U".to_owned(),
        service: "Meta:SMP".to_owned(),
        regexp: regexp.to_owned(),
    };
    let records = text.split('\n').enumerate().map(record).collect();
    let Ok(base) = publisher(&Lookup::Records(records)) else { return };
    let url = Url::parse(&base).expect("a URL");
    assert_eq!(url.scheme(), "https", "{base}");
    assert!(url.username().is_empty() && url.password().is_none(), "{base}");
    assert!(url.query().is_none() && url.fragment().is_none(), "{base}");
    let asked = service_group_url(&base, &Identifier::participant("0245:2023456789"));
    assert_eq!(Url::parse(&asked).expect("a URL").host_str(), url.host_str(), "{asked}");
});
