import { expect, test } from 'vitest'
import { isAccessKeyId, isInstanceName, refuseInstanceName } from './instance.js'

test.each(['abc', 'A1-', 'demo', 'a--b', 'Abcdefghijklmno1'])('%s', (name) => {
  expect(isInstanceName(name)).toBe(!name.endsWith('-'))
})

test.each(['', 'ab', 'abcdefghijklmnop1', '1abc', '-abc', 'abc-', 'a_b', 'a.b', 'naïve', 'a b'])(
  '"%s" is not an instance name',
  (name) => {
    expect(isInstanceName(name)).toBe(false)
    expect(refuseInstanceName(name)).toContain('3 to 16 letters, digits or hyphens')
  },
)

test.each(['aliyun', 'my-OTS', 'Taobao1', 'Sayings', 'sysadmin'])(
  '%s contains a reserved word',
  (name) => {
    expect(refuseInstanceName(name)).toContain('reserved word')
  },
)

test('access key ids have the characters that the Java SDK accepts', () => {
  for (const id of ['a', 'LTAI5t', 'a+b./_-9']) expect(isAccessKeyId(id)).toBe(true)
  for (const id of ['', 'a b', 'a:b', 'é', 'x'.repeat(129)]) expect(isAccessKeyId(id)).toBe(false)
})
