import type { Reason, ReasonTexts } from '@rowhouse/console-gate/shapes'
import { englishReasons } from '@rowhouse/practices/reasons'
import type { Language } from '../texts/languages.js'
import type { RoomTexts } from '../texts/room-texts.js'

/** Why the advisor finds a key good or bad, in the reader's language. */
export const reasonIn = <Code extends Reason['code']>(
  language: Language,
  reason: Reason<Code>,
): string => reasonTexts[language][reason.code](reason)

/** Numbers as a language writes them. */
const numbersIn = (language: Language) => ({
  count: (value: number): string =>
    value.toLocaleString(language, { maximumFractionDigits: value < 10 ? 1 : 0 }),
  percent: (share: number): string =>
    share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 }),
  gigabytes: (bytes: number): string =>
    (bytes / 2 ** 30).toLocaleString(language, {
      style: 'unit',
      unit: 'gigabyte',
      maximumFractionDigits: 1,
    }),
  list: (names: readonly string[]): string => new Intl.ListFormat(language).format(names),
})

const inSimplifiedChinese = (): ReasonTexts => {
  const { count, percent, gigabytes, list } = numbersIn('zh-CN')
  return {
    missing: ({ share }) => `${percent(share)} 的行没有值，而主键列必须有值`,
    longKey: ({ bytes }) => `最长的键有 ${count(bytes)} 字节，最多允许 1,024 字节`,
    oneValue: () => '所有行的值都相同',
    noDivision: ({ column, share, others }) =>
      `${column} 没有细分作用：${list(others)} 相同的行中，只有 ${percent(share)} 能被它分开`,
    moving: ({ share }) =>
      `键值不断向一端移动：${percent(share)} 的新行落在同一端，只有那里的分区在工作`,
    counting: ({ column, within }) =>
      `${column} 在每个 ${within} 内递增：任一时刻只有少数分区被写入`,
    fewValues: ({ values }) => `只有 ${count(values)} 个不同的值：永远无法分散到更多分区`,
    largest: ({ share }) =>
      `一个值占 ${percent(share)} 的行：整张表的吞吐量只相当于 ${count(1 / share)} 个分区`,
    atMoments: ({ share }) => `任一时刻总有一个值占 ${percent(share)} 的行，但持续时间不长`,
    use: ({ share, partitions, rowsPerSecond }) =>
      `负载可用到 ${count(partitions)} 个分区吞吐量的 ${percent(share)}，每秒 ${count(rowsPerSecond)} 行`,
    spread: ({ values, share, partitions, rowsPerSecond }) =>
      `样本中有 ${count(values)} 个值；负载可用到 ${count(partitions)} 个分区吞吐量的 ${percent(share)}，每秒 ${count(rowsPerSecond)} 行`,
    grown: ({ bytes, days }) => `${count(days)} 天后最大的值有 ${gigabytes(bytes)}`,
    tooLarge: ({ bytes, days, advised }) =>
      `${count(days)} 天后最大的值有 ${gigabytes(bytes)}，超过建议的 ${gigabytes(advised)}`,
    tooHot: ({ rowsPerSecond, served }) =>
      `最大的值每秒有 ${count(rowsPerSecond)} 行，而一个分区每秒能处理 ${count(served)} 行`,
    notNeeded: ({ column }) => `不需要：单独用 ${column} 就很好`,
    noRanges: () => '加哈希后无法按范围读取：相邻的值相距很远',
  }
}

