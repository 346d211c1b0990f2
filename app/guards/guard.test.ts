import { expect, test } from 'vitest'
import { guard } from './guard.ts'

const modules = import.meta.glob<{ middleware?: ReturnType<typeof guard>[]; loader?: unknown }>([
  '../routes/onboarding/*.tsx',
  '../routes/team/*.tsx',
])

/** The guards of R10 to R13, and where a visitor without any step is redirected (S10). */
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

/** Where the middleware of a page redirects a visitor without any step; null = the page opens. */
async function redirectOf(page: string, url: string): Promise<string | null> {
  const module = await modules[`../routes${page}.tsx`]?.()
  try {
    for (const middleware of module?.middleware ?? [])
      middleware({ url: new URL(url, 'https://halle9.example') })
    return null
  } catch (thrown) {
    // Without a loader React Router would not call the server, and the guard would not run.
    expect(module?.loader).toBeDefined()
    expect((thrown as Response).status).toBe(302)
    return (thrown as Response).headers.get('location')
  }
}

test.each(pages)('%s has the guards %j and redirects to %s', async (page, guards, to) => {
  const module = await modules[`../routes${page}.tsx`]?.()
  expect(module?.middleware?.flatMap(({ guards }) => guards) ?? []).toEqual(guards)
  expect(await redirectOf(page, page)).toBe(to)
  expect(await redirectOf(page, `/en${page}`)).toBe(to && `/en${to}`)
})

test('E7: an unknown guard throws, and the page does not open', () => {
  const url = new URL('https://halle9.example/team/contact')
  expect(() => guard('team-owner')({ url })).toThrow('Unknown route guard: team-owner')
})
