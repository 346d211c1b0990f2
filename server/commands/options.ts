import { parseArgs } from 'node:util'

/** Splits the arguments of a command into words and `--name value`; null where an option is not known. */
export function readOptions(
  args: string[],
  names: string[],
): { words: string[]; values: Record<string, string | undefined> } | null {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    return { words: positionals, values }
  } catch {
    return null
  }
}
