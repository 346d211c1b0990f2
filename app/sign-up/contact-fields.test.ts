import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messageFiles } from '../i18n/message-files.server.ts'
import { contactForm, contactMessage } from './contact-fields.ts'
import { startMessage } from './start-fields.ts'

/** Every field and every reason that the rules name. */
const reasons: [field: string, why: string[]][] = [
  ...['firstName', 'lastName', 'guardianName'].map(
    (name) => [name, ['missing', 'long', 'latin', 'dot']] as [string, string[]],
  ),
  ['birthDay', ['grown']],
  ['birth', ['missing', 'form', 'future', 'young']],
  ['guardianEmail', ['missing', 'form', 'own']],
  ...['street', 'city', 'company'].map((name) => [name, ['missing', 'long', 'latin']] as [string, string[]]),
  ['zip', ['missing', 'form']],
  ['country', ['missing', 'business']],
  ['phone', ['form']],
  ['vatId', ['form', 'digit', 'foreign']],
  ['reference', ['long', 'latin']],
  ['invoiceEmail', ['form']],
  ['requirement', ['missing']],
]

test.each(reasons)('%s has a text in both languages for %j', (field, whys) => {
  for (const why of whys) {
    const key = contactMessage(field, why)
    expect([key, messageFiles.de[key], messageFiles.en[key]]).toEqual([
      key,
      expect.any(String),
      expect.any(String),
    ])
  }
})

test('the list above names every reason of the rules', () => {
  const rules = readFileSync(new URL('../../rules/contact.ts', import.meta.url), 'utf8')
  const named = new Set(
    [...rules.matchAll(/[?:]\s*'(\w+)'|return '(\w+)'/g)].map(([, one, other]) => one ?? other),
  )
  const known = new Set(['on', ...reasons.flatMap(([, whys]) => whys)])
  for (const why of ['missing', 'form', 'young', 'business', 'latin', 'long', 'own'])
    expect(named).toContain(why)
  expect([...named].filter((why) => !known.has(why ?? ''))).toEqual([])
})

test.each([
  ['package', 'gone'],
  ['day', 'past'],
  ['day', 'far'],
  ['day', 'closed'],
  ['assertion', 'expired'],
  ['password', 'common'],
  ['altcha', 'used'],
])('%s %s has a text', (field, why) => {
  const key = startMessage(field, why)
  expect(key && messageFiles.de[key]).toEqual(expect.any(String))
})

test('an empty form is refused at its fields, whatever is missing in it', () => {
  const schema = contactForm({ today: '2026-11-23', email: 'a@b.de', hasRequirement: true, country: 'DE' })
  const { error } = schema.safeParse({})
  expect(error?.issues.map(({ path }) => path[0])).toEqual([
    'firstName',
    'lastName',
    'birthDay',
    'street',
    'zip',
    'city',
    'country',
    'requirement',
  ])
})
