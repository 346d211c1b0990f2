import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'

/** Returns what html-validate finds in the files of a folder. */
export async function htmlValidateFindings(folder: string): Promise<string[]> {
  const validate = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      // How React writes what it writes: letters' case, spaces, empty attributes. All of it is valid HTML.
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'doctype-style': 'off',
      'no-trailing-whitespace': 'off',
      'void-style': 'off',
      // A page's own title and the space's name.
      'long-title': 'off',
    },
  })
  const report = await validate.validateMultipleFiles(readdirSync(folder).map((file) => join(folder, file)))
  return report.results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, column }) => `${filePath}:${column} ${ruleId}: ${message}`),
  )
}

/** Returns what the Nu checker finds in the files of a folder. @throws Error when it cannot run */
export function nuFindings(folder: string): string[] {
  const jar = 'node_modules/vnu-jar/build/dist/vnu.jar'
  const checked = spawnSync('java', ['-jar', jar, '--errors-only', '--format', 'gnu', folder], {
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  if (checked.error) throw checked.error
  const findings = checked.stderr.split('\n').filter(Boolean)
  if (checked.status !== 0 && findings.length === 0)
    throw new Error(`the Nu checker ended with ${checked.status}`)
  return findings
}

/** Markup is what is checked: of CSS the checkers know neither container queries nor @property. */
export function withoutStyles(page: string): string {
  return page.replaceAll(/<style>[^]*?<\/style>/g, '<style></style>')
}
