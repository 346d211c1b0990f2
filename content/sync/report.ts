const verbs = ['created', 'changed', 'removed'] as const
type Part = Record<(typeof verbs)[number], string[]> & { unchanged: number }

const maxNames = 20

/** Collects what a push or pull did, and prints it. */
export function createReport() {
  const parts = new Map<string, Part>()
  const alone: string[] = []
  const refused: string[] = []
  const notes: string[] = []
  const of = (kind: string) => {
    const part = parts.get(kind) ?? { created: [], changed: [], removed: [], unchanged: 0 }
    parts.set(kind, part)
    return part
  }
  return {
    created: (kind: string, name: string) => void of(kind).created.push(name),
    changed: (kind: string, name: string) => void of(kind).changed.push(name),
    removed: (kind: string, name: string) => void of(kind).removed.push(name),
    unchanged: (kind: string) => void of(kind).unchanged++,
    /** Notes something that stays because only one side has it. */
    alone: (line: string) => void alone.push(line),
    /** Notes something that was not done because it would lose work. */
    refused: (line: string) => void refused.push(line),
    note: (line: string) => void notes.push(line),
    get ok() {
      return refused.length === 0
    },
    get writes() {
      return [...parts.values()].flatMap((part) => verbs.flatMap((verb) => part[verb])).length
    },
    text(heading: string): string {
      const lines = [...parts].flatMap(([kind, part]) => [
        `${kind}: ${part.created.length} created, ${part.changed.length} changed, ${part.unchanged} unchanged` +
          (part.removed.length > 0 ? `, ${part.removed.length} removed` : ''),
        ...verbs.flatMap((verb) => listed(verb, part[verb])),
      ])
      const rest = [titled('Left alone', alone), titled('Note', notes), titled('Not done', refused)]
      return [heading, ...lines, ...rest.flat()].join('\n').trim()
    },
  }
}
export type Report = ReturnType<typeof createReport>

function listed(verb: string, names: string[]): string[] {
  if (names.length === 0) return []
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : ''
  return [`  ${verb}: ${names.slice(0, maxNames).join(', ')}${more}`]
}

function titled(title: string, lines: string[]): string[] {
  return lines.length > 0 ? [`${title}:`, ...lines.map((line) => `- ${line}`)] : []
}
