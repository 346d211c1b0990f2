import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Where the steps begin, and the names of their buttons. */
export const stepTexts = {
  de: {
    start: '/onboarding/start',
    plus: 'Plus',
    existing: 'Ich habe schon eins',
    toContact: 'Weiter zu deinen Angaben',
    toImage: 'Weiter zum Foto',
    later: 'Später am Tresen',
    agreeTerms: /Ich stimme den Bedingungen zu/,
    withdrawal: /14\sTage lang widerrufen/,
    early: /vor Ende der Widerrufsfrist/,
    order: 'Zahlungspflichtig bestellen',
    card: 'Mit Karte zahlen',
    welcome: /^Willkommen/,
    isThisYou: 'Bist du das?',
    claim: 'Ja, das war ich',
  },
  en: {
    start: '/en/onboarding/start',
    plus: 'Plus',
    existing: 'I already have one',
    toContact: 'Continue to your details',
    toImage: 'Continue to the photo',
    later: 'Later at the front desk',
    agreeTerms: /I agree to the terms/,
    withdrawal: /withdraw for 14\sdays/,
    early: /before the withdrawal period ends/,
    order: 'Order with obligation to pay',
    card: 'Pay by card',
    welcome: /^Welcome/,
    isThisYou: 'Is this you?',
    claim: 'Yes, that was me',
  },
} as const
export type StepTexts = (typeof stepTexts)['de' | 'en']

export const title = (page: Page): Locator => page.getByRole('heading', { level: 1 })
export const go = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name }).click()

/** Chooses the package of a card; with an address of an account that exists no proof of work is needed. */
export async function start(
  page: Page,
  t: StepTexts,
  { email, pack, url = '' }: { email: string; pack: string; url?: string },
): Promise<void> {
  await page.goto(url + t.start)
  await page.locator('.choice', { has: page.getByText(pack, { exact: true }) }).click()
  await page.getByText(t.existing).click()
  await page.locator('#start-email').fill(email)
  await go(page, t.toContact)
  await expect(page).toHaveURL(/\/onboarding\/contact$/)
}

/** The first link of the mails to an address that holds a text; '' without one. */
export async function mailedLink(page: Page, to: string, part: string, url = ''): Promise<string> {
  const mails = await page.request.get(`${url}/dev/mail?to=${encodeURIComponent(to)}`, {
    headers: { accept: 'application/json' },
  })
  const links = ((await mails.json()) as { text: string }[]).flatMap(
    ({ text }) => text.match(/http\S+/g) ?? [],
  )
  return links.find((link) => link.includes(part)) ?? ''
}

const birth = { birthDay: '3', birthMonth: '4', birthYear: '1990' }
export const address = {
  firstName: 'Frida',
  lastName: 'Fräs',
  street: 'Am alten Drehwerk 1',
  zip: '51063',
  city: 'Köln',
}

/** Types the address of somebody, with a birthday or a company. */
export async function typeContact(
  page: Page,
  given: Record<string, string> = { ...address, ...birth },
): Promise<void> {
  for (const [name, text] of Object.entries(given)) await page.locator(`#contact-${name}`).fill(text)
}

/** The same for a company. */
export async function typeCompany(page: Page, company: string): Promise<void> {
  await typeContact(page, { company, ...address })
}

export async function fillContact(page: Page, t: StepTexts): Promise<void> {
  await typeContact(page)
  await go(page, t.toImage)
  await expect(page).toHaveURL(/\/onboarding\/image$/)
}

export async function agree(page: Page, t: StepTexts): Promise<void> {
  await page.getByLabel(t.early).check()
  await page.getByLabel(t.agreeTerms).check()
  await page.getByLabel(t.withdrawal).check()
}
