import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breakpoints } from './screen-width.ts'

test('style sheets know no other widths than the breakpoints (K13)', () => {
  const known = Object.values(breakpoints).map((width) => `${width}px`)
  const others = globSync('{app,services,platform}/**/*.css').flatMap((file) =>
    (readFileSync(file, 'utf8').match(/@(?:media|container)[^{]*/g) ?? [])
      .filter((rule) => rule.includes('width'))
      .flatMap((rule) => rule.match(/[\d.]+(?:px|r?em)/g) ?? [])
      .filter((width) => !known.includes(width))
      .map((width) => `${file}: ${width}`),
  )
  expect(others).toEqual([])
})
