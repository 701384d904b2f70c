//! Any document as CII says what it says as UBL: read back by `cii-to-ubl`, the values are the same.

use crate::{any_document::any_document, terms};
use access::Tier;
use cii_builder::{Context, build};
use proptest::prelude::*;
use ubl_builder::{Options, Profile, build_by};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn cii_says_what_ubl_says(document in any_document()) {
        let options = Options::of(Tier::Live);
        for (context, profile) in [
            (&Context::EN16931, Profile::of(&document)),
            (&Context::XRECHNUNG, &Profile::XRECHNUNG),
        ] {
            let direct = build_by(&document, &options, profile).xml;
            let cii = build(&document, &options, context).expect("written");
            prop_assert_eq!(&cii.losses, &[], "{}", &cii.xml);
            prop_assert_eq!(terms::terms(&terms::ubl(&cii.xml)), terms::terms(&direct), "{}", &cii.xml);
        }
    }
}
