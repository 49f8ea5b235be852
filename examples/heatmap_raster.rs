//! The heatmap of a link as raw pixels, to compare with what the page shows.
//!
//! `heatmap_raster LINK CELLS THEME` with at most CELLS cells on a side and THEME `light` or `dark` writes to standard output a line
//! with width, height and the GPUs on a cell's side, and then red, green, blue and opacity of every pixel, row after row.
//! Order of the axes and zoom are those of the link.

use railyard::figure::heatmap::paint::paint;
use railyard::figure::palette::Tone;
use railyard::scenario::{Zoom, link};
use railyard::traffic::{Traffic, Window};
use railyard::workload::Workload;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [link, cells, theme] = arguments.as_slice() else {
        eprintln!("usage: heatmap_raster LINK CELLS light|dark");
        return ExitCode::from(2);
    };
    let Ok(cells) = cells.parse::<u32>() else {
        eprintln!("{cells} is not a number of cells");
        return ExitCode::from(2);
    };
    let tone = match theme.as_str() {
        "dark" => Tone::Dark,
        _ => Tone::Light,
    };
    let scenario = link::read(link).chosen;
    let traffic = Traffic::of(&scenario, &Workload::of(&scenario));
    let window = match scenario.presentation.zoom {
        Some(Zoom { row, column, span }) => Window {
            row: row.into(),
            column: column.into(),
            span: span.into(),
        },
        None => Window::whole(traffic.cluster()),
    };
    let raster = traffic.raster(scenario.presentation.axis, window, cells);
    let mut out = std::io::stdout().lock();
    let head = format!("{} {} {}\n", raster.cells, raster.cells, raster.cell_span);
    let written = out
        .write_all(head.as_bytes())
        .and_then(|()| out.write_all(&paint(&raster, tone)))
        .and_then(|()| out.flush());
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
