import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  commitBytes,
  decodeCommits,
  decodeMutations,
  encodeCommits,
  encodeRangeDelete,
} from './commit-record.js'
import type { LoggedCommit, PartitionCommit } from './partition-store.js'
import { storeKey } from './store-key.js'

const bytes = fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array))
const optionalBytes = fc.option(bytes, { nil: undefined })
const commit: fc.Arbitrary<PartitionCommit> = fc.record({
  table: fc.integer({ min: 0, max: 0xffff_fffe }),
  partition: bytes,
  expectedHead: fc.constant(undefined),
  token: fc.constant(undefined),
  record: optionalBytes,
  mutations: fc.array(fc.record({ key: bytes, value: optionalBytes }), { maxLength: 4 }),
})

const plain = ({ table, partition, record, mutations }: LoggedCommit): LoggedCommit => ({
  table,
  partition,
  record,
  mutations,
})

describe('a commit record', () => {
  it('round-trips', () => {
    fc.assert(
      fc.property(fc.array(commit, { maxLength: 5 }), (commits) => {
        const size = commits.reduce((sum, each) => sum + commitBytes(each), 0)
        const payload = encodeCommits(commits, size)
        expect(payload).toHaveLength(1 + size)
        const logged = commits.map(({ table, partition, record, mutations: changes }) => ({
          table,
          partition,
          record,
          mutations: changes,
        }))
        expect(decodeCommits(payload).map(plain)).toEqual(logged)
        const stored = commits.flatMap(({ table, mutations }) =>
          mutations.map(({ key, value }) =>
            value === undefined
              ? { kind: 'delete', key: storeKey(table, key) }
              : { kind: 'put', key: storeKey(table, key), value },
          ),
        )
        expect(decodeMutations(payload)).toEqual(stored)
      }),
    )
  })

  it('has the layout that the documentation gives', () => {
    const one: PartitionCommit = {
      table: 0x0102,
      partition: Buffer.from('P'),
      expectedHead: undefined,
      token: undefined,
      record: Buffer.from('R'),
      mutations: [
        { key: Buffer.from('k'), value: Buffer.from('vv') },
        { key: Buffer.from('d'), value: undefined },
      ],
    }
    const payload = encodeCommits([one], commitBytes(one))
    const parts = [
      ['01', '02010000', '0100', '01000000', '02000000', '50', '52'],
      ['0500', '02000000', '00000102', '6b', '7676'],
      ['0500', 'ffffffff', '00000102', '64'],
    ]
    expect(payload.toString('hex')).toBe(parts.flat().join(''))
    const range = encodeRangeDelete(3, Buffer.from('a'), Buffer.from('bc'))
    expect(range.toString('hex')).toBe(
      ['02', '0500', '0600', '0000000361', '000000036263'].join(''),
    )
    const [start, end] = [Buffer.from('\0\0\0\x03a'), Buffer.from('\0\0\0\x03bc')]
    expect(decodeMutations(range)).toEqual([{ kind: 'deleteRange', start, end }])
    expect(decodeCommits(range)).toEqual([])
  })

  it('shows followers only the wanted tables, and of each commit only the part of its own table', () => {
    const key = Buffer.from('k')
    const own = { key, value: Buffer.from('own') }
    const index = { key, value: Buffer.from('index'), table: 7 }
    const common = { partition: key, expectedHead: undefined, token: undefined, record: undefined }
    const commits = [1, 2].map((table) => ({ ...common, table, mutations: [own, index] }))
    const size = commits.reduce((sum, each) => sum + commitBytes(each), 0)
    const payload = encodeCommits(commits, size)
    const logged = (table: number) => ({
      table,
      partition: key,
      record: undefined,
      mutations: [own],
    })
    expect(decodeCommits(payload).map(plain)).toEqual([logged(1), logged(2)])
    const wanted = decodeCommits(payload, (table) => table === 2)
    expect(wanted.map(plain)).toEqual([logged(2)])
    // A second access gives the same object.
    expect(wanted[0]?.mutations).toBe(wanted[0]?.mutations)
    expect(decodeMutations(payload).map((mutation) => 'key' in mutation && mutation.key)).toEqual(
      [1, 7, 2, 7].map((table) => storeKey(table, key)),
    )
  })

  it('refuses keys too long for its length fields, and unknown kinds', () => {
    const key = Buffer.alloc(0xffff)
    expect(() => encodeRangeDelete(1, key, key)).toThrow('key too long')
    expect(() => decodeCommits(Buffer.from([9]))).toThrow('unknown kind of commit record: 9')
  })
})
