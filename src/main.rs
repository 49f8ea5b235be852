//! The page's entry. The page itself comes with the rooms that it shows.
fn main() {}
