import type { TablesTexts } from '../tables-texts.js'

export const zhCn: TablesTexts = {
  title: (table) => `${table} 的设置`,
  readOnly: '此密钥为只读：无法在此更改。',
  options: '选项',
  change: '更改数据表',
  fields: {
    timeToLive: '数据生命周期（秒）',
    maxVersions: '最大版本数',
    maxTimeDeviation: '有效版本偏差（秒）',
    readUnits: '预留读吞吐量',
    writeUnits: '预留写吞吐量',
  },
  rules: {
    timeToLive:
      '-1 表示永久，否则至少 86400（一天）。有二级索引或多元索引的表保持 -1，除非禁止更新。',
    maxVersions: '至少为 1。写入新版本后旧版本会被清除。',
    maxTimeDeviation: '写入的版本时间与服务器时钟的最大差距。',
    readUnits: '无论是否使用都计费的单元；0 表示不预留。',
    writeUnits: '更改频率受服务限制：两分钟一次。',
  },
  indexes: '二级索引',
  noIndexes: '没有二级索引。',
  createIndex: '创建索引',
  name: '名称',
  type: '类型',
  key: '主键',
  firstKey: '索引主键的第一列',
  columns: '列',
  state: '状态',
  action: '操作',
  building: '构建中',
  ready: '已同步',
  noDefined: '此表没有预定义列，而索引只能包含预定义列。',
  globalRule: '全局索引在写入数据表之后稍晚更新。',
  localRule: '本地索引以分区键开头，与数据表同时写入。',
  dropIndex: (index) => `删除 ${index}`,
  dropForGood: '永久删除',
  end: '清空或删除',
  endHelp: (indexes) =>
    indexes === 0
      ? '两者都无法撤销。删除表之前必须先删除多元索引。'
      : '两者都无法撤销。二级索引随表删除；多元索引必须先删除。',
  typeName: (table) => `输入 ${table} 以继续`,
  clear: (table) => `删除 ${table} 的所有行`,
  drop: (table) => `删除数据表 ${table}`,
  cleared: (rows) => `已删除 ${rows.toLocaleString('zh-CN')} 行`,
}
