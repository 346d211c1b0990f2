import { isCommonPassword, normalPassword, passwordMinLength } from './common-passwords.ts'

/** Longer passwords are refused before hashing: the sender must not control the work of argon2. */
export const passwordMaxLength = 256

/** Why a password may not be chosen. */
export type PasswordFault = 'tooShort' | 'tooLong' | 'common' | 'personal'

/** Words that an attacker who knows the account tries first. */
export interface PasswordContext {
  siteName: string
  email: string
  name: string
}

/** Characters that must be left without the words of the context. */
const ownMinLength = 8

/** Returns why a new password is refused, null when it is not (OWASP ASVS 6.2.1, 6.2.4, 6.2.11, 6.2.12). */
export function faultOf(password: string, context: PasswordContext): PasswordFault | null {
  if ([...password].length < passwordMinLength) return 'tooShort'
  if (password.length > passwordMaxLength) return 'tooLong'
  if (isCommonPassword(password) || isRepetition(password)) return 'common'
  return ownPartOf(password, context).length < ownMinLength ? 'personal' : null
}

/** Whether something shorter than a password is only repeated: `passwordpassword`. */
function isRepetition(password: string): boolean {
  const unit = normalPassword(password).replace(/^(.{1,128}?)\1+$/su, '$1')
  return [...unit].length < passwordMinLength
}

/** The letters and digits of a password without the words of its context. */
function ownPartOf(password: string, { siteName, email, name }: PasswordContext): string {
  const [local = '', domain = ''] = email.split('@')
  const words = [siteName, ...siteName.split(/\s/), 'werkbank', local, ...local.split(/[._+-]/)]
    .concat(domain, domain.split('.'), name, name.split(/\s/))
    .map(lettersOf)
    .filter((word) => word.length >= 3)
    // A word may be part of a longer one.
    .toSorted((one, other) => other.length - one.length)
  return words.reduce((rest, word) => rest.replaceAll(word, ''), lettersOf(password))
}

function lettersOf(text: string): string {
  return normalPassword(text).replace(/[^\p{L}\p{N}]/gu, '')
}
