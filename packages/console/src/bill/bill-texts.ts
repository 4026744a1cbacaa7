import type { RoomTexts } from '../texts/room-texts.js'

const en = {
  title: 'Bill',
  subtitle:
    'What the service would charge for this instance. Running it yourself costs none of this.',
  examples:
    'The prices are examples. Put those of your contract into prices.json in the data folder.',
  since: (time: string) => `Units are metered exactly, since the start of the server: ${time}.`,
  table: 'Table or index',
  reads: 'Read units',
  writes: 'Write units',
  size: 'Size',
  unitsCost: 'Units so far',
  storageCost: 'Storage a month',
  index: 'Search index',
  rows: 'Rows',
  reserved: 'Reserved units a second',
  indexCost: 'A month',
  indexRule:
    'A search index reserves 20 units a second while it is small, otherwise 10 for each GB or two million rows, and at least 100; also while nobody searches.',
  total: 'Together',
  prices: 'Prices',
  readPrice: '10,000 read units',
  writePrice: '10,000 write units',
  storagePrice: '1 GB for a month',
  indexPrice: 'one reserved unit for an hour',
  empty: 'There is no table, so there is nothing to pay for.',
}

type BillTexts = typeof en

const zhCn: BillTexts = {
  title: '账单',
  subtitle: '云服务会为此实例收取的费用。自行运行无需支付。',
  examples: '价格仅为示例。请把合同价格写入数据目录的 prices.json。',
  since: (time) => `能力单元自服务器启动（${time}）起精确计量。`,
  table: '数据表或索引',
  reads: '读能力单元',
  writes: '写能力单元',
  size: '大小',
  unitsCost: '至今的单元费用',
  storageCost: '每月存储',
  index: '多元索引',
  rows: '行数',
  reserved: '每秒预留单元',
  indexCost: '每月',
  indexRule:
    '小的多元索引每秒预留 20 单元，否则每 GB 或两百万行预留 10 单元，至少 100；无人查询时也计费。',
  total: '合计',
  prices: '价格',
  readPrice: '一万读能力单元',
  writePrice: '一万写能力单元',
  storagePrice: '每 GB 每月',
  indexPrice: '一个预留单元每小时',
  empty: '没有数据表，无需付费。',
}

const zhTw: BillTexts = {
  title: '帳單',
  subtitle: '雲端服務會為此執行個體收取的費用。自行架設無需支付。',
  examples: '價格僅為範例。請把合約價格寫入資料目錄的 prices.json。',
  since: (time) => `容量單位自伺服器啟動（${time}）起精確計量。`,
  table: '資料表或索引',
  reads: '讀取單位',
  writes: '寫入單位',
  size: '大小',
  unitsCost: '至今的單位費用',
  storageCost: '每月儲存',
  index: '多元索引',
  rows: '列數',
  reserved: '每秒預留單位',
  indexCost: '每月',
  indexRule:
    '小的多元索引每秒預留 20 單位，否則每 GB 或兩百萬列預留 10 單位，至少 100；無人查詢時也計費。',
  total: '合計',
  prices: '價格',
  readPrice: '一萬讀取單位',
  writePrice: '一萬寫入單位',
  storagePrice: '每 GB 每月',
  indexPrice: '一個預留單位每小時',
  empty: '沒有資料表，無需付費。',
}

const ja: BillTexts = {
  title: '請求額',
  subtitle: 'クラウドサービスがこのインスタンスに請求する額です。自分で動かせばかかりません。',
  examples: '価格は例です。契約の価格をデータフォルダーの prices.json に書いてください。',
  since: (time) => `ユニットはサーバーの起動 (${time}) から正確に計量しています。`,
  table: 'テーブルまたはインデックス',
  reads: '読み取りユニット',
  writes: '書き込みユニット',
  size: 'サイズ',
  unitsCost: 'これまでのユニット',
  storageCost: '月間ストレージ',
  index: '検索インデックス',
  rows: '行数',
  reserved: '毎秒の予約ユニット',
  indexCost: '月額',
  indexRule:
    '検索インデックスは小さい間は毎秒 20 ユニット、それ以外は 1 GB または 200 万行ごとに 10、最低 100 を、検索がなくても予約します。',
  total: '合計',
  prices: '価格',
  readPrice: '読み取り 1 万ユニット',
  writePrice: '書き込み 1 万ユニット',
  storagePrice: '1 GB の 1 か月',
  indexPrice: '予約 1 ユニットの 1 時間',
  empty: 'テーブルがないため、支払うものはありません。',
}

export const billTexts: RoomTexts<BillTexts> = { en, 'zh-CN': zhCn, 'zh-TW': zhTw, ja }
