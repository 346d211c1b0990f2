import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentPolicy } from './content-policy.ts'
import { withLateStart } from './late-start.ts'

const config = {
  identity: { domain: 'https://login.example' },
  backendUrl: 'https://halle9.example/api',
  connectorUrl: 'https://halle9.example/connector/v1',
} as Parameters<typeof contentPolicy>[1]

const start = '<script type="module" async="">import "/a.js"</script>'
/** A page of the frame around what editors wrote. */
const page = (content: string) =>
  `<html><head><script>first()</script><script src="/x.js"></script></head><body><main>${content}</main>` +
  `${start}<link rel="modulepreload" href="/a.js"/></body></html>`

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

const evil = '<script>evil()</script>'

test.each(['', evil, `</main>${evil}`, `<main>${evil}</main>${evil}`])(
  'the scripts of the frame run, none of the content: %j',
  (content) => {
    const scripts = /script-src ([^;]*)/.exec(contentPolicy(page(content), config))?.[1]
    expect(scripts).toBe(`'self' ${hashOf('first()')} ${hashOf('import "/a.js"')}`)
  },
)

test('modules of the frame start late, and what editors wrote stays as it is', () => {
  const content = `${start}<link rel="modulepreload" href="/b.js"/>`
  expect(withLateStart(page(content))).toBe(
    page(content)
      .replace(`</main>${start}`, '</main><script type="text/late-module">import "/a.js"</script>')
      .replace('<link rel="modulepreload" href="/a.js"/>', ''),
  )
})
