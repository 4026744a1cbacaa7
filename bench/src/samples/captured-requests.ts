import { Client, type Transport } from '@rowhouse/client'
import { type KnownQuestion, type KnownSample } from '@rowhouse/demos'
import { type IndexSchema, type SearchQuery, createSearchIndex, search } from '@rowhouse/protocol'
import { expectDefined } from '@rowhouse/platform'
import { mainIndexOf } from './main-index.js'

/** Ends a call once its request is known. */
class Captured extends Error {}

interface Sent {
  readonly operation: string
  readonly body: Buffer
}

/** The requests that a client would send for some work, up to its first answer. */
async function sentBy(work: (client: Client) => Promise<unknown>): Promise<Sent> {
  let sent: Sent | undefined
  const transport: Transport = {
    send: async (operation, _headers, body) => {
      sent ??= { operation, body }
      throw new Captured()
    },
    close: async () => undefined,
  }
  const accessKey = { id: 'id', secret: 'secret' }
  const options = { endpoint: 'http://127.0.0.1:1', instance: 'i', accessKey, retries: 0 }
  const client = new Client(options, { transport })
  await work(client).catch((error: unknown) => {
    if (!(error instanceof Captured)) throw error
  })
  return expectDefined(sent, 'the work sends a request')
}

/** The searches of a question, as a server decodes them. */
export async function searchesOf(question: KnownQuestion, sets: number): Promise<SearchQuery[]> {
  const searches: SearchQuery[] = []
  for (const inquiry of question.inquiries(sets)) {
    const { body } = await sentBy((client) => inquiry.ask(client))
    searches.push(search.decodeRequest(body).searchQuery)
  }
  return searches
}

/** The schema of a sample's main index. */
export async function mainSchemaOf({ sample }: KnownSample): Promise<IndexSchema> {
  const { body } = await sentBy((client) => {
    const { source, index } = mainIndexOf(client, sample)
    const [fields] = Object.values(source.searchIndexes)
    return index.create(expectDefined(fields, 'the main table has an index'))
  })
  return expectDefined(createSearchIndex.decodeRequest(body).schema, 'an index has a schema')
}
