import type { RoomTexts } from '../texts/room-texts.js'

const number = (language: string, value: number): string => value.toLocaleString(language)

const en = {
  title: 'Which partition key?',
  help: 'Reads some rows and judges their columns, alone, hashed and spliced, as rowhouse advise does.',
  ask: 'Judge the columns',
  none: 'The table has no rows to judge by.',
  basis: (rows: number, partitions: number) =>
    `By ${number('en', rows)} rows, over ${number('en', partitions)} partitions. A verdict opens its reasons.`,
  key: 'Key',
  verdict: 'Verdict',
  throughput: 'Usable throughput',
  values: 'Values',
  largest: 'Largest value',
  atEnd: 'New rows at one end',
  present: 'the key now',
  transforms: { none: '', hash: 'hashed', splice: 'spliced' },
  verdicts: { good: 'good', fair: 'fair', bad: 'bad' },
}

export const adviceTexts: RoomTexts<typeof en> = {
  en,
  'zh-CN': {
    title: '用什么作分区键？',
    help: '读取部分行，评估各列单独、加哈希或拼接作为分区键的效果，与 rowhouse advise 相同。',
    ask: '评估各列',
    none: '表中没有可供评估的行。',
    basis: (rows, partitions) =>
      `依据 ${number('zh-CN', rows)} 行，按 ${number('zh-CN', partitions)} 个分区计算。点开结论可看理由。`,
    key: '键',
    verdict: '结论',
    throughput: '可用吞吐量',
    values: '不同的值',
    largest: '最大的值',
    atEnd: '新行集中在一端',
    present: '当前的键',
    transforms: { none: '', hash: '加哈希', splice: '拼接' },
    verdicts: { good: '好', fair: '一般', bad: '差' },
  },
  'zh-TW': {
    title: '用什麼作分割區鍵？',
    help: '讀取部分資料列，評估各欄位單獨、加雜湊或拼接作為分割區鍵的效果，與 rowhouse advise 相同。',
    ask: '評估各欄位',
    none: '資料表中沒有可供評估的資料列。',
    basis: (rows, partitions) =>
      `依據 ${number('zh-TW', rows)} 列，按 ${number('zh-TW', partitions)} 個分割區計算。點開結論可看理由。`,
    key: '鍵',
    verdict: '結論',
    throughput: '可用輸送量',
    values: '不同的值',
    largest: '最大的值',
    atEnd: '新列集中在一端',
    present: '目前的鍵',
    transforms: { none: '', hash: '加雜湊', splice: '拼接' },
    verdicts: { good: '好', fair: '普通', bad: '差' },
  },
  ja: {
    title: 'パーティションキーに適した列',
    help: '一部の行を読み、列を単独・ハッシュ・連結で評価します。rowhouse advise と同じ判定です。',
    ask: '列を評価',
    none: '評価できる行がテーブルにありません。',
    basis: (rows, partitions) =>
      `${number('ja', rows)} 行に基づき、${number('ja', partitions)} パーティションで計算。判定を開くと理由が見られます。`,
    key: 'キー',
    verdict: '判定',
    throughput: '使えるスループット',
    values: '値の数',
    largest: '最大の値',
    atEnd: '端に集まる新しい行',
    present: '現在のキー',
    transforms: { none: '', hash: 'ハッシュ', splice: '連結' },
    verdicts: { good: '良い', fair: '普通', bad: '悪い' },
  },
}
