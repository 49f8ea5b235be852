//! Published runs and networks that are rows of a table.

use super::table::{Malformed, Table};

/// One row of Megatron's Table 1.
#[derive(Clone, Debug, PartialEq)]
pub struct MegatronRow {
    /// Parameters in billions, as printed.
    pub params_billion: String,
    /// Layers L.
    pub layers: u32,
    /// Hidden size h.
    pub hidden: u32,
    /// GPUs N.
    pub gpus: u32,
    /// Sequences of a batch B.
    pub batch: u32,
    /// TFLOP/s a GPU, as printed.
    pub tflops_per_gpu: String,
    /// Share of the peak in percent, as printed.
    pub percent_of_peak: String,
}

/// Megatron's Table 1 (arXiv 2104.04473): ten GPTs on up to 3,072 A100.
pub fn megatron_table1() -> Result<Vec<MegatronRow>, Malformed> {
    let table = Table {
        name: "megatron_table1.csv",
        text: include_str!("../../assets/published/megatron_table1.csv"),
        columns: 10,
    };
    table.rows(|row| {
        Ok(MegatronRow {
            params_billion: row.text(0).to_owned(),
            layers: row.number(1)?,
            hidden: row.number(2)?,
            gpus: row.number(6)?,
            batch: row.number(7)?,
            tflops_per_gpu: row.text(8).to_owned(),
            percent_of_peak: row.text(9).to_owned(),
        })
    })
}

/// One network of *Insights into DeepSeek-V3*, Table 3.
#[derive(Clone, Debug, PartialEq)]
pub struct DeepSeekNetwork {
    /// Its short name there.
    pub name: String,
    /// What kind of network it is.
    pub description: String,
    /// Endpoints.
    pub endpoints: u32,
    /// Switches, as printed.
    pub switches: String,
    /// Links between switches, as printed.
    pub links: String,
    /// Cost in millions of dollars, as printed.
    pub cost_millions: String,
    /// Cost of an endpoint in thousands of dollars, as printed.
    pub cost_of_endpoint_thousands: String,
}

/// The networks that DeepSeek compares (*Insights into DeepSeek-V3*, Table 3).
pub fn deepseek_networks() -> Result<Vec<DeepSeekNetwork>, Malformed> {
    let table = Table {
        name: "deepseek_networks.csv",
        text: include_str!("../../assets/published/deepseek_networks.csv"),
        columns: 6,
    };
    table.rows(|row| {
        let (name, description) = row.text(0).split_once(' ').unwrap_or((row.text(0), ""));
        Ok(DeepSeekNetwork {
            name: name.to_owned(),
            description: description.to_owned(),
            endpoints: row.number(1)?,
            switches: row.text(2).to_owned(),
            links: row.text(3).to_owned(),
            cost_millions: row.text(4).to_owned(),
            cost_of_endpoint_thousands: row.text(5).to_owned(),
        })
    })
}
