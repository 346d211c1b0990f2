import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const readme = readFileSync('README.md', 'utf8')

/** The files of each numbered list under "Read it", in their order. */
const [toSql = [], toRow = []] = readme
  .slice(readme.indexOf('## Read it'), readme.indexOf('## The house'))
  .split(/^(?=1\. )/m)
  .slice(1)
  .map((list) => [...list.matchAll(/^\d+\. \[`([^`]+)`\]\(\1\): /gm)].map(([, file = '']) => file))

/**
 * Where the code changes hands without an import: services of a request, handlers of the contract table, and the two
 * workshop systems behind one type. Each file here is the statement that both sides import.
 */
const seams = [
  'app/context.ts',
  'services/connector/connector.ts',
  'services/connector/api/pass-on.ts',
  'services/connector/workshop-system.ts',
]

test.each([
  ['from /booking to the SQL', toSql, 10],
  ['from the click to the row', toRow, 16],
])('the road %s has at most the stated number of files', (_, road, most) => {
  expect(road.length).toBeGreaterThan(5)
  expect(road.length).toBeLessThanOrEqual(most)
})

describe.each([
  ['to the SQL', toSql],
  ['to the row', toRow],
])('the road %s', (_, road) => {
  test.each(road.slice(1).map((file, index) => [file, road.slice(0, index + 1)] as const))(
    'reaches %s by an import from an earlier step',
    (file, before) => {
      expect(existsSync(file)).toBe(true)
      expect(before.filter((step) => leadsTo(step, file))).not.toEqual([])
    },
  )
})

test('the roads end at SQL', () => {
  expect(readFileSync(toSql.at(-1) ?? '', 'utf8')).toMatch(/selectFrom\('booking|from booking/)
  expect(readFileSync(toRow.find((file) => file.endsWith('bookings.store.ts')) ?? '', 'utf8')).toMatch(
    /insertInto\('booking'\)/,
  )
})

/** Whether one file imports the other, names it as a route, or both import the same seam. */
function leadsTo(from: string, to: string): boolean {
  if (importsOf(from).has(to) || importsOf(to).has(from)) return true
  return seams.some((seam) => meets(from, seam) && meets(seam, to))
}

function meets(one: string, other: string): boolean {
  return importsOf(one).has(other) || importsOf(other).has(one)
}

function importsOf(file: string): Set<string> {
  const text = readFileSync(file, 'utf8')
  const imported = [...text.matchAll(/\bfrom '(\.[^']+)'|import\('(\.[^']+)'\)/g)]
  // Routes are named by their file, relative to app/.
  const routes = file === 'app/routes.ts' ? [...text.matchAll(/'(?:\.\/)?(routes\/[\w./-]+\.tsx?)'/g)] : []
  return new Set([
    ...imported.map(([, plain, dynamic]) => normalize(join(dirname(file), plain ?? dynamic ?? ''))),
    ...routes.map(([, route = '']) => `app/${route}`),
  ])
}
