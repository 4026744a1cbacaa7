import type { RoomTexts } from '../texts/room-texts.js'

const en = { asTable: 'Table', asChart: 'Chart', time: 'Time' }

export const chartTexts: RoomTexts<typeof en> = {
  en,
  'zh-CN': { asTable: '表格', asChart: '图表', time: '时间' },
  'zh-TW': { asTable: '表格', asChart: '圖表', time: '時間' },
  ja: { asTable: '表', asChart: 'グラフ', time: '時刻' },
}
