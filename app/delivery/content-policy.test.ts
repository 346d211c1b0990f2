import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentPolicy } from './content-policy.ts'
import { withIcon, withLateStart, withStartAfterPaint, withStyles } from './document.ts'

const config = {
  identity: { domain: 'https://login.example' },
  backendUrl: 'https://halle9.example/api',
  connectorUrl: 'https://halle9.example/connector/v1',
} as Parameters<typeof contentPolicy>[1]

const start = '<script type="module" async="">import "/a.js"</script>'
/** A page around `content` by editors. */
const page = (content: string) =>
  `<html><head><script>first()</script><script src="/x.js"></script></head><body><main>${content}</main>` +
  `${start}<link rel="modulepreload" href="/a.js"/></body></html>`

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

const evil = '<script>evil()</script>'

test.each(['', evil, `</main>${evil}`, `<main>${evil}</main>${evil}`])(
  'scripts around the content may run, scripts in the content may not: %j',
  (content) => {
    const scripts = /script-src ([^;]*)/.exec(contentPolicy(page(content), config))?.[1]
    expect(scripts).toBe(`'self' ${hashOf('first()')} ${hashOf('import "/a.js"')}`)
  },
)

test('pages may ask where errors are reported, only where they are', () => {
  const asked = (errorReports: typeof config.errorReports) =>
    /connect-src ([^;]*)/
      .exec(contentPolicy(page(''), { ...config, errorReports }))?.[1]
      ?.trim()
      .split(' ')
  const dsn = 'https://key@sentry.example:8000/errors/7'
  const before = asked(null)
  expect(asked({ dsn, environment: 'test' })?.filter((each) => !before?.includes(each))).toEqual([
    'https://sentry.example:8000',
  ])
})

test.each([
  ['/onboarding/payment', true],
  ['/EN/Onboarding/payment', true],
  ['/en/team/payment', true],
  ['/me/credits', true],
  ['/en/course-place/secret', true],
  ['/', false],
  ['/en/booking', false],
  ['/mehr/geld', false],
  ['/faq/me/', false],
])('forms of %s may lead to the payment provider: %s', (pathname, leads) => {
  const target = (paymentOrigin: string | null) =>
    /form-action ([^;]*)/.exec(contentPolicy(page(''), { ...config, paymentOrigin }, { pathname }))?.[1]
  expect(target('https://checkout.stripe.com')).toBe(leads ? `'self' https://checkout.stripe.com` : `'self'`)
  expect(target(null)).toBe(`'self'`)
})

test('the service worker and the manifest come from this origin alone', () => {
  const policy = contentPolicy(page(''), config).split('; ')
  expect(policy).toContain(`worker-src 'self'`)
  expect(policy).toContain(`manifest-src 'self'`)
})

test('modules start late, and content by editors is unchanged', () => {
  const content = `${start}<link rel="modulepreload" href="/b.js"/>`
  expect(withLateStart(page(content))).toBe(
    page(content)
      .replace(`</main>${start}`, '</main><script type="text/module-when-idle">import "/a.js"</script>')
      .replace('<link rel="modulepreload" href="/a.js"/>', ''),
  )
})

test('modules and messages of a screen start once it is painted, and content by editors is unchanged', () => {
  const content = `${start}<link rel="modulepreload" href="/b.js"/>`
  const changed = page(content)
    .replace(`</main>${start}`, '</main><script type="text/module-when-painted">import "/a.js"</script>')
    .replace('<link rel="modulepreload" href="/a.js"/>', '<link rel="late-modulepreload" href="/a.js"/>')
  expect(withStartAfterPaint(page(content), null)).toBe(changed)
  const preload = '<link rel="late-preload" href="/m.json?v=1" crossorigin="anonymous"/>'
  expect(withStartAfterPaint(page(content), '/m.json?v=1')).toBe(
    changed.replace('</head>', `${preload}</head>`),
  )
})

test('styles of a page are inline; content by editors is unchanged', () => {
  const sheet = '<link rel="stylesheet" href="/a.css"/>'
  const body = `<body><main>${sheet}<style>evil{}</style></main></body></html>`
  const inline = withStyles(`<html><head>${sheet}</head>${body}`, () => 'a{}')
  expect(inline).toBe(
    `<html><head><style>a{}</style><link rel="late-stylesheet" href="/a.css"/></head>${body}`,
  )
  const styles = /style-src ([^;]*)/.exec(contentPolicy(inline, config))?.[1]
  expect(styles?.match(/'sha256-[^']*'/g)).toEqual([hashOf('a{}')])
})

test('the icon of a content page is inline', () => {
  const page = '<head><link rel="icon" href="/favicon.svg" type="image/svg+xml"/></head>'
  expect(withIcon(page, 'data:image/svg+xml,x')).toBe(page.replace('/favicon.svg', 'data:image/svg+xml,x'))
  expect(withIcon(page, null)).toBe(page)
})
