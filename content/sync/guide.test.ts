import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { schema } from '../schema/index.ts'

const guide = readFileSync('docs/guide-for-editors.md', 'utf8')

test.each(Object.values(schema.blocks).map(({ name, display_name }) => [name, display_name]))(
  'the guide describes %s under its name in the editor',
  (name, title) => expect(guide).toContain(`**${title}** (\`${name}\`)`),
)
