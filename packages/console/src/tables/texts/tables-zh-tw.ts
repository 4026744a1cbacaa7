import type { TablesTexts } from '../tables-texts.js'

export const zhTw: TablesTexts = {
  title: (table) => `${table} 的設定`,
  readOnly: '此金鑰為唯讀：無法在此變更。',
  options: '選項',
  change: '變更資料表',
  fields: {
    timeToLive: '資料存活時間（秒）',
    maxVersions: '最大版本數',
    maxTimeDeviation: '允許的時間偏差（秒）',
    readUnits: '預留讀取單位',
    writeUnits: '預留寫入單位',
  },
  rules: {
    timeToLive:
      '-1 表示永久，否則至少 86400（一天）。有二級索引或多元索引的表保持 -1，除非禁止更新。',
    maxVersions: '至少為 1。寫入新版本後舊版本會被清除。',
    maxTimeDeviation: '寫入的版本時間與伺服器時鐘的最大差距。',
    readUnits: '無論是否使用都計費的單位；0 表示不預留。',
    writeUnits: '變更頻率受服務限制：兩分鐘一次。',
  },
  indexes: '二級索引',
  noIndexes: '沒有二級索引。',
  createIndex: '建立索引',
  name: '名稱',
  type: '類型',
  key: '主鍵',
  firstKey: '索引主鍵的第一欄',
  columns: '欄位',
  state: '狀態',
  action: '操作',
  building: '建置中',
  ready: '已同步',
  noDefined: '此表沒有預定義欄位，而索引只能包含預定義欄位。',
  globalRule: '全域索引在寫入資料表之後稍晚更新。',
  localRule: '本機索引以分割區鍵開頭，與資料表同時寫入。',
  dropIndex: (index) => `刪除 ${index}`,
  dropForGood: '永久刪除',
  end: '清空或刪除',
  endHelp: (indexes) =>
    indexes === 0
      ? '兩者都無法復原。刪除表之前必須先刪除多元索引。'
      : '兩者都無法復原。二級索引隨表刪除；多元索引必須先刪除。',
  typeName: (table) => `輸入 ${table} 以繼續`,
  clear: (table) => `刪除 ${table} 的所有列`,
  drop: (table) => `刪除資料表 ${table}`,
  cleared: (rows) => `已刪除 ${rows.toLocaleString('zh-TW')} 列`,
}
