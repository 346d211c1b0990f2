import { expect, test } from 'vitest'
import { faultOf } from './password-rules.ts'

const context = { siteName: 'Halle 9', email: 'mia.sommer@holzwerk.example', name: 'Mia Sommer' }

test.each([
  ['elf Zeichen', 'tooShort'],
  ['x'.repeat(257), 'tooLong'],
  ['123456789012', 'common'],
  ['PasswordPassword', 'common'],
  ['IloveYou1234', 'common'],
  ['ｑｗｅｒｔｙｕｉｏｐ１２', 'common'],
  ['ab1ab1ab1ab1', 'common'],
  ['Zug um Zug Zug um Zug ', 'common'],
  ['Halle9-Halle9-2026', 'personal'],
  ['werkbank-2026!', 'personal'],
  ['Mia.Sommer.2026', 'personal'],
  ['mia.sommer@holzwerk.example', 'personal'],
  ['holzwerk holzwerk 26', 'personal'],
  ['!!!!?!?!?!----', 'personal'],
] as const)('%s is refused: %s', (password, fault) => expect(faultOf(password, context)).toBe(fault))

test.each([
  'ein langer neuer Satz',
  'Mia mag die Kreissäge',
  'correct horse battery staple',
  'Halle 9: Dienstag, Säge, Tee',
  '🪚🔩🪛🧰 sägen bohren',
])('%s may be chosen', (password) => expect(faultOf(password, context)).toBeNull())
