import { expect, test } from 'vitest'
import { localeOf } from './locale.ts'

test.each([
  ['/', 'de'],
  ['/events', 'de'],
  ['/energie', 'de'],
  ['/de/en', 'de'],
  ['/en', 'en'],
  ['/en/events', 'en'],
  ['/EN', 'en'],
  ['/En/events', 'en'],
])('the language of %s is %s', (path, locale) => expect(localeOf(path)).toBe(locale))
