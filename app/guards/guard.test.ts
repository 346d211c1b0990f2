import { expect, test } from 'vitest'
import { guard } from './guard.ts'

const url = new URL('https://halle9.example/team/contact')

test('a step that is not open leads to the first one that is', () => {
  expect(() => guard('team-user')({ url })).toThrow(expect.objectContaining({ status: 302 }))
})

test('E7: an unknown guard throws, and the page does not open', () => {
  expect(() => guard('team-owner')({ url })).toThrow('Unknown route guard: team-owner')
})
