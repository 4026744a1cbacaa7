import { systemClock } from '@rowhouse/platform'
import { SimulatedFiles } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { openLsmStore } from '../lsm-store.js'

test('a batch that comes while the one before it ends is applied', async () => {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: systemClock,
    cacheBytes: 65_536,
    memtableBytes: 65_536,
  })
  const put = (name: string) =>
    store.apply([{ kind: 'put', key: Buffer.from(name), value: Buffer.from(name) }])
  for (let microtasks = 0; microtasks < 60; microtasks++) {
    const first = put(`a ${microtasks}`)
    for (let left = microtasks; left > 0; left--) await Promise.resolve()
    await put(`b ${microtasks}`)
    await first
    expect(String(await store.get(Buffer.from(`b ${microtasks}`)))).toBe(`b ${microtasks}`)
  }
  await store.close()
})
