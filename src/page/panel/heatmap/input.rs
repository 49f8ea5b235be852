//! Pointer, wheel and keys over the heatmap.

use super::plot::Plot;
use crate::figure::geometry::Point;
use crate::figure::heatmap::view::{busiest_pair, holding, panned, zoomed};
use crate::page::panel::words;
use crate::scenario;
use crate::traffic::Window;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent, WheelEvent};

/// Movements up to this many CSS pixels are a click.
const CLICK: f64 = 4.0;
/// One press of a zoom button or key.
const STEP: f64 = 0.5;
/// A page that scrolls goes on scrolling over the figure until the wheel has rested for so many milliseconds.
const REST: f64 = 350.0;

#[derive(Clone, Copy, Debug)]
struct Finger {
    id: i32,
    at: Point,
}

/// A drag, or a pinch of two fingers.
#[derive(Clone, Debug, Default)]
struct Gesture {
    fingers: Vec<Finger>,
    /// What was in sight, and where the fingers were, when the gesture began.
    start: Option<(Window, Vec<Finger>)>,
    is_click: bool,
}

/// The page's last scroll by wheel.
#[derive(Clone, Copy, Debug)]
struct Scroll {
    /// When, in milliseconds.
    time: f64,
    /// Where in the window the pointer was.
    at: (i32, i32),
    /// Whether the pointer has moved over the figure since.
    is_over: bool,
}

/// What a person does over the heatmap.
#[derive(Clone, Copy)]
pub struct Input {
    plot: Plot,
    gesture: StoredValue<Gesture>,
    /// How the page scrolled last, and whether the pointer has moved over the figure since.
    scrolled: StoredValue<Scroll>,
    /// Whether the last move was by keys, so that it is read out.
    pub by_keys: RwSignal<bool>,
}

impl Input {
    /// Input to a plot.
    pub fn new(plot: Plot) -> Self {
        let scrolled = StoredValue::new(Scroll {
            time: f64::NEG_INFINITY,
            at: (-1, -1),
            is_over: false,
        });
        // A wheel that reaches the window was not ours: the page scrolls.
        let listener = window_event_listener(ev::wheel, move |event| {
            scrolled.try_set_value(Scroll {
                time: event.time_stamp(),
                at: (event.client_x(), event.client_y()),
                is_over: false,
            });
        });
        on_cleanup(move || listener.remove());
        Self {
            plot,
            gesture: StoredValue::new(Gesture::default()),
            scrolled,
            by_keys: RwSignal::new(false),
        }
    }

    fn gpus(self) -> Option<u64> {
        self.plot
            .page
            .evaluation
            .try_with_untracked(|evaluation| evaluation.cluster.gpus)
    }

    /// Shows another part of the matrix.
    fn look_at(self, window: Window) {
        let Some(gpus) = self.gpus() else {
            return;
        };
        let number = |position: u64| u32::try_from(position).unwrap_or(u32::MAX);
        let zoom = (window.span < gpus).then(|| scenario::Zoom {
            row: number(window.row),
            column: number(window.column),
            span: number(window.span),
        });
        let before = self
            .plot
            .page
            .presentation
            .try_with_untracked(|shown| shown.zoom);
        if before != Some(zoom) {
            self.plot.page.present(|shown| shown.zoom = zoom);
        }
    }

    /// Zooms by a factor about a place in the window, given as shares of it.
    fn zoom_at(self, at: (f64, f64), factor: f64) {
        if let (Some(window), Some(gpus)) = (self.plot.window.try_get_untracked(), self.gpus()) {
            self.look_at(zoomed(window, gpus, at, factor));
        }
    }

    /// Zooms by a factor about what is pointed at, or the middle.
    pub fn zoom(self, factor: f64) {
        let at = self.pointed_share().unwrap_or((0.5, 0.5));
        self.zoom_at(at, factor);
    }

    /// Closer.
    pub fn zoom_in(self) {
        self.zoom(STEP);
    }

