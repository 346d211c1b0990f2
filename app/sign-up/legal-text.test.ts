import { expect, test } from 'vitest'
import { plainText } from './legal-text.server.ts'

test('the words of a story, a line for each paragraph', () => {
  const text = (words: string) => ({ type: 'text', text: words })
  const body = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('1. Geltung')] },
      { type: 'paragraph', content: [text('Es gilt '), text('deutsches'), text(' Recht.')] },
    ],
  }
  const story = {
    title: 'AGB',
    body: [
      { component: 'text', body },
      { component: 'text', body },
    ],
  }
  const once = '1. Geltung\nEs gilt deutsches Recht.'
  expect(plainText(story)).toBe(`${once}\n${once}`)
})

test.each([null, undefined, 7, '', {}, []])('%j has no words', (story) => expect(plainText(story)).toBe(''))
