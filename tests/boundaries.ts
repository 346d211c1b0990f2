import { dirname, join, normalize, relative, sep } from 'node:path'

/*
 * The import boundaries between folders, as a rule of oxlint: `boundaries/folders` in `.oxlintrc.json`. Imports of types
 * count like all others; tests and fixtures may import anything but routes. `import/no-cycle` refuses cycles of files.
 */

/** What everything may import that is neither a service nor the site. */
const pure = ['contracts', 'rules', 'formats']
/** What a feature of the site is made of. */
const site = [
  ...pure,
  'clients',
  'app/context.ts',
  'app/paths.ts',
  'app/root.tsx',
  'app/i18n',
  'app/session',
  'app/live',
  'app/frame',
  'app/forms',
  'app/ui',
  'app/errors',
  'app/delivery',
]
const service = [...pure, 'clients', 'platform', 'db']

/**
 * Each folder and what its files may import; `*` stands for one folder name. The longest path that fits a file counts,
 * for the file that imports and for the one that is imported. A folder may always import itself.
 */
const mayImport: Record<string, string[]> = {
  contracts: [],
  rules: ['contracts'],
  formats: ['contracts', 'rules'],
  clients: ['contracts'],
  db: ['platform'],
  platform: ['contracts', 'db'],
  'services/*': service,
  // A double shares no code with what it judges, so that an error on either side shows.
  doubles: ['platform'],
  'content/schema': [],
  'content/sync': ['contracts', 'clients', 'content/schema'],

  'app/ui': pure,
  'app/i18n': ['contracts'],
  'app/paths.ts': ['contracts', 'app/i18n'],
  'app/context.ts': ['contracts', 'clients', 'app/i18n', 'app/frame', 'app/blocks', 'app/search'],
  'app/guards': ['rules', 'app/i18n', 'app/paths.ts'],
  'app/errors': ['contracts', 'app/frame', 'app/i18n', 'app/live', 'app/paths.ts'],
  'app/preview': [],
  'app/delivery': ['app/context.ts', 'app/i18n'],
  'app/session': site,
  'app/live': site,
  'app/forms': site,
  'app/frame': [...site, 'app/preview'],
  'app/blocks': [...site, 'app/seo', 'app/events'],
  'app/seo': [...site, 'app/blocks', 'app/search'],

  'app/*': site,
  'app/booking': [...site, 'app/events'],
  'app/checkout': [...site, 'app/blocks'],
  'app/me': [...site, 'app/booking'],
  'app/check-in': [...site, 'app/booking', 'app/me'],
  'app/display': [...site, 'app/blocks', 'app/events'],
  'app/events': [...site, 'app/blocks', 'app/seo'],
  'app/search': [...site, 'app/blocks'],
  'app/sign-up': [...site, 'app/guards', 'app/me'],
  'app/routes': [...site, 'app/*'],
}

interface Node {
  source?: { value?: unknown } | null
}

interface Context {
  filename: string
  report(problem: { node: Node; message: string }): void
}

const root = join(import.meta.dirname, '..')

const folders = {
  create(context: Context) {
    const file = fromRoot(context.filename)
    const check = (node: Node) => {
      const address = node.source?.value
      if (typeof address !== 'string' || !address.startsWith('.')) return
      const target = fromRoot(normalize(join(dirname(context.filename), address)))
      if (!isAllowed(file, target)) {
        const message = `${areaOf(file) ?? file} may not import ${areaOf(target) ?? target} (tests/boundaries.ts)`
        context.report({ node, message })
      }
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

/** Whether one file may import another; both are paths from the root. */
export function isAllowed(file: string, target: string): boolean {
  const [from, to] = [areaOf(file), areaOf(target)]
  if (to === 'app/routes' && from !== to) return file === 'app/routes.ts' || isTest(file)
  if (from === null || from === to || isTest(file)) return true
  return rowOf(file)?.some((allowed) => fits(allowed, target)) ?? true
}

/** The folder that a file belongs to: `services/backend`; null = a folder without a row, such as `server`. */
function areaOf(file: string): string | null {
  const key = keyOf(file)
  return key && file.split('/').slice(0, key.split('/').length).join('/')
}

function rowOf(file: string): string[] | null {
  const key = keyOf(file)
  return key === null ? null : (mayImport[key] ?? null)
}

function keyOf(file: string): string | null {
  const keys = Object.keys(mayImport).filter((key) => fits(key, file))
  // A name counts more than `*`.
  return keys.toSorted((a, b) => Number(a.includes('*')) - Number(b.includes('*')))[0] ?? null
}

function fits(key: string, file: string): boolean {
  const parts = file.split('/')
  return key.split('/').every((name, at) => name === parts[at] || (name === '*' && parts.length > at + 1))
}

function isTest(file: string): boolean {
  return /\.(test|fixture)\.tsx?$/.test(file)
}

function fromRoot(path: string): string {
  return relative(root, path).split(sep).join('/')
}

export default { meta: { name: 'boundaries' }, rules: { folders } }
