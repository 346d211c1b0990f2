import { expect, test } from 'vitest'
import { ScreenQuery } from './load-screen.server.ts'
import { moveQuery, returnAddress } from './move-origin.ts'

const week = { machine: 3, day: '2026-11-25' }

test.each([
  ['profil', '/en/me/profil'],
  ['bookings', '/en/me/bookings'],
  ['ticket', '/en/booking?machine=3&day=2026-11-25'],
] as const)('a move that began at %s returns to %s', (began, address) => {
  expect(ScreenQuery.parse(moveQuery(7, began)).began ?? 'bookings').toBe(began)
  expect(returnAddress(began, 'en', week)).toBe(address)
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/me/credits',
  'javascript:alert(1)',
  'PROFIL',
  '',
])('no other address is taken from the query: %j', (began) => {
  expect(ScreenQuery.parse({ machine: '3', moves: '7', began })).toEqual({ machine: 3, moves: 7 })
})
