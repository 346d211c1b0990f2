import { expect, test } from 'vitest'
import { moveContent } from './command.ts'

const management = { url: 'http://127.0.0.1:9/v1', token: 'secret-token' }

test.each([
  [[], { spaceId: '1', management }, 'Usage: content push|pull'],
  [['push', '--all'], { spaceId: '1', management }, 'Usage: content push|pull'],
  [
    ['push'],
    { spaceId: null, management },
    'Set STORYBLOK_SPACE_ID (the number of the space, in its settings).',
  ],
  [
    ['push', '--dry-run'],
    { spaceId: null, management: { ...management, token: null } },
    'Set STORYBLOK_SPACE_ID (the number of the space, in its settings) and STORYBLOK_MANAGEMENT_TOKEN (a personal',
  ],
  [['pull'], { spaceId: '1', management: { ...management, token: null } }, 'STORYBLOK_MANAGEMENT_TOKEN'],
  [['pull', '--dry-run'], { spaceId: '1', management }, 'Storyblok does not answer'],
])('%j with %j is refused: %s', async (args, settings, sentence) => {
  const refusal = await moveContent(args, settings).catch((error: Error) => error.message)
  expect(refusal).toContain(sentence)
  expect(refusal).not.toContain('secret-token')
})
