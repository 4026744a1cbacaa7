import { expect, it } from 'vitest'
import { writeTable } from '../testing/written-table.js'

/** Six bits for each of two keys. */
const FILTER = `
    00008200 00000000 00000000 40000000 00000000 00004020 00000002 00000000
    00000400 00000000 00002000 80000001 00000000 00000010 00000000 00001000`

it('has the bytes that docs/formats.md shows', async () => {
  const entries = [
    { key: Buffer.from('one'), value: Buffer.from('1') },
    { key: Buffer.from('two'), value: undefined },
  ]
  const { files, path, facts } = await writeTable(entries, { compress: true })
  const bytes = await (await files.open(path, 'read')).read(0, facts.bytes)
  const documented = `
    03026f6e6531 030074776f 00000600 0200 00 fa2a270a
    000f 000000000000 16000000 11000000 0000 0100 00 82e7d92e
    ${FILTER} 00 fcf3d158
    001d 160000000000 19000000 14000000 2f0000000000 45000000 40000000 00000000 01000000 00 a2bfc00c
    01000000 010000000000 020000000000 010000000000 740000000000 2b000000 26000000 03000000 03000000
    6f6e65 74776f 32000000 c5b0cf6d 52485441424c450a`
  expect(bytes.toString('hex')).toBe(documented.replaceAll(/\s/g, ''))
})