const inTraditionalChinese = (): ReasonTexts => {
  const { count, percent, gigabytes, list } = numbersIn('zh-TW')
  return {
    missing: ({ share }) => `${percent(share)} 的資料列沒有值，而主鍵欄位必須有值`,
    longKey: ({ bytes }) => `最長的鍵有 ${count(bytes)} 位元組，最多允許 1,024 位元組`,
    oneValue: () => '所有資料列的值都相同',
    noDivision: ({ column, share, others }) =>
      `${column} 沒有細分作用：${list(others)} 相同的資料列中，只有 ${percent(share)} 能被它分開`,
    moving: ({ share }) =>
      `鍵值不斷向一端移動：${percent(share)} 的新資料列落在同一端，只有那裡的分割區在工作`,
    counting: ({ column, within }) =>
      `${column} 在每個 ${within} 內遞增：任一時刻只有少數分割區被寫入`,
    fewValues: ({ values }) => `只有 ${count(values)} 個不同的值：永遠無法分散到更多分割區`,
    largest: ({ share }) =>
      `一個值佔 ${percent(share)} 的資料列：整個資料表的輸送量只相當於 ${count(1 / share)} 個分割區`,
    atMoments: ({ share }) => `任一時刻總有一個值佔 ${percent(share)} 的資料列，但持續時間不長`,
    use: ({ share, partitions, rowsPerSecond }) =>
      `負載可用到 ${count(partitions)} 個分割區輸送量的 ${percent(share)}，每秒 ${count(rowsPerSecond)} 列`,
    spread: ({ values, share, partitions, rowsPerSecond }) =>
      `樣本中有 ${count(values)} 個值；負載可用到 ${count(partitions)} 個分割區輸送量的 ${percent(share)}，每秒 ${count(rowsPerSecond)} 列`,
    grown: ({ bytes, days }) => `${count(days)} 天後最大的值有 ${gigabytes(bytes)}`,
    tooLarge: ({ bytes, days, advised }) =>
      `${count(days)} 天後最大的值有 ${gigabytes(bytes)}，超過建議的 ${gigabytes(advised)}`,
    tooHot: ({ rowsPerSecond, served }) =>
      `最大的值每秒有 ${count(rowsPerSecond)} 列，而一個分割區每秒能處理 ${count(served)} 列`,
    notNeeded: ({ column }) => `不需要：單獨用 ${column} 就很好`,
    noRanges: () => '加雜湊後無法依範圍讀取：相鄰的值相距很遠',
  }
}

const inJapanese = (): ReasonTexts => {
  const { count, percent, gigabytes, list } = numbersIn('ja')
  return {
    missing: ({ share }) => `${percent(share)} の行に値がありません。キーの列には値が必要です`,
    longKey: ({ bytes }) => `最長のキーは ${count(bytes)} バイトです。上限は 1,024 バイトです`,
    oneValue: () => 'すべての行が同じ値です',
    noDivision: ({ column, share, others }) =>
      `${column} では分割が進みません。${list(others)} が同じ行のうち、分かれるのは ${percent(share)} だけです`,
    moving: ({ share }) =>
      `キーが移動します。新しい行の ${percent(share)} が一方の端に集まり、そこのパーティションだけが働きます`,
    counting: ({ column, within }) =>
      `${column} は各 ${within} の中で増え続けます。同時に書き込まれるパーティションはわずかです`,
    fewValues: ({ values }) =>
      `値が ${count(values)} 種類しかなく、それより多くのパーティションには分散できません`,
    largest: ({ share }) =>
      `1 つの値が行の ${percent(share)} を占めます。テーブル全体で ${count(1 / share)} パーティション分の処理能力しか得られません`,
    atMoments: ({ share }) =>
      `どの時点でも 1 つの値が行の ${percent(share)} を占めますが、長くは続きません`,
    use: ({ share, partitions, rowsPerSecond }) =>
      `${count(partitions)} パーティションの処理能力の ${percent(share)}、毎秒 ${count(rowsPerSecond)} 行まで使えます`,
    spread: ({ values, share, partitions, rowsPerSecond }) =>
      `サンプルに ${count(values)} 種類の値があります。${count(partitions)} パーティションの処理能力の ${percent(share)}、毎秒 ${count(rowsPerSecond)} 行まで使えます`,
    grown: ({ bytes, days }) => `最大の値は ${count(days)} 日後に ${gigabytes(bytes)} になります`,
    tooLarge: ({ bytes, days, advised }) =>
      `最大の値は ${count(days)} 日後に ${gigabytes(bytes)} になり、推奨の ${gigabytes(advised)} を超えます`,
    tooHot: ({ rowsPerSecond, served }) =>
      `最大の値には毎秒 ${count(rowsPerSecond)} 行が届きますが、1 パーティションの処理能力は毎秒 ${count(served)} 行です`,
    notNeeded: ({ column }) => `不要です。${column} だけで十分です`,
    noRanges: () => 'ハッシュにすると範囲で読めません。隣り合う値が離れた場所に置かれます',
  }
}

const reasonTexts: RoomTexts<ReasonTexts> = {
  en: englishReasons,
  'zh-CN': inSimplifiedChinese(),
  'zh-TW': inTraditionalChinese(),
  ja: inJapanese(),
}
