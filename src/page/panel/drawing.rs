//! A figure that is one drawing: a canvas as wide as its room and as high as its figure asks; in a frame, as large as fits.

use crate::figure::palette::{Palette, Tone};
use crate::language::Language;
use crate::page::panel::fills_frame;
use crate::page::state::Page;
use crate::page::surface::{Size, Surface, drawing_ratio, repaint, room_of};
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;
use web_sys::HtmlCanvasElement;

/// What a drawing is drawn with.
#[derive(Clone, Copy)]
pub struct Look {
    /// Colours.
    pub palette: &'static Palette,
    /// Language of its texts.
    pub language: Language,
    /// Width in the figure's CSS pixels.
    pub width: u32,
}

/// A figure laid out for a width: its height, and how to draw it.
pub struct Sheet {
    /// Height in the figure's CSS pixels.
    pub height: u32,
    /// Draws it.
    pub draw: Box<dyn FnOnce(&mut Surface)>,
}

/// Lays a figure out; the surface is there to measure texts.
pub type LayOut = Arc<dyn Fn(&mut Surface, Look) -> Option<Sheet> + Send + Sync>;

/// Scales at which a figure in a frame is tried, the largest first.
const SCALES: [f64; 10] = [2.4, 2.0, 1.7, 1.45, 1.25, 1.1, 1.0, 0.9, 0.8, 0.7];
/// The scale of a figure that fits its frame at none of them, so that the frame scrolls.
const SCROLLED: f64 = 0.85;
/// A figure in a large frame is enlarged rather than spread beyond this width.
const WIDEST_NATURAL: f64 = 760.0;

/// The drawing. `depends` reads the signals that it is made of.
#[component]
pub fn Drawing(
    /// The page's state.
    page: Page,
    /// What the drawing shows, for those who hear it.
    #[prop(into)]
    label: Signal<String>,
    /// Reads every signal that the figure depends on, but for size, colours and language.
    depends: Arc<dyn Fn() + Send + Sync>,
    /// Lays the figure out.
    lay_out: LayOut,
) -> impl IntoView {
    let frame = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let room = room_of(frame);
    let fills = fills_frame(page);
    repaint(
        move || {
            depends();
            room.track();
            page.dark.track();
            page.language.track();
            fills.track();
            canvas.track();
        },
        move || {
            paint(page, room, fills, canvas, &lay_out);
        },
    );
    view! {
        <div class="figure-room" node_ref=frame>
            <canvas node_ref=canvas role="img" aria-label=move || label.get()></canvas>
        </div>
    }
}

fn paint(
    page: Page,
    room: ReadSignal<(f64, f64)>,
    fills: Memo<bool>,
    canvas: NodeRef<html::Canvas>,
    lay_out: &LayOut,
) -> Option<()> {
    let canvas = canvas.try_get_untracked()??;
    let (width, height) = room.try_get_untracked()?;
    if width < 1.0 {
        return None;
    }
    let embed = page.embed.try_get_untracked()?;
    let tone = if page.dark.try_get_untracked()? {
        Tone::Dark
    } else {
        Tone::Light
    };
    let look = |scale: f64| {
        Some(Look {
            palette: Palette::of(tone),
            language: page.language.try_get_untracked()?,
            width: (width / scale).floor().max(1.0) as u32,
        })
    };
    let fitted = |scale: f64| {
        let size = Size {
            width,
            height: 1.0,
            scale,
            ratio: 1.0,
        };
        // A canvas of its own to measure on, so that the one in sight is wiped only once.
        let mut surface = Surface::on(&measuring(&canvas)?, size)?;
        lay_out(&mut surface, look(scale)?)
    };
    let mut chosen = None;
    if fills.try_get_untracked()? {
        for scale in SCALES {
            if scale > 1.0 && width / scale < WIDEST_NATURAL.min(width) {
                continue;
            }
            let sheet = fitted(scale)?;
            if f64::from(sheet.height) * scale <= height {
                chosen = Some((scale, sheet));
                break;
            }
        }
        if chosen.is_none() {
            chosen = Some((SCROLLED, fitted(SCROLLED)?));
        }
    } else {
        chosen = Some((1.0, fitted(1.0)?));
    }
    let (scale, sheet) = chosen?;
    let size = Size {
        width,
        height: f64::from(sheet.height) * scale,
        scale,
        ratio: drawing_ratio(embed),
    };
    let mut surface = Surface::on(&canvas, size)?;
    (sheet.draw)(&mut surface);
    Some(())
}

/// A canvas that is not on the page.
fn measuring(canvas: &HtmlCanvasElement) -> Option<HtmlCanvasElement> {
    use wasm_bindgen::JsCast;
    thread_local! {
        static SCRAP: std::cell::OnceCell<HtmlCanvasElement> = const { std::cell::OnceCell::new() };
    }
    SCRAP.with(|scrap| {
        if let Some(found) = scrap.get() {
            return Some(found.clone());
        }
        let made: HtmlCanvasElement = canvas
            .owner_document()?
            .create_element("canvas")
            .ok()?
            .dyn_into()
            .ok()?;
        Some(scrap.get_or_init(|| made).clone())
    })
}
