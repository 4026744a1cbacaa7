import type { DescribeTableReply } from '@rowhouse/protocol'
import { keySchemaOf } from '@rowhouse/requests'
import type { KeyColumn, NewTable } from '@rowhouse/snippets'
import { UseError } from '../errors.js'
import { Members, listOf } from '../json/members.js'
import type { JsonList } from '../json/json-parser.js'
import { readJson } from '../json/read-json.js'
import type { Writable } from '../json/write-json.js'
import { typeNamed } from './values.js'

/** Parses `[{"c":"uid","t":"string"},{"c":"pid","t":"integer","opt":"auto"}]`. */
export const keyColumnsOf = (list: JsonList, where: string): KeyColumn[] =>
  list.map((json) => {
    const members = new Members(json, `a column of ${where}`)
    const name = members.needText('C', 'Name')
    const type = typeNamed(members.needText('T', 'Type'), `t of ${name}`)
    if (type === 'DOUBLE' || type === 'BOOLEAN') {
      throw new UseError(`${name} of ${where} may be a string, an integer or binary`)
    }
    const option = (members.text('Opt') ?? 'none').toLowerCase()
    if (option !== 'none' && option !== 'auto') {
      throw new UseError(`opt of ${name} is ${option}: take none or auto`)
    }
    return { name, type, isAuto: option === 'auto' }
  })

export const definedColumnsOf = (list: JsonList, where: string): NewTable['columns'] =>
  list.map((json) => {
    const members = new Members(json, `a column of ${where}`)
    const name = members.needText('C', 'Name')
    return { name, type: typeNamed(members.needText('T', 'Type'), `t of ${name}`) }
  })

export const listFlag = (text: string, where: string): JsonList =>
  listOf(readJson(text, where), where)

/** Reads the description of a table in the form of `desc`. */
export function readTableFile(text: string, where: string): NewTable {
  const table = new Members(readJson(text, where), where)
  const meta = table.needObject('Meta')
  const option = table.object('Option')
  const units = table.object('CU')
  return {
    table: table.needText('Name'),
    key: keyColumnsOf(meta.list('Pk'), `Pk of ${where}`),
    columns: definedColumnsOf(meta.list('Defined'), `Defined of ${where}`),
    timeToLive: option?.integer('TTL') ?? -1,
    maxVersions: option?.integer('Version') ?? 1,
    readUnits: units?.integer('Read') ?? 0,
    writeUnits: units?.integer('Write') ?? 0,
  }
}

export function describedTable(reply: DescribeTableReply): Writable {
  const { tableMeta, tableOptions, reservedThroughputDetails, indexMetas } = reply
  const { capacityUnit } = reservedThroughputDetails
  const defined = tableMeta.definedColumns.map(({ name, type }) => ({
    C: name,
    T: type === 'BLOB' ? 'binary' : type.toLowerCase(),
  }))
  const indexes = indexMetas.map(({ name, type, primaryKey, definedColumns }) => ({
    Name: name,
    Type: type.toLowerCase(),
    Pk: primaryKey,
    Attr: definedColumns,
  }))
  return {
    Name: tableMeta.tableName,
    Meta: {
      Pk: keySchemaOf(reply).map(({ name, type, isAuto }) => ({
        C: name,
        T: type.toLowerCase(),
        Opt: isAuto ? 'auto' : 'none',
      })),
      Defined: defined.length > 0 ? defined : undefined,
    },
    Option: { TTL: tableOptions.timeToLive, Version: tableOptions.maxVersions },
    CU: { Read: capacityUnit.read, Write: capacityUnit.write },
    Index: indexes.length > 0 ? indexes : undefined,
  }
}
