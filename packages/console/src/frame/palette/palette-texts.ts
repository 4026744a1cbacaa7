import type { RoomTexts } from '../../texts/room-texts.js'

const en = {
  title: 'Go to',
  find: 'Find a table, an index, a sample or an action',
  none: 'Nothing has this name.',
  rows: 'rows',
  settings: 'settings',
  partitions: 'partitions',
  search: 'search index',
  place: 'place',
  action: 'action',
  shortcuts: 'Keys',
  keys: {
    palette: 'find a table, an index, a sample or an action',
    filter: 'go to the filter',
    arrows: 'move in the grid',
    open: 'open the row',
    edit: 'edit the cell',
    remove: 'take the column out of the row',
    select: 'select the row',
    close: 'close the panel',
    help: 'show these keys',
  },
}

type PaletteTexts = typeof en

const zhCn: PaletteTexts = {
  title: '前往',
  find: '查找数据表、索引、示例或操作',
  none: '没有这个名称。',
  rows: '数据',
  settings: '设置',
  partitions: '分区',
  search: '多元索引',
  place: '页面',
  action: '操作',
  shortcuts: '快捷键',
  keys: {
    palette: '查找数据表、索引、示例或操作',
    filter: '转到过滤器',
    arrows: '在表格中移动',
    open: '打开此行',
    edit: '编辑单元格',
    remove: '从此行删除该列',
    select: '选择此行',
    close: '关闭面板',
    help: '显示快捷键',
  },
}

const zhTw: PaletteTexts = {
  title: '前往',
  find: '尋找資料表、索引、範例或操作',
  none: '沒有這個名稱。',
  rows: '資料',
  settings: '設定',
  partitions: '分割區',
  search: '多元索引',
  place: '頁面',
  action: '操作',
  shortcuts: '快速鍵',
  keys: {
    palette: '尋找資料表、索引、範例或操作',
    filter: '前往篩選器',
    arrows: '在表格中移動',
    open: '開啟此列',
    edit: '編輯儲存格',
    remove: '從此列刪除該欄位',
    select: '選取此列',
    close: '關閉面板',
    help: '顯示快速鍵',
  },
}

const ja: PaletteTexts = {
  title: '移動',
  find: 'テーブル、インデックス、サンプル、操作を探す',
  none: 'この名前のものはありません。',
  rows: '行',
  settings: '設定',
  partitions: 'パーティション',
  search: '検索インデックス',
  place: 'ページ',
  action: '操作',
  shortcuts: 'キー操作',
  keys: {
    palette: 'テーブル、インデックス、サンプル、操作を探す',
    filter: 'フィルターへ移動',
    arrows: '表の中を移動',
    open: '行を開く',
    edit: 'セルを編集',
    remove: '行から列を取り除く',
    select: '行を選択',
    close: 'パネルを閉じる',
    help: 'キー操作を表示',
  },
}

export const paletteTexts: RoomTexts<PaletteTexts> = { en, 'zh-CN': zhCn, 'zh-TW': zhTw, ja }