    /// Further away.
    pub fn zoom_out(self) {
        self.zoom(1.0 / STEP);
    }

    /// Shows all GPUs.
    pub fn reset(self) {
        if let Some(gpus) = self.gpus() {
            self.look_at(Window {
                row: 0,
                column: 0,
                span: gpus,
            });
        }
    }

    fn pointed_share(self) -> Option<(f64, f64)> {
        let (row, column) = self.plot.pointed.try_get_untracked()??;
        let window = self.plot.window.try_get_untracked()?;
        let share = |position: u64, first: u64| {
            (position as f64 + 0.5 - first as f64) / window.span.max(1) as f64
        };
        Some((share(row, window.row), share(column, window.column)))
    }

    /// A place on the page as shares of the square of cells: row, column.
    fn share_of(self, point: Point) -> Option<(f64, f64)> {
        let cells = untrack(|| self.plot.cells_on_page());
        (cells.width > 0.0).then(|| {
            (
                (point.y - cells.y) / cells.height,
                (point.x - cells.x) / cells.width,
            )
        })
    }

    /// Points at the cell under a place, or at none.
    fn point_at(self, point: Option<Point>) {
        let spot = point.and_then(|point| self.plot.positions_from_page(point));
        self.by_keys.try_set(false);
        if self.plot.pointed.try_get_untracked() != Some(spot) {
            self.plot.pointed.try_set(spot);
        }
    }

    /// The pointer moved: points, drags, or pinches.
    pub fn pointer_moved(self, event: &PointerEvent) {
        let Some(at) = place_of(event) else {
            return;
        };
        // A browser that scrolls the figure under a resting pointer says so with a move that is none.
        let here = (event.client_x(), event.client_y());
        self.scrolled
            .try_update_value(|scrolled| scrolled.is_over |= here != scrolled.at);
        let id = event.pointer_id();
        let gesture = self.gesture.try_update_value(|gesture| {
            let finger = gesture.fingers.iter_mut().find(|finger| finger.id == id)?;
            finger.at = at;
            let (_, start) = gesture.start.as_ref()?;
            let from = start.iter().find(|finger| finger.id == id)?.at;
            if (at.x - from.x).abs() > CLICK || (at.y - from.y).abs() > CLICK {
                gesture.is_click = false;
            }
            Some(gesture.clone())
        });
        match gesture.flatten() {
            Some(gesture) if !gesture.is_click => {
                self.drag(&gesture);
                self.point_at(None);
            }
            Some(_) => {}
            None => self.point_at(Some(at)),
        }
    }

    /// Moves what is in sight with the fingers.
    fn drag(self, gesture: &Gesture) -> Option<()> {
        let (window, start) = gesture.start.as_ref()?;
        let gpus = self.gpus()?;
        let cells = untrack(|| self.plot.cells_on_page());
        if cells.width <= 0.0 {
            return None;
        }
        let (from, now) = (middle(start)?, middle(&gesture.fingers)?);
        let mut window = *window;
        if let (Some(before), Some(after)) = (spread(start), spread(&gesture.fingers)) {
            window = zoomed(window, gpus, self.share_of(from)?, before / after.max(1.0));
        }
        let rows = |px: f64| (px / cells.width * window.span as f64).round() as i64;
        self.look_at(panned(
            window,
            gpus,
            rows(from.y - now.y),
            rows(from.x - now.x),
        ));
        Some(())
    }

    /// A button or finger went down.
    pub fn pointer_down(self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        let (Some(at), Some(window)) = (place_of(event), self.plot.window.try_get_untracked())
        else {
            return;
        };
        if let Some(element) = element_of(event) {
            element.set_pointer_capture(event.pointer_id()).ok();
        }
        let id = event.pointer_id();
        self.gesture.try_update_value(|gesture| {
            gesture.fingers.retain(|finger| finger.id != id);
            gesture.fingers.push(Finger { id, at });
            gesture.is_click = gesture.fingers.len() == 1;
            gesture.start = Some((window, gesture.fingers.clone()));
        });
    }

