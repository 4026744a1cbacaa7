import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadRocksDb, ROCKSDB_VERSION } from './load-rocksdb.js'

const failWith = (code: string, message: string) => () =>
  Promise.reject(Object.assign(new Error(message), { code }))

test('a package that is not installed is named with its version', async () => {
  const missing = "Cannot find package 'rocksdb-native' imported from store.js"
  const loading = loadRocksDb('/data/store', failWith('ERR_MODULE_NOT_FOUND', missing))
  await expect(loading).rejects.toMatchObject({ name: 'DataFolderError' })
  await expect(loading).rejects.toThrow('The store in /data/store is of kind rocksdb, and ')
  await expect(loading).rejects.toThrow(`: npm install rocksdb-native@${ROCKSDB_VERSION}`)
})

test('any other error stays as it is', async () => {
  for (const [code, message] of [
    ['CANNOT_LOAD', 'Cannot load addon of rocksdb-native'],
    ['ERR_MODULE_NOT_FOUND', "Cannot find package 'other'"],
  ] as const)
    await expect(loadRocksDb('/data/store', failWith(code, message))).rejects.toThrow(message)
})

test('our packages ask for this version', () => {
  for (const path of ['../../package.json', '../../../cli/package.json'])
    expect(readFileSync(new URL(path, import.meta.url), 'utf8')).toContain(
      `"rocksdb-native": "${ROCKSDB_VERSION}"`,
    )
})
