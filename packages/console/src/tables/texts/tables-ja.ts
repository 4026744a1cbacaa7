import type { TablesTexts } from '../tables-texts.js'

export const ja: TablesTexts = {
  title: (table) => `${table} の設定`,
  readOnly: 'このキーは読み取り専用です。ここでは何も変更できません。',
  options: 'オプション',
  change: 'テーブルを変更',
  fields: {
    timeToLive: '有効期間（秒）',
    maxVersions: '列のバージョン数',
    maxTimeDeviation: '時刻の許容差（秒）',
    readUnits: '予約読み取りユニット',
    writeUnits: '予約書き込みユニット',
  },
  rules: {
    tableName: 'テーブル名は 255 字以内の英字、数字、_ で、数字では始められません。',
    columnName: '列名は 255 バイト以内で、# では始められません。',
    nameTwice: 'キーの別の列が同じ名前です。',
    timeToLive:
      '-1 は無期限、それ以外は 86400（1 日）以上。インデックスのあるテーブルは、更新を禁止しない限り -1 のままです。',
    maxVersions: '1 以上。新しいバージョンが書き込まれると古いものは消えます。',
    maxTimeDeviation: '書き込むバージョンの時刻とサーバーの時計との最大差。',
    readUnits: '使わなくても課金されるユニット。0 は予約なし。',
    writeUnits: '変更の頻度には限りがあります（2 分に 1 回）。',
  },
  defined: '定義済みの列',
  noneDefined:
    'ありません。行にはどんな列でも持てますが、セカンダリインデックスはここで定義した列しか持てません。',
  definedHelp:
    '最大 32 列。ここで指定した型を持ち、セカンダリインデックスに使えます。外しても値は行に残ります。',
  newColumn: '列名',
  newType: '列の型',
  define: '列を定義',
  undefine: (column) => `${column} を外す`,
  heldBy: (index) => `インデックス ${index} で使用中`,
  indexes: 'セカンダリインデックス',
  noIndexes: 'セカンダリインデックスはありません。',
  createIndex: 'インデックスを作成',
  name: '名前',
  type: '種類',
  key: 'キー',
  firstKey: 'キーの最初の列',
  columns: '列',
  state: '状態',
  action: '操作',
  building: '構築中',
  ready: '最新',
  noDefined: 'このテーブルには定義済みの列がなく、インデックスは定義済みの列しか持てません。',
  globalRule: 'グローバルインデックスはテーブルより少し遅れて書き込まれます。',
  localRule: 'ローカルインデックスはパーティションキーで始まり、テーブルと同時に書き込まれます。',
  dropOne: '削除',
  dropIndex: (index) => `${index} を削除`,
  dropForGood: '完全に削除',
  end: '空にする・削除する',
  endHelp: (indexes) =>
    indexes === 0
      ? 'どちらも元に戻せません。検索インデックスはテーブルより先に削除してください。'
      : 'どちらも元に戻せません。セカンダリインデックスはテーブルと共に消えます。検索インデックスは先に削除してください。',
  typeName: (table) => `続けるには ${table} と入力`,
  clear: (table) => `${table} の行をすべて削除`,
  drop: (table) => `テーブル ${table} を削除`,
  cleared: (rows) => `${rows.toLocaleString('ja')} 行を削除しました`,
}