    /// A button or finger went up: a click chooses the pair.
    pub fn pointer_up(self, event: &PointerEvent) {
        let clicked = self
            .gesture
            .try_with_value(|gesture| gesture.is_click && gesture.fingers.len() == 1)
            == Some(true);
        self.pointer_gone(event);
        if clicked {
            self.point_at(place_of(event));
            self.choose();
        }
    }

    /// A finger is gone.
    pub fn pointer_gone(self, event: &PointerEvent) {
        let id = event.pointer_id();
        let window = self.plot.window.try_get_untracked();
        self.gesture.try_update_value(|gesture| {
            gesture.fingers.retain(|finger| finger.id != id);
            gesture.is_click = false;
            gesture.start = window
                .filter(|_| !gesture.fingers.is_empty())
                .map(|window| (window, gesture.fingers.clone()));
        });
    }

    /// The pointer left the figure.
    pub fn pointer_left(self, event: &PointerEvent) {
        let idle = self
            .gesture
            .try_with_value(|gesture| gesture.fingers.is_empty());
        if idle == Some(true) && event.pointer_type() != "touch" {
            self.point_at(None);
        }
    }

    /// The keyboard went elsewhere.
    pub fn blurred(self) {
        if self.by_keys.try_get_untracked() == Some(true) {
            self.plot.pointed.try_set(None);
            self.by_keys.try_set(false);
        }
    }

    /// Zooms at the pointer, unless the page is scrolling past.
    pub fn wheel(self, event: &WheelEvent) {
        let asked = event.ctrl_key() || event.meta_key();
        let rested = self.scrolled.try_with_value(|scrolled| {
            scrolled.is_over && event.time_stamp() - scrolled.time >= REST
        });
        if !asked && rested != Some(true) {
            return;
        }
        let Some(at) = place_of(event).and_then(|point| self.share_of(point)) else {
            return;
        };
        if !(0.0..1.0).contains(&at.0) || !(0.0..1.0).contains(&at.1) {
            return;
        }
        // Wheels that count lines or pages, not pixels.
        let unit = match event.delta_mode() {
            WheelEvent::DOM_DELTA_LINE => 30.0,
            WheelEvent::DOM_DELTA_PAGE => 300.0,
            _ => 1.0,
        };
        let speed = if event.ctrl_key() { 0.01 } else { 0.002 };
        let factor = libm::exp(event.delta_y() * unit * speed).clamp(0.4, 2.5);
        let zoomed_out = self.plot.is_zoomed.try_get_untracked() == Some(false);
        if factor > 1.0 && zoomed_out && !asked {
            // There is no more to see; the page may scroll on.
            return;
        }
        event.prevent_default();
        event.stop_propagation();
        self.zoom_at(at, factor);
        self.point_at(place_of(event));
    }

    /// Keys: arrows move the cursor, `+` and `-` zoom, Home and 0 show all, Enter chooses.
    pub fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        match event.key().as_str() {
            "ArrowUp" => self.step(-1, 0),
            "ArrowDown" => self.step(1, 0),
            "ArrowLeft" => self.step(0, -1),
            "ArrowRight" => self.step(0, 1),
            "+" | "=" => self.zoom_in(),
            "-" | "_" => self.zoom_out(),
            "Home" | "0" => self.reset(),
            "Enter" | " " => {
                self.choose();
            }
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }

    /// Moves the cursor by cells, and what is in sight with it.
    fn step(self, rows: i64, columns: i64) {
        let Some(raster) = self.plot.raster.try_get_untracked() else {
            return;
        };
        let (Some(gpus), Some(window)) = (self.gpus(), self.plot.window.try_get_untracked()) else {
            return;
        };
        self.by_keys.try_set(true);
        let Some(pointed) = self.plot.pointed.try_get_untracked() else {
            return;
        };
        let Some((row, column)) = pointed else {
            let chosen = untrack(|| self.plot.chosen())
                .map(|(rows, columns)| (rows.start, columns.start))
                .filter(|position| Plot::cell_of(&raster, *position).is_some());
            self.plot
                .pointed
                .try_set(Some(chosen.unwrap_or((window.row, window.column))));
            return;
        };
        let step = i64::try_from(raster.cell_span).unwrap_or(1);
        let moved = |position: u64, cells: i64| {
            position
                .saturating_add_signed(cells.saturating_mul(step))
                .min(gpus.saturating_sub(1))
        };
        let (row, column) = (moved(row, rows), moved(column, columns));
        self.look_at(holding(window, gpus, row, column));
        self.plot.pointed.try_set(Some((row, column)));
    }

