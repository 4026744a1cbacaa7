import type { Query as AskedQuery } from '@rowhouse/protocol'
import type { Query } from './query.js'
import type { QueryScope } from './scope.js'

/** Kinds that hold other queries are given this, so that no file of a kind knows all others. */
export type CompileQuery = (asked: AskedQuery, scope: QueryScope) => Query
