import { describe, expect, test } from 'vitest'
import { KeptReaders } from './kept-readers.js'

function sections() {
  const listeners: (() => void)[] = []
  return {
    onLetGo: (listener: () => void) => void listeners.push(listener),
    letGo: () => listeners.forEach((listener) => listener()),
  }
}

describe('kept readers', () => {
  test('are opened once, and again after a section was evicted', () => {
    const { onLetGo, letGo } = sections()
    const readers = new KeptReaders<object>({ onLetGo })
    const first = readers.get('a', () => ({}))
    expect(readers.get('a', () => ({}))).toBe(first)
    expect(readers.get('b', () => ({}))).not.toBe(first)
    letGo()
    expect(readers.get('a', () => ({}))).not.toBe(first)
  })

  test('are not kept when opening them has evicted a section', () => {
    const { onLetGo, letGo } = sections()
    const readers = new KeptReaders<object>({ onLetGo })
    const first = readers.get('a', () => {
      letGo()
      return {}
    })
    expect(readers.get('a', () => ({}))).not.toBe(first)
  })
})
