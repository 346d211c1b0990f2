import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorScreen } from './error-screen.tsx'

test.each([
  [
    'a failed page has a link to try again',
    '/booking?machine=1',
    /<a class="button quiet" href="\/booking\?machine=1">/,
  ],
  ['a refused page has none', null, /^(?!.*quiet)/s],
])('%s', (_, retryAt, markup) => {
  const screen = (
    <ErrorScreen
      statusCode={500}
      message="Unerwarteter Fehler"
      retryAt={retryAt}
      suggestions={[]}
      spaceName="Halle 9"
    />
  )
  const html = renderToStaticMarkup(screen)
  expect(html).toMatch(markup)
  expect(html).toContain('<title>error# 500 – Halle 9</title>')
})
