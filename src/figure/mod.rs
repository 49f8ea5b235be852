//! Drawings on any surface of plotters: the canvas on the page, SVG for export and for tests.
//!
//! A figure is a function of data, [`palette`], language and size in CSS pixels, and draws the same every time. It knows no browser.
//! Each first works out where everything goes, as a plain value that tests look at, and then draws that.
//!
//! - [`palette`]: what each colour means, on light and on dark
//! - [`geometry`], [`letters`], [`pen`]: points, texts and strokes in CSS pixels
//! - [`bars`]: what stacked bars have in common
//! - [`chart`]: what changes along one parameter
//! - [`heatmap`]: who sends how much to whom
//! - [`shares`]: where the bytes go
//! - [`topology`]: the network with and without a spine
//! - [`timing`]: what an iteration's time is made of
//! - [`svg`]: any figure as a document
pub mod bars;
pub mod chart;
pub mod geometry;
pub mod heatmap;
pub mod letters;
pub mod palette;
pub mod pen;
pub mod shares;
pub mod svg;
pub mod timing;
pub mod topology;
