//! The words of the panels that are not sentences with numbers.

use crate::language::Bilingual;

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $en:literal, $zh:literal;)*) => {
        $($(#[$doc])* pub const $name: Bilingual = Bilingual::new($en, $zh);)*
    };
}

words! {
    /// Label of the switch between the two orders of the heatmap's axes.
    ORDER: "Order of the GPUs", "GPU 的排列";
    /// GPUs of a domain beside each other.
    BY_DOMAIN: "By HB domain", "依 HB 域";
    /// GPUs of a rail beside each other.
    BY_RAIL: "By rail", "依軌";
    /// Label of the zoom buttons.
    ZOOM: "Zoom", "縮放";
    /// Closer.
    ZOOM_IN: "Zoom in", "放大";
    /// Further away.
    ZOOM_OUT: "Zoom out", "縮小";
    /// The whole matrix.
    ZOOM_RESET: "All GPUs", "全部 GPU";
    /// What the heatmap is, for those who hear it.
    HEATMAP_ROLE: "heatmap", "熱圖";
    /// How the heatmap is used with a keyboard.
    HEATMAP_KEYS: "Arrow keys move over the cells, plus and minus zoom, Home shows all GPUs, Enter chooses the pair.", "方向鍵移動游標，加減鍵縮放，Home 顯示全部 GPU，Enter 選取這一對。";
    /// The read-out before anything is pointed at.
    HEATMAP_HINT: "Point at a cell to read it; scroll to zoom, drag to move, click to choose a pair of GPUs.", "指向任一格即可讀值；滾輪縮放，拖曳移動，點選即選取一對 GPU。";
    /// A pair or cell without traffic.
    NOTHING: "nothing", "無流量";
    /// Forgets the chosen pair.
    FORGET_PAIR: "Clear the pair", "取消選取";
    /// Before the chosen pair.
    CHOSEN: "Chosen", "已選取";

    /// Heading over the fields of the two GPUs.
    PATH: "The way between two GPUs", "兩顆 GPU 之間的路徑";
    /// The GPU that sends.
    FROM: "From GPU", "起點 GPU";
    /// The GPU that receives.
    TO: "To GPU", "終點 GPU";
    /// The other way round.
    SWAP: "Swap", "互換";
    /// Chooses a pair that crosses rails.
    EXAMPLE: "Show a way across rails", "看一條跨軌的路徑";
    /// The design with a spine.
    RAIL_OPTIMIZED: "Rail-optimized", "Rail-optimized";
    /// The design without.
    RAIL_ONLY: "Rail-only", "Rail-only";

    /// Caption of the table of bytes.
    BYTES_CAPTION: "Bytes an iteration, by kind of parallelism and by the path they need", "每次迭代的位元組數，依平行方式與所需路徑";
    /// Column: the kind.
    KIND: "Kind", "種類";
    /// Column: bytes.
    BYTES: "Bytes", "位元組";
    /// Column: share.
    SHARE: "Share", "占比";
    /// Column: bytes between HB domains.
    LEAVES_DOMAIN: "Leave the domain", "離開 HB 域";
    /// Column: bytes between rails.
    CROSSES_RAILS: "Cross rails", "跨軌";
    /// Row: the sum.
    TOTAL: "Total", "合計";
    /// Pairs that exchange nothing.
    IDLE_PAIRS: "GPU pairs that exchange nothing", "沒有流量的 GPU 對";
    /// Pairs with tensor-parallel traffic.
    TP_PAIRS: "GPU pairs with TP traffic", "有 TP 流量的 GPU 對";
    /// The busiest pair inside a domain.
    PEAK_INSIDE: "Busiest pair inside an HB domain", "HB 域內最忙的一對";
    /// The busiest pair across domains.
    PEAK_ACROSS: "Busiest pair across HB domains", "跨 HB 域最忙的一對";

    /// Caption of the table of both designs.
    DESIGNS_CAPTION: "Both designs for the same GPUs", "同一批 GPU 的兩種設計";
    /// Column: what is saved.
    SAVED: "Saved", "節省";
    /// Row: tiers of switches.
    TIERS: "Tiers of switches", "交換器層數";
    /// Row: networks.
    NETWORKS: "Separate networks", "獨立網路數";
    /// Row: switches by formula.
    SWITCHES_IDEAL: "Switches, ideal", "交換器（理想）";
    /// Row: whole switches.
    SWITCHES_BUILT: "Switches, built", "交換器（實際）";
    /// What the two counts of switches are.
    SWITCHES_NOTE: "Ideal is used ports ÷ radix, the count that is priced. Built are whole switches, tier by tier.", "「理想」為使用的連接埠數 ÷ 每台埠數，價格依此計算；「實際」為逐層取整台的數量。";
    /// Row: ports.
    PORTS: "Switch ports in use", "使用的交換器連接埠";
    /// Row: links.
    LINKS: "Links", "鏈路";
    /// Row: transceivers.
    TRANSCEIVERS: "Transceivers", "收發器";
    /// Row: cost.
    COST: "Cost", "成本";
    /// Row: power.
    POWER: "Power", "用電";
    /// Caption of the comparison of radixes.
    RADIX_CAPTION: "The same GPUs with other switches", "同一批 GPU，換用其他交換器";
    /// Column: ports of a switch.
    RADIX: "Radix", "每台埠數";
    /// Column: tiers with and without a spine.
    TIERS_SHORT: "Tiers", "層數";
    /// Column: switches with and without a spine.
    SWITCHES_SHORT: "Switches, ideal", "交換器（理想）";
    /// Column: cost saved.
    COST_SAVED: "Cost saved", "節省成本";
    /// Column: power saved.
    POWER_SAVED: "Power saved", "節省用電";
    /// Caption of the table of an iteration's parts.
    TIMING_CAPTION: "What an iteration's time is made of, on three machines", "三種機器上每次迭代的時間組成";
    /// Column: part of an iteration.
    PART: "Part", "部分";
    /// Heading over the facts of a training.
    TRAINING: "The training", "整個訓練";
    /// Heading over the facts of the experts' all-to-all.
    ALL_TO_ALL: "The experts’ all-to-all", "專家的 all-to-all";
    /// Heading over the parts of memory.
    MEMORY: "Memory of a GPU in the fullest stage", "最滿的階段中每顆 GPU 的記憶體";
    /// What the time leaves out.
    TIMING_NOTE: "Modelled operation by operation with one set of efficiencies a GPU generation, on links that nobody else uses: congestion and oversubscribed uplinks are not in it. A group whose members don't lie evenly on HB domains runs one ring at the pace of a NIC, so a larger domain that divides a group unevenly can be slower. Energy is that of GPUs at their power limit and of switch ports and transceivers; hosts, cooling and interruptions are not in it.", "逐項運算模擬，每一代 GPU 採用同一組效率，且鏈路無人爭用：不含壅塞與超額訂閱的上行。成員未平均落在各 HB 域的群組只能以單一的環、依 NIC 的速度進行，因此較大的域若分得不平均，反而可能較慢。用電量只計 GPU（以功率上限計）、交換器連接埠與收發器，不含主機、散熱與中斷。";
    /// Marks the radix in force.
    CURRENT: "current", "目前";

    /// Ends a search or a sweep.
    STOP: "Stop", "停止";
    /// Takes up a layout or a point.
    LOAD: "Load", "載入";
    /// What is under way, for those who hear it.
    SWEEPING: "Searching the layout at each point", "正在逐點搜尋平行配置";
    /// After a sweep was stopped.
    SWEEP_STOPPED: "Stopped. The points that were worked out are shown; any change starts again.", "已停止，只顯示算完的點；任何變更都會重新開始。";
    /// How the chart is used with a keyboard.
    CHART_KEYS: "Left and right move over the points, Enter loads that run, Escape lets go.", "左右鍵在各點間移動，Enter 載入該設定，Esc 取消。";
    /// The read-out before anything is pointed at.
    CHART_HINT: "Point at the chart to read it; click to load that run.", "指向圖上任一點即可讀值；點按即載入該設定。";
    /// Opens the table of a chart.
    AS_TABLE: "The same as a table", "以表格顯示";
    /// Caption of that table.
    POINTS_CAPTION: "All points of the chart", "圖上所有的點";
    /// Column: seconds with a spine.
    TIME_RAIL_OPTIMIZED: "Iteration, rail-optimized", "迭代時間，rail-optimized";
    /// Column: seconds without.
    TIME_RAIL_ONLY: "Iteration, rail-only", "迭代時間，rail-only";
    /// Column: seconds in a single HB domain.
    TIME_IDEAL: "Iteration, one domain", "迭代時間，單一 HB 域";
    /// Column: cost with a spine.
    COST_RAIL_OPTIMIZED: "Network, rail-optimized", "網路成本，rail-optimized";
    /// Column: cost without.
    COST_RAIL_ONLY: "Network, rail-only", "網路成本，rail-only";
    /// Column: bytes that leave their domain.
    LEAVING: "Leave their domain", "離開 HB 域";
    /// Column: bytes that cross rails.
    CROSSING: "Cross rails", "跨軌";
    /// Column: the layout.
    LAYOUT: "Layout", "平行配置";
    /// Column: whether it fits the memory.
    FITS: "Fits the memory", "記憶體放得下";
    /// Yes.
    YES: "yes", "是";
    /// No.
    NO: "no", "否";

    /// Starts a search.
    SEARCH_START: "Search the best layout", "搜尋最佳配置";
    /// Starts it once more.
    SEARCH_AGAIN: "Search again", "重新搜尋";
    /// What is under way, for those who hear it.
    SEARCHING: "Searching layouts", "正在搜尋平行配置";
    /// When the scenario has changed since.
    SEARCH_STALE: "These layouts are for another model, cluster or batch than the current one. Search again.", "這些配置屬於先前的模型、叢集或批次，請重新搜尋。";
    /// Caption of the table of layouts.
    FOUND_CAPTION: "The current layout and the fastest that fit", "目前的配置，與放得下的最快配置";
    /// Column: rank.
    RANK: "Rank", "名次";
    /// Column: time of an iteration.
    TIME: "Iteration", "每次迭代";
    /// Column: against the current layout.
    AGAINST: "Against current", "與目前相比";
    /// Column: memory of a GPU.
    MEMORY_NEEDED: "Memory a GPU", "每顆 GPU 記憶體";
    /// A layout that needs more memory than there is.
    DOES_NOT_FIT: "does not fit", "放不下";
}
