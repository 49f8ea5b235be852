//! The page's entry. The page itself comes with the rooms that it shows.

#[cfg(target_arch = "wasm32")]
fn main() {
    use leptos::prelude::*;

    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(|| view! { <h1>"Railyard"</h1> });
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!(
        "The page runs in a browser: `make serve` builds it and serves it at 127.0.0.1:8080."
    );
}
