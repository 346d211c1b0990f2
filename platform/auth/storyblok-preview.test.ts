import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSignedPreview } from './storyblok-preview.ts'

const now = new Date('2026-11-21T10:00:00Z')
const seconds = now.getTime() / 1000
const secret = { previewToken: 'preview-secret', spaceId: '4711', now }

function signed(space: string, timestamp: number, previewToken = 'preview-secret'): URLSearchParams {
  const token = createHash('sha1').update(`${space}:${previewToken}:${timestamp}`).digest('hex')
  return new URLSearchParams({
    _storyblok: '1',
    '_storyblok_tk[space_id]': space,
    '_storyblok_tk[timestamp]': String(timestamp),
    '_storyblok_tk[token]': token,
  })
}

function changed(change: (parameters: URLSearchParams) => void): URLSearchParams {
  const parameters = signed('4711', seconds)
  change(parameters)
  return parameters
}

test.each([
  ['just opened', signed('4711', seconds)],
  ['59 minutes old', signed('4711', seconds - 3540)],
  ['a clock that is a little ahead', signed('4711', seconds + 30)],
])('%s: shown', (_, parameters) => expect(isSignedPreview(parameters, secret)).toBe(true))

test.each([
  ['more than an hour old', signed('4711', seconds - 3601)],
  ['from the future', signed('4711', seconds + 120)],
  ['another space', signed('4712', seconds)],
  ['another token', signed('4711', seconds, 'guessed')],
  ['no parameters', new URLSearchParams('_storyblok=1')],
  ['no token', changed((all) => all.delete('_storyblok_tk[token]'))],
  ['an empty token', changed((all) => all.set('_storyblok_tk[token]', ''))],
  ['a token of another length', changed((all) => all.set('_storyblok_tk[token]', 'a'))],
  ['a token with other letters', changed((all) => all.set('_storyblok_tk[token]', 'ä'.repeat(20)))],
  ['a time that is no number', changed((all) => all.set('_storyblok_tk[timestamp]', 'NaN'))],
  [
    'a later time than was signed',
    changed((all) => all.set('_storyblok_tk[timestamp]', String(seconds + 1))),
  ],
  ['a parameter twice', changed((all) => all.append('_storyblok_tk[timestamp]', '1'))],
])('%s: not shown', (_, parameters) => expect(isSignedPreview(parameters, secret)).toBe(false))

test('without a known space the token alone decides', () => {
  expect(isSignedPreview(signed('9', seconds), { ...secret, spaceId: null })).toBe(true)
  expect(isSignedPreview(signed('9', seconds, 'x'), { ...secret, spaceId: null })).toBe(false)
})
