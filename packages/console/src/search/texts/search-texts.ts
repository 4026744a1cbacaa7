import type { RoomTexts } from '../../texts/room-texts.js'
import { searchEn } from './search-en.js'
import { searchJa } from './search-ja.js'
import { searchZhCn } from './search-zh-cn.js'
import { searchZhTw } from './search-zh-tw.js'

export const searchTexts: RoomTexts<typeof searchEn> = {
  en: searchEn,
  'zh-CN': searchZhCn,
  'zh-TW': searchZhTw,
  ja: searchJa,
}
