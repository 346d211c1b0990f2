import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { schema } from './schema/index.ts'

test('the demo content uses every component', () => {
  const stories = globSync('content/stories/**/*.json').map((file) => readFileSync(file, 'utf8'))
  const used = new Set(stories.flatMap((text) => text.match(/(?<="component": ")[\w-]+/g) ?? []))
  const names = Object.values(schema.blocks).map(({ name }) => name)
  expect(names.length).toBeGreaterThanOrEqual(27)
  expect(names.filter((name) => !used.has(name))).toEqual([])
})
