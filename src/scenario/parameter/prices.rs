//! Unit prices and powers.

use super::{Parameter, Stops, float};
use crate::language::Bilingual;

const USD: Bilingual = Bilingual::new("$", "美元");
const WATTS: Bilingual = Bilingual::new("W", "W");

pub(super) const ENTRIES: &[Parameter] = &[
    Parameter {
        key: "port_usd",
        label: Bilingual::new("Switch port", "交換器連接埠"),
        unit: USD,
        help: Bilingual::new(
            "Price of one used switch port at 400 Gb/s.",
            "每個使用中的 400 Gb/s 交換器連接埠的價格。",
        ),
        stops: Stops::Floats(&[
            0.0, 100.0, 200.0, 300.0, 400.0, 500.0, 600.0, 694.0, 800.0, 1000.0, 1500.0, 2000.0,
        ]),
        ..float!(Prices, prices.port_usd, 0.0..=1_000_000.0, step 1.0)
    },
    Parameter {
        key: "transceiver_usd",
        label: Bilingual::new("Transceiver", "收發器"),
        unit: USD,
        help: Bilingual::new(
            "Price of one transceiver. Every link has two.",
            "一個收發器的價格；每條鏈路有兩個。",
        ),
        stops: Stops::Floats(&[
            0.0, 50.0, 100.0, 150.0, 199.0, 300.0, 400.0, 600.0, 800.0, 1000.0,
        ]),
        ..float!(Prices, prices.transceiver_usd, 0.0..=1_000_000.0, step 1.0)
    },
    Parameter {
        key: "port_w",
        label: Bilingual::new("Power of a port", "連接埠功率"),
        unit: WATTS,
        help: Bilingual::new(
            "Power of one used switch port.",
            "每個使用中的交換器連接埠的功率。",
        ),
        stops: Stops::Floats(&[0.0, 5.0, 10.0, 15.0, 18.0, 20.0, 25.0, 30.0, 40.0]),
        ..float!(Prices, prices.port_w, 0.0..=100_000.0, step 1.0)
    },
    Parameter {
        key: "transceiver_w",
        label: Bilingual::new("Power of a transceiver", "收發器功率"),
        unit: WATTS,
        help: Bilingual::new("Power of one transceiver.", "一個收發器的功率。"),
        stops: Stops::Floats(&[0.0, 3.0, 6.0, 9.0, 12.0, 15.0, 20.0, 30.0]),
        ..float!(Prices, prices.transceiver_w, 0.0..=100_000.0, step 1.0)
    },
];
