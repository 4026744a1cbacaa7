import { readFile } from 'node:fs/promises'
import { indexSchemaJson, readIndexSchema } from '../formats/index-schema-json.js'
import { writeJson } from '../json/write-json.js'
import { readBlock } from '../session/read-block.js'
import { type Command, type Flag, inputFlag, tableFlag, tableOf, yesFlag } from './command.js'
import { confirm } from './confirm.js'

export const indexFlag: Flag = {
  name: 'name',
  short: 'n',
  kind: 'text',
  text: 'the search index',
  isNeeded: true,
}

export const createSearchIndex: Command = {
  name: 'create_search_index',
  summary: 'Create a search index; without a file it asks for the schema.',
  samples: ['create_search_index -n myindex', 'create_search_index -n myindex -i schema.json'],
  flags: [
    tableFlag,
    indexFlag,
    { ...inputFlag, text: 'a file with the schema' },
    { name: 'ttl', kind: 'number', text: 'seconds that rows stay in it (default: -1, for ever)' },
  ],
  async run(session, given) {
    const [table, index, input] = [tableOf(session, given), given.need('name'), given.text('input')]
    const text =
      input === undefined ? await readBlock(session, 'the schema') : await readFile(input, 'utf8')
    const schema = readIndexSchema(text, input ?? 'the schema')
    const timeToLive = given.integer('ttl')
    await session.send({ operation: 'CreateSearchIndex', table, index, schema, timeToLive })
    session.done()
  },
}

export const listSearchIndex: Command = {
  name: 'list_search_index',
  summary: 'List search indexes.',
  samples: ['list_search_index', 'list_search_index -t mytable'],
  flags: [{ ...tableFlag, text: 'those of this table alone' }],
  async run(session, given) {
    const table = given.text('table')
    const { indices } = await session.send({ operation: 'ListSearchIndex', table })
    session.show(
      ['TableName', 'IndexName'],
      indices.map(({ tableName, indexName }) => [tableName, indexName]),
      () =>
        indices.map(({ tableName, indexName }) => ({ TableName: tableName, IndexName: indexName })),
    )
  },
}

export const describeSearchIndex: Command = {
  name: 'describe_search_index',
  summary: 'Show the schema of a search index.',
  samples: ['describe_search_index -n myindex'],
  flags: [tableFlag, indexFlag],
  async run(session, given) {
    const [table, index] = [tableOf(session, given), given.need('name')]
    const request = { operation: 'DescribeSearchIndex', table, index } as const
    const { schema, timeToLive } = await session.send(request)
    const json = indexSchemaJson(schema)
    if (session.output === 'json') session.writeJson({ Schema: json, TimeToLive: timeToLive })
    else session.write(`Index schema:\n${writeJson(json, 4)}\nTimeToLive: ${timeToLive}\n`)
  },
}

export const dropSearchIndex: Command = {
  name: 'drop_search_index',
  summary: 'Drop a search index.',
  samples: ['drop_search_index -n myindex -y'],
  flags: [tableFlag, indexFlag, yesFlag],
  async run(session, given) {
    const [table, index] = [tableOf(session, given), given.need('name')]
    await confirm(session, given, `Drop the search index ${index} of ${table}?`)
    await session.send({ operation: 'DeleteSearchIndex', table, index })
    session.done()
  },
}
