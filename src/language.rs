//! The two languages of the page, and the pair of texts that every sentence is.

use serde::{Deserialize, Serialize};

/// A language that Railyard speaks. Its name in a link is `en` or `zh-Hant`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English, the default where neither the link nor the browser asks for Chinese.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Chinese in traditional characters, as written in Taiwan.
    #[serde(rename = "zh-Hant")]
    TraditionalChinese,
}

/// One text in both languages. There is no way to leave one out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bilingual {
    /// The English text.
    pub en: &'static str,
    /// The Traditional Chinese text.
    pub zh: &'static str,
}

impl Bilingual {
    /// A text in both languages.
    pub const fn new(en: &'static str, zh: &'static str) -> Self {
        Self { en, zh }
    }

    /// The text in `language`.
    pub const fn get(self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::TraditionalChinese => self.zh,
        }
    }
}
