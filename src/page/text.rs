//! Every text of the page's own, in both languages. Texts with values in them are functions of the language.
//!
//! Texts of a parameter stand in the parameter table, messages about a choice in `scenario`, and a figure's own texts with the
//! figure.

use crate::language::{Bilingual, Language};

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: $en:literal, $zh:literal;)*) => {
        $($(#[$doc])* pub const $name: Bilingual = Bilingual::new($en, $zh);)*
    };
}

texts! {
    /// The name in the header.
    NAME: "Railyard", "Railyard";
    /// The document's title.
    TITLE: "Railyard: which bytes of a training run need a spine?", "Railyard：訓練流量裡，哪些位元組真的需要 spine？";
    /// The line beside the name.
    TAGLINE: "Which bytes of a training run need a spine?", "訓練流量裡，哪些位元組真的需要 spine？";
    /// Jumps over the header.
    SKIP: "Skip to the figures", "跳到圖表";
    /// Copies the link.
    COPY_LINK: "Copy link", "複製連結";
    /// Copies what a page needs to show the panel.
    COPY_EMBED: "Copy embed code", "複製嵌入碼";
    /// After that was copied.
    COPIED_EMBED: "Embed code copied", "已複製嵌入碼";
    /// Shows a panel alone.
    ALONE: "Enlarge", "放大";
    /// After the link was copied.
    COPIED: "Link copied", "已複製連結";
    /// When the browser refused: the link stands selected in a field.
    COPY_BY_HAND: "The browser did not allow copying. It is selected here:", "瀏覽器不允許自動複製，請複製這裡已選取的文字：";
    /// Closes it.
    CLOSE: "Close", "關閉";
    /// Label of the language switch.
    LANGUAGE: "Language", "語言";
    /// Label of the theme switch.
    THEME: "Colours", "配色";
    /// Theme: as the system says.
    THEME_AUTO: "As the system", "跟隨系統";
    /// Theme: light.
    THEME_LIGHT: "Light", "淺色";
    /// Theme: dark.
    THEME_DARK: "Dark", "深色";
    /// Back to the defaults of the model.
    RESET: "Reset", "重設";
    /// What Reset does.
    RESET_HELP: "Back to the published run of this model", "回到這個模型已發表的設定";
    /// Heading of the controls.
    CONTROLS: "Your training run", "您的訓練設定";
    /// The groups that are not always in sight.
    MORE_CONTROLS: "All other parameters", "其他所有參數";
    /// Heading of the row of examples.
    EXAMPLES: "Start from", "從範例開始";
    /// The hint at the HB-domain slider.
    HINT: "Move this first: the larger the HB domain, the less there is for a network to do.", "先動這個：HB 域愈大，網路要做的事就愈少。";
    /// The same once it was tried.
    HINT_TRIED: "The larger the HB domain, the less there is for a network to do.", "HB 域愈大，網路要做的事就愈少。";
    /// Heading of what followed.
    FOLLOWED: "So these followed:", "以下隨之調整：";
    /// Heading over the list of errors.
    ERRORS: "This run can’t exist as it is set", "這組設定無法成立";
    /// What the figures show meanwhile.
    STALE: "The figures still show the last run that can exist, not these values.", "圖表顯示的是上一組可成立的設定，不是目前輸入的值。";
    /// What the figures show when there was no run before.
    NEAREST_SHOWN: "The figures show the nearest run that can exist, not these values.", "圖表顯示的是最接近的可行設定，不是這些值。";
    /// The mark over a figure that is not of this input.
    STALE_MARK: "Not of this input", "非目前輸入";
    /// Heading over the notices of a link.
    LINK_NOTICES: "Parts of the link could not be read", "連結中有部分內容無法讀取";
    /// Heading over warnings.
    WARNINGS: "Possible, but worth a second look", "可以成立，但請再確認";
    /// Before the buttons with legal values.
    USE_INSTEAD: "Use instead", "改用";
    /// Puts everything right at once.
    REPAIR: "Use the nearest run that can exist", "改用最接近的可行設定";
    /// Keeps the typed value and lets the rest follow.
    LET_FOLLOW: "Keep it, adjust the rest", "保留此值，調整其他";
    /// Hides a list of notices.
    DISMISS: "Dismiss", "關閉";
    /// The link out of a frame.
    FULL_PAGE: "Open in Railyard", "在 Railyard 開啟";
    /// Back from one panel to all.
    ALL_PANELS: "All figures", "全部圖表";
    /// Accessible name of a help button, before the parameter's label.
    HELP: "About", "說明";
    /// Accessible name of a slider, after the parameter's label.
    SLIDER: "slider", "滑桿";
    /// Heading of the headline, for those who hear the page.
    LEAD: "The answer", "結論";
    /// Heading of the figures, for those who hear the page.
    FIGURES: "Figures", "圖表";

    /// Title of the heatmap.
    HEATMAP: "Who sends to whom", "誰傳給誰";
    /// Title of the shares.
    SHARES: "Where the bytes go", "位元組的去向";
    /// Title of the topology.
    TOPOLOGY: "The network, with and without a spine", "有 spine 與沒有 spine 的網路";
    /// Title of the savings.
    SAVINGS: "What the spine costs", "spine 的代價";
    /// Title of the iteration's time.
    TIMING: "Iteration time", "迭代時間";
    /// Title of the sweep.
    SWEEP: "What changes along one parameter", "沿著一個參數會怎麼變";
    /// Title of the search.
    SEARCH: "Best layout", "最佳平行配置";
    /// Title of the published figures.
    PUBLISHED: "Published and ours", "已發表的數字與我們的結果";

    /// A panic: title.
    CRASH_TITLE: "Railyard stopped", "Railyard 停止運作了";
    /// A panic: what to do.
    CRASH_BODY: "Something went wrong that should not have. Your choices are in this link; reload the page with it to go on, and send it to us with the message below.", "發生了不該發生的錯誤。您的設定都在下面的連結裡，用它重新載入頁面即可繼續；也請把連結和訊息一併回報給我們。";
    /// A panic: the button.
    RELOAD: "Reload with this link", "用此連結重新載入";

    /// Footer: what the model leaves out.
    LEFT_OUT_TITLE: "What this leaves out", "這裡沒有算進去的";
    /// Footer: the list.
    LEFT_OUT: "Prices count used switch ports and transceivers only. Cables and their reach, electricity over the years, cooling, spare parts, installation and operation are not in the figures. Bytes follow from the layout, not from a trace; time lost to congestion or failures is not modelled.", "價格只計入用到的交換器連接埠與收發器；纜線與距離、多年的電費、散熱、備品、安裝與維運都不在內。位元組數是由平行配置推算，不是實測；壅塞與故障所損失的時間也沒有模擬。";
    /// Footer: sources.
    SOURCES_TITLE: "Where the formulas come from", "公式出處";
    /// Footer: the rail-only paper.
    SOURCE_RAIL_ONLY: "The rail-only network, its switch counts and its prices", "rail-only 網路、交換器數量與價格";
    /// Footer: Megatron.
    SOURCE_MEGATRON: "The GPT models, their layouts, parameters and FLOPs", "GPT 各模型的配置、參數量與 FLOPs";
    /// Footer: sequence parallelism.
    SOURCE_SEQUENCE: "Sequence parallelism, recomputation and activation memory", "序列平行、重新計算與活化記憶體";
    /// Footer: licence.
    LICENCE_TITLE: "Licence", "授權";
    /// Footer: licence text.
    LICENCE: "Railyard is free software under MIT or Apache-2.0. Everything is computed in your browser; nothing is sent anywhere.", "Railyard 是自由軟體，採 MIT 或 Apache-2.0 授權。所有計算都在您的瀏覽器裡完成，不會傳送任何資料。";
    /// Footer: heading, for those who hear the page.
    FOOTER: "About the figures", "關於這些數字";
}

/// “Batch 3,072 → 3,069”, alike in both languages.
pub fn followed(label: &str, from: &str, to: &str) -> String {
    format!("{label} {from} → {to}")
}

/// What a number may be.
pub fn allowed(language: Language, least: &str, greatest: &str) -> String {
    match language {
        Language::English => format!("Allowed: {least} to {greatest}."),
        Language::TraditionalChinese => format!("可用範圍：{least} 至 {greatest}。"),
    }
}

/// The way from a notice to its control.
pub fn show_control(language: Language, label: &str) -> String {
    match language {
        Language::English => format!("Go to {label}"),
        Language::TraditionalChinese => format!("前往「{label}」"),
    }
}

/// The first of a browser's languages that Railyard speaks; English when it speaks none.
pub fn first_spoken<'a>(names: impl IntoIterator<Item = &'a str>) -> Language {
    names
        .into_iter()
        .find_map(|name| match name.split(['-', '_']).next() {
            Some(prefix) if prefix.eq_ignore_ascii_case("zh") => Some(Language::TraditionalChinese),
            Some(prefix) if prefix.eq_ignore_ascii_case("en") => Some(Language::English),
            _ => None,
        })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_is_spoken_counts() {
        use Language::{English, TraditionalChinese};
        let chosen = |names: &[&str]| first_spoken(names.iter().copied());
        assert_eq!(chosen(&["zh-TW", "en"]), TraditionalChinese);
        assert_eq!(chosen(&["de", "ZH-Hant-HK"]), TraditionalChinese);
        assert_eq!(chosen(&["en-GB", "zh"]), English);
        assert_eq!(chosen(&["fr"]), English);
        assert_eq!(chosen(&[]), English);
    }
}
