import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cardKey } from '../live/kept-card.ts'
import { clearLiveData } from '../live/live-data.ts'
import { keepCard } from './offline-card.ts'

const card = { name: 'Mia Sommer', number: '1001', state: 'aktiv', locale: 'de' } as const

let values: Map<string, string>
beforeEach(() => {
  values = new Map()
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const kept = () => JSON.parse(values.get(cardKey) ?? 'null') as Record<string, unknown> | null

test('the card is stored as plain data with its QR code, and nothing else of the member', () => {
  keepCard({ ...card, token: 'secret' } as typeof card)
  expect(kept()).toEqual({
    ...card,
    code: { size: expect.any(Number), path: expect.stringMatching(/^M\d+ \d+h1/) },
  })
})

test('the card of another member replaces it', () => {
  keepCard(card)
  keepCard({ ...card, name: 'Tom Becker', number: '1002' })
  expect([kept()?.['name'], values.size]).toEqual(['Tom Becker', 1])
})

test('sign-out removes it', () => {
  keepCard(card)
  clearLiveData()
  expect(kept()).toBeNull()
})

test('a browser that blocks storage stores no card and signs out', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { setItem: blocked, removeItem: blocked })
  expect(() => {
    keepCard(card)
    clearLiveData()
  }).not.toThrow()
})