    /// Chooses the pair that is pointed at; once more forgets it.
    pub fn choose(self) -> Option<()> {
        let pointed = self.plot.pointed.try_get_untracked()??;
        let raster = self.plot.raster.try_get_untracked()?;
        let axis = self.plot.axis.try_get_untracked()?;
        let (rows, columns) = Plot::cell_of(&raster, pointed)?;
        let (from, to) = self.plot.page.evaluation.try_with_untracked(|evaluation| {
            busiest_pair(&evaluation.traffic, axis, rows, columns)
        })?;
        let pair = (u32::try_from(from).ok()?, u32::try_from(to).ok()?);
        self.plot.page.present(|shown| {
            shown.pair = (shown.pair != Some(pair)).then_some(pair);
        });
        Some(())
    }

    /// Forgets the chosen pair.
    pub fn forget(self) {
        self.plot.page.present(|shown| shown.pair = None);
    }
}

/// The buttons for what the wheel does.
#[component]
pub fn Zoom(input: Input) -> impl IntoView {
    let page = input.plot.page;
    let is_zoomed = input.plot.is_zoomed;
    view! {
        <div class="segments" role="group" aria-label=move || page.text(words::ZOOM)>
            <button
                type="button"
                class="icon"
                aria-label=move || page.text(words::ZOOM_IN)
                title=move || page.text(words::ZOOM_IN)
                on:click=move |_| input.zoom_in()
            >
                "+"
            </button>
            <button
                type="button"
                class="icon"
                aria-label=move || page.text(words::ZOOM_OUT)
                title=move || page.text(words::ZOOM_OUT)
                disabled=move || !is_zoomed.get()
                on:click=move |_| input.zoom_out()
            >
                "−"
            </button>
            <button
                type="button"
                disabled=move || !is_zoomed.get()
                on:click=move |_| input.reset()
            >
                {move || page.text(words::ZOOM_RESET)}
            </button>
        </div>
    }
}

/// The element that listens to an event.
fn element_of(event: &web_sys::Event) -> Option<Element> {
    event.current_target()?.dyn_into().ok()
}

/// Where a pointer is, in the page's CSS pixels from the figure's corner.
fn place_of(event: &web_sys::MouseEvent) -> Option<Point> {
    let rect = element_of(event)?.get_bounding_client_rect();
    let element = element_of(event)?;
    // A deck that scales its slides scales what the browser measures, but not what the figure counts in.
    let width = f64::from(element.client_width()).max(1.0);
    let scaled = if rect.width() > 0.0 {
        rect.width() / width
    } else {
        1.0
    };
    Some(Point::new(
        (f64::from(event.client_x()) - rect.left()) / scaled,
        (f64::from(event.client_y()) - rect.top()) / scaled,
    ))
}

fn middle(fingers: &[Finger]) -> Option<Point> {
    let count = fingers.len() as f64;
    (count > 0.0).then(|| {
        Point::new(
            fingers.iter().map(|finger| finger.at.x).sum::<f64>() / count,
            fingers.iter().map(|finger| finger.at.y).sum::<f64>() / count,
        )
    })
}

/// How far two fingers are apart.
fn spread(fingers: &[Finger]) -> Option<f64> {
    let [one, other] = fingers else {
        return None;
    };
    let (dx, dy) = (one.at.x - other.at.x, one.at.y - other.at.y);
    Some(libm::sqrt(dx * dx + dy * dy))
}
