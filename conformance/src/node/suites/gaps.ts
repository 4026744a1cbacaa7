import { type ConformanceTest, gap } from '../harness.js'

const KNOWLEDGE_BASES = [
  'CreateKnowledgeBase',
  'DeleteKnowledgeBase',
  'UpdateKnowledgeBase',
  'DescribeKnowledgeBase',
  'ListKnowledgeBase',
  'AddDocuments',
  'GetDocument',
  'ListDocuments',
  'DeleteDocuments',
  'UpdateDocument',
  'Retrieve',
  'ListChunks',
  'UpdateChunks',
]

const MEMORY_STORES = [
  'CreateMemoryStore',
  'GetMemoryStore',
  'UpdateMemoryStore',
  'DeleteMemoryStore',
  'ListMemoryStores',
  'AddMemories',
  'SearchMemories',
  'ListMemories',
  'GetMemory',
  'UpdateMemory',
  'DeleteMemory',
  'ListMemoryStoreMessages',
  'ListMemoryStoreRequests',
]

const jsonGaps = (topic: string, operations: readonly string[]): ConformanceTest[] =>
  operations.map((operation) =>
    gap(operation, topic, async (t) => {
      await t.client.callJson(operation, {})
    }),
  )

/** Operations of this SDK that later work will serve, each with the smallest valid request. */
export const gapTests = [
  gap('SQLQuery', 'SQL', async (t) => {
    await t.client.call('SQLQuery', { query: 'select 1' })
  }),
  ...jsonGaps('Knowledge bases', KNOWLEDGE_BASES),
  ...jsonGaps('Memory stores', MEMORY_STORES),
]
