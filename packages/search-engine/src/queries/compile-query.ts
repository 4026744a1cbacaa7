import type { Query as AskedQuery } from '@rowhouse/protocol'
import type { Query } from './query.js'
import type { QueryScope } from './scope.js'

/** Compound queries receive this function, so that their files need not import all others. */
export type CompileQuery = (asked: AskedQuery, scope: QueryScope) => Query
