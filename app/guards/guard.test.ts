import { expect, test } from 'vitest'
import { guard } from './guard.ts'

const modules = import.meta.glob<{ middleware?: ReturnType<typeof guard>[]; loader?: unknown }>([
  '../routes/onboarding/*.tsx',
  '../routes/team/*.tsx',
])

/** The table of the specification's section 2, and where somebody who has done nothing is led instead. */
const pages: [page: string, guards: string[], to: string | null][] = [
  ['/onboarding/start', [], null],
  ['/onboarding/contact', ['onboarding-start'], '/onboarding/start'],
  ['/onboarding/image', ['onboarding-start', 'onboarding-contact'], '/onboarding/start'],
  [
    '/onboarding/payment',
    ['onboarding-start', 'onboarding-contact', 'onboarding-image'],
    '/onboarding/start',
  ],
  ['/onboarding/confirmation', [], null],
  ['/team/start', [], null],
  ['/team/user', [], null],
  ['/team/contact', ['team-user'], '/team/user'],
  ['/team/payment', ['team-user', 'team-contact'], '/team/user'],
  ['/team/confirmation', [], null],
]

/** Where the middleware of a page leads a visitor who has done nothing; null when the page opens. */
async function led(page: string, url: string): Promise<string | null> {
  const module = await modules[`../routes${page}.tsx`]?.()
  try {
    for (const middleware of module?.middleware ?? [])
      middleware({ url: new URL(url, 'https://halle9.example') })
    return null
  } catch (thrown) {
    // Without a loader React Router would not ask the server, so nobody would ask the guard.
    expect(module?.loader).toBeDefined()
    expect((thrown as Response).status).toBe(302)
    return (thrown as Response).headers.get('location')
  }
}

test.each(pages)('%s asks %j and leads to %s', async (page, guards, to) => {
  const module = await modules[`../routes${page}.tsx`]?.()
  expect(module?.middleware?.flatMap(({ guards }) => guards) ?? []).toEqual(guards)
  expect(await led(page, page)).toBe(to)
  expect(await led(page, `/en${page}`)).toBe(to && `/en${to}`)
})

test('row "Unknown route guard": the page throws, it does not open', () => {
  const url = new URL('https://halle9.example/team/contact')
  expect(() => guard('team-owner')({ url })).toThrow('Unknown route guard: team-owner')
})
