//! The page. What it knows of its own subject is plain and tested natively; only what makes elements needs a browser.
//!
//! - [`text`]: every text of the page's own, in both languages
//! - [`headline`]: the answer in two sentences
//! - [`points`]: the point of each figure in a sentence
//! - [`places`]: where GPUs are, in words
//! - [`pace`]: how long an iteration and a training take, and whether it fits
//! - [`explore`]: what a sweep and a search say
//! - [`session`]: what a person is in the middle of doing at the controls
//! - [`remedy`]: what puts a wrong value right
//! - [`comparison`]: the published figures beside ours, in words
//! - [`gate`]: when the address is written
//!
//! and in the browser `app` (the page as a whole), `state` (its signals), `controls`, `panel` (one figure each), and what stands
//! round them.

pub mod comparison;
pub mod explore;
pub mod gate;
pub mod headline;
pub mod pace;
pub mod places;
pub mod points;
pub mod remedy;
pub mod session;
pub mod text;

#[cfg(target_arch = "wasm32")]
mod address;
#[cfg(target_arch = "wasm32")]
pub mod app;
#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod controls;
#[cfg(target_arch = "wasm32")]
mod copy;
#[cfg(target_arch = "wasm32")]
pub mod crash;
#[cfg(target_arch = "wasm32")]
mod embed;
#[cfg(target_arch = "wasm32")]
mod examples;
#[cfg(target_arch = "wasm32")]
mod footer;
#[cfg(target_arch = "wasm32")]
mod header;
#[cfg(target_arch = "wasm32")]
mod lead;
#[cfg(target_arch = "wasm32")]
mod notices;
#[cfg(target_arch = "wasm32")]
pub mod panel;
#[cfg(target_arch = "wasm32")]
pub mod state;
#[cfg(target_arch = "wasm32")]
mod surface;
#[cfg(target_arch = "wasm32")]
mod work;
