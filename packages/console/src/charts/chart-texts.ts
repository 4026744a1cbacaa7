import type { RoomTexts } from '../texts/room-texts.js'

const en = { asTable: 'Table', asChart: 'Chart', time: 'Time', none: 'There is nothing to show.' }

export const chartTexts: RoomTexts<typeof en> = {
  en,
  'zh-CN': { asTable: '表格', asChart: '图表', time: '时间', none: '没有可显示的数据。' },
  'zh-TW': { asTable: '表格', asChart: '圖表', time: '時間', none: '沒有可顯示的資料。' },
  ja: { asTable: '表', asChart: 'グラフ', time: '時刻', none: '表示するデータはありません。' },
}
