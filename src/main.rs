//! The page's entry.

#[cfg(target_arch = "wasm32")]
fn main() {
    railyard::page::crash::watch();
    leptos::mount::mount_to_body(railyard::page::app::App);
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!(
        "The page runs in a browser: `make serve` builds it and serves it at 127.0.0.1:8080."
    );
}
