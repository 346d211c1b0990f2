import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Returns the text of each ``sql<boolean>`…` ``, without what stands in its parentheses and holes. */
function outerTexts(source: string): string[] {
  return [...source.matchAll(/\bsql<(?:boolean|SqlBool)>`((?:[^`\\]|\\.)*)`/g)].map(([, text = '']) => {
    let outer = text.replaceAll(/\$\{[^}]*\}/g, '')
    for (let before = ''; before !== outer;) {
      before = outer
      outer = outer.replaceAll(/\([^()]*\)/g, '')
    }
    return outer
  })
}

// The query builder joins conditions by `and` and puts no parentheses around raw ones.
test('alternatives in a condition of raw SQL stand in parentheses', () => {
  const files = globSync('{platform,services,db}/**/*.ts')
  const conditions = files.flatMap((file) =>
    outerTexts(readFileSync(file, 'utf8')).map((text) => ({ file, text })),
  )
  expect(conditions.length).toBeGreaterThan(50)
  expect(conditions.filter(({ text }) => /\bor\b/i.test(text))).toEqual([])
})
