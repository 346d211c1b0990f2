import { expect, test } from 'vitest'
import { consentTexts, shownOrder } from './shown-order.server.ts'

const wordsOf = (texts: Record<string, string>) => ({
  content: {
    story: async (path: string) => ({ content: { type: 'text', text: texts[path] ?? path } }),
  } as never,
})

test('the name of what was shown changes with the offers and with each text that is agreed to', async () => {
  const texts = (words: Record<string, string>) => consentTexts(wordsOf(words), 'de', true)
  const before = await texts({})
  const shown = shownOrder('a', before)
  expect(shownOrder('a', await texts({}))).toBe(shown)
  expect(shownOrder('b', before)).not.toBe(shown)
  for (const path of before.slice(0, 2).map(({ text }) => text))
    expect(shownOrder('a', await texts({ [path]: 'other' }))).not.toBe(shown)
  expect(shownOrder('a', before.slice(0, 2))).not.toBe(shown)
})

test('a company agrees to the terms alone', async () => {
  const kinds = (await consentTexts(wordsOf({}), 'en', false)).map(({ kind }) => kind)
  expect(kinds).toEqual(['terms'])
})
