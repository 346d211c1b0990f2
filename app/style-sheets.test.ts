import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A style sheet stays on the page when the browser goes on to another screen, so a class belongs to one feature. */
test('no two features style the same class', () => {
  const owners = new Map<string, Set<string>>()
  for (const file of globSync('app/*/**/*.css')) {
    const feature = file.split('/')[1] ?? ''
    // Both are there everywhere; the offline page is a document of its own.
    if (['ui', 'frame', 'offline'].includes(feature)) continue
    for (const name of classesThatBegin(readFileSync(file, 'utf8')))
      owners.set(name, (owners.get(name) ?? new Set()).add(feature))
  }
  expect(owners.size).toBeGreaterThan(100)
  const shared = [...owners].filter(([, features]) => features.size > 1)
  expect(shared.map(([name, features]) => [name, ...features])).toEqual([])
})

/** The first class of each selector with its variants (`button.plain`); a class within `:is(…)` is not looked at. */
function classesThatBegin(sheet: string): string[] {
  const selectors = sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)
  return [...selectors]
    .flatMap(([, selector = '']) => selector.split(','))
    .flatMap((one) => /^\s*\.([\w-]+(?:\.[\w-]+)*)/.exec(one)?.[1] ?? [])
}
