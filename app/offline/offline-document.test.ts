import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentPolicy } from '../delivery/content-policy.ts'
import '../i18n/message-files.server.ts'
import { offlineDocument } from './offline-document.tsx'

const config = {
  identity: { domain: 'https://login.example' },
  backendUrl: 'https://halle9.example/api',
  connectorUrl: 'https://halle9.example/connector/v1',
} as Parameters<typeof contentPolicy>[1]
const space = async () => ({ name: 'Halle <9>' }) as never

const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test.each([
  ['de', 'Keine Verbindung'],
  ['en', 'No connection'],
] as const)('the offline page in %s stands alone under the policy of every page', async (locale, title) => {
  const html = await offlineDocument({ space }, locale)
  expect(html).toContain(`<html lang="${locale}">`)
  expect(html).toContain(`<h1>${title}</h1>`)
  expect(html).toContain('<header>Halle &lt;9&gt;</header>')
  // Everything but its fonts is in it: a browser without a connection can load nothing.
  expect(html).not.toMatch(/<img|\ssrc=|\shref="(?!data:,")|\sstyle=/)
  const policy = contentPolicy(html, config)
  expect(policy).toContain(hashOf(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1]))
  expect(policy).toContain(hashOf(/<script>([\s\S]*?)<\/script>/.exec(html)?.[1]))
})
