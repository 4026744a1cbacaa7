import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatIpAddress, parseIpAddress, parseIpRange } from './ip-address.js'

const shown = (text: string): string | undefined => {
  const bytes = parseIpAddress(text)
  return bytes && `${Buffer.from(bytes).toString('hex')} ${formatIpAddress(bytes)}`
}

it.each([
  ['192.168.1.1', '00000000000000000000ffffc0a80101 192.168.1.1'],
  ['::ffff:192.168.1.1', '00000000000000000000ffffc0a80101 192.168.1.1'],
  ['::', '00000000000000000000000000000000 ::'],
  ['::1', '00000000000000000000000000000001 ::1'],
  ['2001:DB8:0:0:1:0:0:1', '20010db8000000000001000000000001 2001:db8::1:0:0:1'],
  ['1:0:2:0:3:0:4:0', '00010000000200000003000000040000 1:0:2:0:3:0:4:0'],
  ['fe80::', 'fe800000000000000000000000000000 fe80::'],
  ['fe80::1%eth0', undefined],
  ['1.2.3', undefined],
  ['1.2.3.256', undefined],
  ['01.2.3.4', undefined],
  ['', undefined],
  [' 1.2.3.4', undefined],
])('the address %s', (text, expected) => expect(shown(text)).toBe(expected))

it.each([
  ['192.168.1.1/24', '192.168.1.0', '192.168.1.255'],
  ['10.0.0.1', '10.0.0.1', '10.0.0.1'],
  ['10.1.2.3/0', '0.0.0.0', '255.255.255.255'],
  ['10.1.2.3/32', '10.1.2.3', '10.1.2.3'],
  ['10.1.2.3/12', '10.0.0.0', '10.15.255.255'],
  ['2001:db8::/33', '2001:db8::', '2001:db8:7fff:ffff:ffff:ffff:ffff:ffff'],
  ['::/0', '::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
])('the block %s', (text, first, last) => {
  const range = parseIpRange(text)
  expect(range && [formatIpAddress(range.first), formatIpAddress(range.last)]).toEqual([
    first,
    last,
  ])
})

it.each(['1.2.3.4/33', '::/129', '1.2.3.4/', '1.2.3.4/-1', '1.2.3.4/8/8', 'x/8', '1.2.3.4/1e1'])(
  '%s is not a block',
  (text) => expect(parseIpRange(text)).toBeUndefined(),
)

it('addresses round-trip as text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      const bytes = parseIpAddress(text)
      expect(bytes).toBeDefined()
      if (bytes !== undefined) expect(parseIpAddress(formatIpAddress(bytes))).toEqual(bytes)
    }),
  )
})

it('their bytes are in the order of IPv4 addresses', () => {
  const number = fc.nat(0xff_ff_ff_ff)
  const dotted = (value: number): string =>
    [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.')
  fc.assert(
    fc.property(number, number, (one, other) => {
      const bytes = [one, other].map((value) => parseIpAddress(dotted(value)) ?? new Uint8Array())
      expect(
        Math.sign(Buffer.compare(bytes[0] ?? new Uint8Array(), bytes[1] ?? new Uint8Array())),
      ).toBe(Math.sign(one - other))
    }),
  )
})
