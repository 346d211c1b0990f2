import { readFileSync } from 'node:fs'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { SignUp } from '../../../contracts/sign-up.ts'
import { siteServices, type SiteServices } from '../../context.ts'
import * as contact from './contact.tsx'
import * as image from './image.tsx'
import * as payment from './payment.tsx'
import * as teamContact from '../team/contact.tsx'
import * as teamPayment from '../team/payment.tsx'

const pages = { contact, image, payment, 'team/contact': teamContact, 'team/payment': teamPayment }
const steps = { contact: false, image: false }

/** Where a page leads a visitor with these steps done; null when it opens. */
async function led(
  page: keyof typeof pages,
  signUp: { flow?: SignUp['flow']; done: Partial<SignUp['done']>; order?: object } | null,
  prefix = '',
): Promise<[number, string | null] | null> {
  const url = new URL(`https://halle9.example${prefix}/${page.includes('/') ? page : `onboarding/${page}`}`)
  const request = new Request(url, { headers: { cookie: `__Host-signup=${'x'.repeat(43)}` } })
  const context = new RouterContextProvider()
  const found = signUp && { order: null, ...signUp, done: { start: true, ...steps, ...signUp.done } }
  context.set(siteServices, {
    config: { publicUrl: 'https://halle9.example', identity: { clientId: 'c' } },
    backendFor: () => ({ signUp: async () => found }),
  } as unknown as SiteServices)
  try {
    for (const step of pages[page].middleware)
      await step({ request, url, context, pattern: '', params: {} }, async () => new Response())
    return null
  } catch (thrown) {
    return [(thrown as Response).status, (thrown as Response).headers.get('location')]
  }
}

const all = { contact: true, image: true }

test.each([
  ['contact', null, '/onboarding/start'],
  ['image', null, '/onboarding/start'],
  ['payment', null, '/onboarding/start'],
  ['contact', {}, null],
  ['image', {}, '/onboarding/contact'],
  ['image', { image: true }, '/onboarding/contact'],
  ['image', { contact: true }, null],
  ['payment', {}, '/onboarding/contact'],
  ['payment', { contact: true }, '/onboarding/image'],
  ['payment', { image: true }, '/onboarding/contact'],
  ['payment', all, null],
] as const)('R11: %s with %j leads to %s', async (page, done, to) => {
  const signUp = done && { done }
  expect(await led(page, signUp)).toEqual(to && [302, to])
  expect(await led(page, signUp, '/en')).toEqual(to && [302, `/en${to}`])
})

test.each(['contact', 'image', 'payment'] as const)(
  'with an order %s leads to the confirmation',
  async (page) => {
    expect(await led(page, { done: all, order: {} })).toEqual([303, '/onboarding/confirmation'])
  },
)

test.each([
  ['team/contact', null, '/team/user'],
  ['team/payment', null, '/team/user'],
  ['team/contact', {}, null],
  ['team/payment', {}, '/team/contact'],
  ['team/payment', { contact: true }, null],
] as const)('R13: %s with %j leads to %s', async (page, done, to) => {
  const signUp = done && { flow: 'team' as const, done }
  expect(await led(page, signUp)).toEqual(to && [302, to])
  expect(await led(page, signUp, '/en')).toEqual(to && [302, `/en${to}`])
})

test('a sign-up of the other kind opens no step', async () => {
  expect(await led('payment', { flow: 'team', done: all })).toEqual([302, '/onboarding/start'])
  expect(await led('team/payment', { flow: 'onboarding', done: all })).toEqual([302, '/team/user'])
})

test('with an order a step of a team leads to its confirmation', async () => {
  expect(await led('team/contact', { flow: 'team', done: all, order: {} })).toEqual([
    303,
    '/team/confirmation',
  ])
})

test('R14: the page of the account has no guard, and asks to stay where there is an order', () => {
  const source = readFileSync(new URL('../team/user.tsx', import.meta.url), 'utf8')
  expect(source).toContain("loadStart(args, 'team', { stays: true })")
  expect(source).not.toContain('middleware')
})
