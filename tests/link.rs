//! The link: what is written reads back, and whatever is pasted reads somehow.

mod generate;

use generate::within_bounds;
use proptest::prelude::*;
use railyard::language::Language;
use railyard::scenario::Level;
use railyard::scenario::link::{Reading, read, write};
use railyard::scenario::parameter::TABLE;

/// Pieces of links, put together wrongly.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        proptest::sample::select(vec![
            "#",
            "?",
            "&",
            "=",
            "%",
            "%2",
            "%26",
            "%3D",
            "%00",
            "%ff",
            "%F0%9F",
            "v=1",
            "v=2",
            "v=",
            "\u{0}",
            "\u{202e}",
            "🚂",
            "1e999",
            "-0",
            "NaN",
            "inf",
            "+3072",
            "3,072",
            " ",
            "０１",
            "99999999999999999999999",
            "0.0.0",
            "1.2",
            "tp-tp-tp-tp",
            "https://",
            "/",
            ".",
            ")",
            "amp;",
        ])
        .prop_map(str::to_owned),
        (0..TABLE.len()).prop_map(|index| format!("&{}=", TABLE[index].key)),
        any::<f64>().prop_map(|number| number.to_string()),
        ".{0,12}",
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn unreserved(link: &str) -> bool {
    link.strip_prefix("#v=1").is_some_and(|rest| {
        rest.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._~=&".contains(&byte))
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back(scenario in within_bounds()) {
        let link = write(&scenario);
        prop_assert!(unreserved(&link), "{}", link);
        let Reading { chosen, notices } = read(&format!("https://example.org/a/b.html{link}"));
        prop_assert!(notices.is_empty(), "{:?}", notices);
        prop_assert_eq!(&chosen, &scenario);
        prop_assert_eq!(write(&chosen), link);
    }

    #[test]
    fn a_link_survives_what_is_done_to_links(scenario in within_bounds()) {
        let link = write(&scenario);
        let pairs = &link[1..];
        let encoded = pairs.replace('=', "%3D").replace('&', "%26");
        for text in [
            pairs.to_owned(),
            format!("?{pairs}"),
            format!("https://example.org/?{pairs}"),
            format!("(see https://example.org/{link})."),
            format!("#{encoded}"),
            format!("https://example.org/%23{encoded}"),
            encoded.replace('%', "%25"),
            link.replace('&', "&amp;"),
            format!("  {link}\r\n"),
            format!("「https://example.org/{link}」。"),
            format!("https://example.org/?utm_source=x&fbclid=y{link}"),
            // The fragment wins.
            format!("https://example.org/?gpus=7&view=shares&gpus=9&{pairs}{link}&gpus={0}&view={1}", scenario.cluster.gpus, scenario.presentation.view.key()),
        ] {
            let reading = read(&text);
            prop_assert_eq!(&reading.chosen, &scenario, "{}", text);
            prop_assert!(reading.notices.iter().all(|notice| notice.level == Level::Warning || notice.key == "gpus" || notice.key == "view"), "{}: {:?}", text, reading.notices);
        }
    }

    #[test]
    fn garbage_reads_as_something_that_can_be_written(text in pieces()) {
        let reading = read(&text);
        for notice in &reading.notices {
            for language in [Language::English, Language::TraditionalChinese] {
                let message = notice.message(language);
                prop_assert!(!message.is_empty() && message.chars().count() < 700);
                prop_assert!(!message.chars().any(char::is_control));
            }
        }
        let link = write(&reading.chosen);
        prop_assert!(unreserved(&link));
        prop_assert_eq!(read(&link), Reading { chosen: reading.chosen, notices: vec![] });
    }
}
