import fc from 'fast-check'
import { expect, test } from 'vitest'
import { engineLimits } from '../limits.js'
import { openMemoryStore } from '../testing/index.js'
import { commit, key, puts, scan, text } from '../testing/partition-store-calls.js'
import { TransactionStore } from './transaction-store.js'

const TOKEN = Buffer.alloc(16)
const PARTITION = key('p')

/** Few keys, so that most writes replace an existing entry. */
const changes = fc.dictionary(
  fc.constantFrom('k0', 'k1', 'k10', 'k2', 'k3', 'k30', 'k4', 'k5'),
  fc.oneof({ weight: 3, arbitrary: fc.string({ maxLength: 3 }) }, fc.constant(undefined)),
)

const mutationsOf = (changed: Record<string, string | undefined>) =>
  Object.entries(changed).map(([name, value]) => ({
    key: key(name),
    value: value === undefined ? undefined : Buffer.from(value),
  }))

test('reads and scans in both directions see own writes over the visible ones', async () => {
  await fc.assert(
    fc.asyncProperty(changes, fc.array(changes, { maxLength: 4 }), async (before, steps) => {
      const base = await openMemoryStore()
      const expected = await openMemoryStore()
      const memory = { bytes: 0 }
      const own = new TransactionStore(base, 1, PARTITION, memory)
      const write = (mutations: ReturnType<typeof mutationsOf>) => ({
        partition: PARTITION,
        mutations,
      })
      await commit(base, write(mutationsOf(before)))
      await commit(expected, write(mutationsOf(before)))
      for (const step of steps) {
        await commit(own, write(mutationsOf(step)))
        await commit(expected, write(mutationsOf(step)))
        for (const reverse of [false, true])
          expect(await scan(own, 'k', 'l', { reverse })).toEqual(
            await scan(expected, 'k', 'l', { reverse }),
          )
        expect(await scan(own, 'k1', 'k3')).toEqual(await scan(expected, 'k1', 'k3'))
        const read = {
          table: 1,
          partition: PARTITION,
          keys: ['k0', 'k10', 'k3'].map(key),
          pending: false,
        }
        expect((await own.read(read)).values).toEqual((await expected.read(read)).values)
      }
      const whole = own.whole(TOKEN, [])
      if (whole !== undefined) await base.commit(whole)
      expect(await scan(base, 'k', 'l')).toEqual(await scan(expected, 'k', 'l'))
      own.forget()
      expect(memory.bytes).toBe(0)
      await base.close()
      await expected.close()
    }),
    { numRuns: 100 },
  )
})

test('a commit past the bound is refused whole', async () => {
  const base = await openMemoryStore()
  const memory = { bytes: 0 }
  const own = new TransactionStore(base, 1, PARTITION, memory)
  const large = 'x'.repeat(engineLimits.TRANSACTION_MEMORY_BYTES_MAX / 2)
  await commit(own, { partition: PARTITION, mutations: puts({ k1: large }) })
  // A second write of a key replaces the first.
  await commit(own, { partition: PARTITION, mutations: puts({ k1: 'small' }) })
  const tooMuch = { partition: PARTITION, mutations: puts({ k2: 'a', k3: `${large}${large}` }) }
  await expect(commit(own, tooMuch)).rejects.toMatchObject({
    code: 'OTSOutOfTransactionDataSizeLimit',
  })
  expect((await scan(own, 'k', 'l')).map(text)).toEqual(['k1=small'])
  memory.bytes = engineLimits.TRANSACTIONS_MEMORY_BYTES_MAX
  await expect(
    commit(own, { partition: PARTITION, mutations: puts({ k2: 'a' }) }),
  ).rejects.toMatchObject({ code: 'OTSServerBusy' })
  await base.close()
})

test('a snapshot sees own writes before it over the visible ones', async () => {
  const base = await openMemoryStore()
  const own = new TransactionStore(base, 1, PARTITION, { bytes: 0 })
  await commit(base, { partition: PARTITION, mutations: puts({ k1: 'base', k2: 'base' }) })
  await commit(own, { partition: PARTITION, mutations: puts({ k2: 'own' }) })
  const snapshot = await own.snapshot()
  await commit(own, { partition: PARTITION, mutations: puts({ k1: 'later', k2: 'later' }) })
  expect((await scan(snapshot, 'k', 'l')).map(text)).toEqual(['k1=base', 'k2=own'])
  expect((await scan(own, 'k', 'l')).map(text)).toEqual(['k1=later', 'k2=later'])
  snapshot.close()
  await base.close()
})
