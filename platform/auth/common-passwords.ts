import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** Shorter passwords are refused anyway, and are not on the list. */
export const passwordMinLength = 12
/** One password per line, each between two line feeds; made by db/common-passwords.ts, which names its source. */
export const passwordsPath = new URL('common-passwords.txt.br', import.meta.url)
let text: string | null = null

/** Returns a password as it is compared: attackers try other cases and forms of the same characters as well. */
export function normalPassword(password: string): string {
  return password.normalize('NFKC').toLowerCase()
}

/** Whether a password of permitted length is among the most common ones of breaches. The list is read at first use. */
export function isCommonPassword(password: string): boolean {
  text ??= brotliDecompressSync(readFileSync(passwordsPath)).toString()
  const normal = normalPassword(password)
  return !normal.includes('\n') && text.includes(`\n${normal}\n`)
}
