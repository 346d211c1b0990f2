import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorScreen } from './error-screen.tsx'

test.each([
  [
    'what failed can be asked for again',
    '/booking?machine=1',
    /<a class="button quiet" href="\/booking\?machine=1">/,
  ],
  ['a refusal stays one', null, /^(?!.*quiet)/s],
])('%s', (_, retryAt, markup) => {
  const screen = (
    <ErrorScreen statusCode={500} message="Unerwarteter Fehler" retryAt={retryAt} suggestions={[]} />
  )
  expect(renderToStaticMarkup(screen)).toMatch(markup)
})
