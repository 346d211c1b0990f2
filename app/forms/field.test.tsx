import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../i18n/message-files.server.ts'
import { ErrorLinks, ErrorSummary } from './error-summary.tsx'
import { Field } from './field.tsx'

test('help and error of a field are read with its control', () => {
  const html = renderToStaticMarkup(
    <Field form="contact" name="zip" label="Postcode" help="Five digits" error="Not a postcode">
      {(control) => <input {...control} />}
    </Field>,
  )
  expect(html).toBe(
    '<div class="field"><label for="contact-zip">Postcode</label>' +
      '<input id="contact-zip" aria-invalid="true" aria-describedby="contact-zip-help contact-zip-error" name="zip"/>' +
      '<p id="contact-zip-help" class="hint">Five digits</p>' +
      '<p id="contact-zip-error" class="error">Not a postcode</p></div>',
  )
})

test('a field that is in order names nothing', () => {
  const html = renderToStaticMarkup(
    <Field form="contact" name="zip" label="Postcode">
      {(control) => <input {...control} />}
    </Field>,
  )
  expect(html).toContain('<input id="contact-zip" name="zip"/>')
})

test('the summary links each error to its control', () => {
  const html = renderToStaticMarkup(
    <ErrorSummary title="Oh" about={null}>
      <ErrorLinks form="resend" errors={{ email: 'auth_resend_invalid' }} />
    </ErrorSummary>,
  )
  expect(html).toContain('role="alert" tabindex="-1"')
  expect(html).toMatch(/<li><a href="#resend-email">Bitte gib .*<\/a><\/li>/)
})
