import fc from 'fast-check'
import { describe } from 'vitest'
import { operationTester } from '../testing/agreement.js'
import { loadMessageSchema } from '../testing/message-schema.js'
import * as replies from '../testing/search-reply-arbitraries.js'
import * as replyForms from '../testing/search-reply-forms.js'
import * as requests from '../testing/search-request-arbitraries.js'
import * as requestForms from '../testing/search-request-forms.js'
import { computeSplits } from './compute-splits.js'
import { createSearchIndex } from './create-search-index.js'
import { deleteSearchIndex } from './delete-search-index.js'
import { describeSearchIndex } from './describe-search-index.js'
import { listSearchIndex } from './list-search-index.js'
import { parallelScan } from './parallel-scan.js'
import { search } from './search.js'
import { updateSearchIndex } from './update-search-index.js'

const codec = operationTester(loadMessageSchema())
const same = (message: object): object => message

describe('search operations as the published messages', () => {
  const empty = { messages: fc.constant({}), form: same }
  codec(
    createSearchIndex,
    { messages: requests.createSearchIndexRequest, form: requestForms.createSearchIndexForm },
    empty,
  )
  codec(
    updateSearchIndex,
    { messages: requests.updateSearchIndexRequest, form: requestForms.updateSearchIndexForm },
    empty,
  )
  codec(
    listSearchIndex,
    { messages: requests.listSearchIndexRequest, form: same },
    { messages: replies.listSearchIndexReply, form: same },
  )
  codec(
    describeSearchIndex,
    { messages: requests.describeSearchIndexRequest, form: same },
    { messages: replies.describeSearchIndexReply, form: replyForms.describeSearchIndexForm },
  )
  codec(deleteSearchIndex, { messages: requests.indexNameRequest, form: same }, empty)
  codec(
    computeSplits,
    { messages: requests.indexNameRequest, form: requestForms.computeSplitsForm },
    { messages: replies.computeSplitsReply, form: same },
  )
  codec(
    search,
    { messages: requests.searchRequest, form: requestForms.searchRequestForm },
    { messages: replies.searchReply, form: replyForms.searchReplyForm },
  )
  codec(
    parallelScan,
    { messages: requests.parallelScanRequest, form: requestForms.parallelScanForm },
    { messages: replies.parallelScanReply, form: same },
  )
})
