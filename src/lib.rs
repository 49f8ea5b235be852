//! Railyard: which bytes of a training job truly need to cross the network, and what a network for the rest costs.
//!
//! The rooms, in the order in which data runs through them:
//!
//! - [`language`]: English and Traditional Chinese, one table in which a missing text does not compile
//! - [`quantity`]: units as types, and how each is written for people
//! - [`scenario`]: what a person chose: the parameter table, presets, validation, the link
//! - [`workload`]: a transformer: parameters, operations, memory, and what each kind of communication moves
//! - [`cluster`]: GPUs, HB domains, rails, and which rank sits on which GPU
//! - [`traffic`]: who sends how much to whom: totals, shares, pairs, exact block sums
//! - [`fabric`]: networks: counts, prices, cabling, routes
//! - [`timing`]: the iteration: computation, exposed communication, bubble
//! - [`evaluation`]: from a scenario to all of its figures, the one call that everything else reads
//! - [`explain`]: how each of those figures is computed, with the scenario's numbers put in
//! - [`search`]: the best layout for a model, a cluster and a batch
//! - [`sweep`]: what changes along one parameter
//! - [`page`]: what a visitor sees and does; the only room that knows a browser
//! - [`published`]: what others printed or built
//! - [`figure`]: drawings on any surface: heatmap, shares, topology, and the colours
pub mod cluster;
pub mod evaluation;
pub mod explain;
pub mod fabric;
pub mod figure;
pub mod language;
pub mod page;
pub mod published;
pub mod quantity;
pub mod scenario;
pub mod search;
pub mod sweep;
pub mod timing;
pub mod traffic;
pub mod workload;
