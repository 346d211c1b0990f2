import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { schema } from '../content/schema/index.ts'
import { componentsOf } from '../content/sync/components.ts'

/*
 * Storyblok's own command line takes our schema and content. It is installed here and not with the product, which does
 * not need its 230 MB; without a registry these tests fail.
 */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 })

const version = '4.22.0'
const home = join(process.cwd(), '.test/storyblok-cli')
const run = join(home, 'run')
const space = '4711'
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>

beforeAll(() => {
  const installed = join(home, 'node_modules/storyblok/package.json')
  if (!existsSync(installed) || json(installed)['version'] !== version) {
    mkdirSync(home, { recursive: true })
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps']
    const npm = spawnSync('npm', ['install', '--prefix', home, ...options, `storyblok@${version}`], {
      encoding: 'utf8',
    })
    if (npm.status !== 0) {
      const reason = npm.error?.message ?? npm.stderr
      throw new Error(`Storyblok’s command line cannot be installed; a registry is needed.\n${reason}`)
    }
  }
  rmSync(run, { recursive: true, force: true })
  mkdirSync(run, { recursive: true })
})

/** Runs the command line in an empty folder and without a login, which it would store in the home directory. */
function storyblok(...args: string[]) {
  const program = realpathSync(join(home, 'node_modules/.bin/storyblok'))
  const env = { PATH: process.env['PATH'], HOME: run, CI: 'true', NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: run,
    env,
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

test('it validates the schema without a remark', () => {
  const { status, text } = storyblok('schema', 'validate', join(process.cwd(), 'content/schema/index.ts'))
  expect(text).toMatch(/0 errors, 0 warnings across 0 of \d+ entities/)
  expect(status).toBe(0)
})

test('it refuses a schema that names a block which is not there', () => {
  const file = join(run, 'wrong.ts')
  writeFileSync(
    file,
    `import { defineBlock, defineField, defineSchema } from '@storyblok/schema'
    const page = defineBlock({ name: 'page', fields: [defineField('body', { type: 'bloks', allow: ['gone'] })] })
    export const schema = defineSchema({ blocks: { page } })`,
  )
  const { status, text } = storyblok('schema', 'validate', file)
  expect(text).toContain('gone')
  expect(status).not.toBe(0)
})

test('it makes types of blocks and labels, and every story fits them', () => {
  const write = (path: string, value: unknown) => {
    const folder = join(run, '.storyblok', path.replace('/', `/${space}/`).replace(/[^/]*$/, ''))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, path.split('/')[1] ?? ''), JSON.stringify(value))
  }
  const blocks = componentsOf(schema.blocks)
  write(
    'components/components.json',
    blocks.map((block, index) => ({ id: index + 1, ...block })),
  )
  for (const name of ['groups', 'presets', 'tags']) write(`components/${name}.json`, [])
  const datasources = readdirSync('content/datasources').map((name) =>
    json(join('content/datasources', name)),
  )
  write('datasources/datasources.json', datasources)

  const { status, text } = storyblok('types', 'generate', '--space', space)
  expect(text).toContain(`Types generated for ${blocks.length} components`)
  expect(status).toBe(0)
  const types = readFileSync(join(run, `.storyblok/types/${space}/storyblok-components.d.ts`), 'utf8')
  for (const { name } of blocks) expect(types).toContain(`component: "${name}"`)
  expect(types).toContain('machine_type: MachineTypesDataSource')
  expect(types).toContain('"laser" | "3d-printing"')

  expect(typeErrorsOf(storiesAsCode())).toBe('')
  expect(typeErrorsOf(storiesAsCode().replaceAll('"machine_type":"', '"machine_type":"no-'))).toContain(
    'MachineTypesDataSource',
  )
})

/** The stories as constants of the types. */
function storiesAsCode(): string {
  const stories = readdirSync('content/stories', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => json(join('content/stories', name))['content'] as { component: string })
  expect(stories.length).toBeGreaterThan(50)
  const type = (component: string) =>
    component.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const constants = stories.map(
    (content, index) =>
      `export const story${index}: T.${type(content.component)} = ${JSON.stringify(content, asEdited)}`,
  )
  return [
    `import type * as T from './.storyblok/types/${space}/storyblok-components.d.ts'`,
    ...constants,
  ].join('\n')
}

/** The types have two things that only the Visual Editor and the client add: marks in tables, pages in references. */
function asEdited(key: string, value: unknown): unknown {
  const marked = (component: string) => (item: object) => ({ ...item, _uid: '', component })
  if (key === 'thead') return (value as object[]).map(marked('_table_head'))
  if (key === 'tbody') return (value as object[]).map(marked('_table_row'))
  if (
    key === 'body' &&
    Array.isArray(value) &&
    value.every((cell) => !Object.hasOwn(cell as object, '_uid'))
  ) {
    return (value as object[]).map(marked('_table_col'))
  }
  const block = value as { component?: string; story?: unknown } | null
  return block?.component === 'preview' ? { ...block, story: { uuid: block.story } } : value
}

function typeErrorsOf(code: string): string {
  writeFileSync(join(run, 'stories.ts'), code)
  const options = [
    '--noEmit',
    '--ignoreConfig',
    '--strict',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ]
  const compiler = join(process.cwd(), 'node_modules/.bin/tsc')
  const { stdout, error } = spawnSync(
    compiler,
    [...options, '--allowImportingTsExtensions', join(run, 'stories.ts')],
    { encoding: 'utf8' },
  )
  if (error) throw error
  return stdout
}
