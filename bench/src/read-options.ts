import { readCommandLine } from '@rowhouse/platform/testing'

/** Reads the options of a benchmark, which stand in a page of this repository. */
export const readOptions = <T>(script: string, page: string, read: (args: string[]) => T): T =>
  readCommandLine(`npm run ${script} -- [OPTIONS]\nThe options stand in ${page}.`, read)
