import type { RoomTexts } from '../texts/room-texts.js'
import { type OperationsTexts, en } from './operations-en.js'
import { ja } from './operations-ja.js'
import { zhCn, zhTw } from './operations-zh.js'

export const operationsTexts: RoomTexts<OperationsTexts> = {
  en,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
  ja,
}
