//! Notices of the state's portal.

use crate::build::NOW;
use crate::contract::StoreUnderTest;
use organizations::notices::{Notice, NoticeStore, token_hash};
use time::Duration;

pub async fn of_notices_with_one_token_the_first_counts(subject: &impl StoreUnderTest) {
    let (store, token) = (subject.store(), token_hash("0a"));
    assert_eq!(store.noticed_dic(&token).await.expect("asked"), None);
    for dic in ["2900000004", "2900000004", "2020202020"] {
        let notice = Notice { token, dic: dic.to_owned() };
        store.keep_notice(&notice, NOW + Duration::minutes(1)).await.expect("kept");
        let found = store.noticed_dic(&token).await.expect("asked");
        assert_eq!(found.as_deref(), Some("2900000004"));
    }
    assert_eq!(store.noticed_dic(&token_hash("0b")).await.expect("asked"), None);
}
