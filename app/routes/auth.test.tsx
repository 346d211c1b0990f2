import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { identityMessageOf, identityMessages } from '../../contracts/identity-messages.ts'
import { LocaleContext, type Locale } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import Auth from './auth.tsx'

const foreign = 'Your email was verified. You can continue using the application.'

test.each<[Locale, string, boolean, string]>([
  ['de', identityMessages.verified.de, true, `Erledigt ${identityMessages.verified.de}`],
  ['de', foreign, true, 'Erledigt Du kannst dich jetzt anmelden oder zurück zur Startseite gehen.'],
  ['en', foreign, true, 'Done You can sign in now, or go back to the home page.'],
  ['de', foreign, false, 'Nicht angemeldet Die Anmeldung ist nicht abgeschlossen.'],
  ['en', '', false, 'Not signed in Signing in was not completed.'],
])('in %s, the message %j with success %s says %j (A10, T18)', (locale, text, success, expected) => {
  const loaderData = { message: identityMessageOf(text), success, canResend: false, email: '' }
  const Screen = () => <Auth {...({ loaderData } as Parameters<typeof Auth>[0])} />
  const Page = createRoutesStub([{ path: '/', Component: Screen }])
  const html = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <Page />
    </LocaleContext>,
  )
  expect(html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toContain(expected)
})
