import type { Locator, Page } from '@playwright/test'
import { addContract } from '../tests/contract.fixture.ts'
import { bookEvening, dayFromToday, expect, expectAccessible, longDay, test } from './fixtures.ts'
import { demo, giveSession } from './sign-in.ts'
import { agree, go, stepTexts, title } from './sign-up-steps.ts'

test.use({ viewport: { width: 360, height: 780 } })

for (const [path, title, benefit, fee] of [
  ['/me/packages', 'Mein Paket', '10 % Rabatt auf jede Buchung', /39,00\s€ im Monat/],
  ['/en/me/packages', 'My package', '10% off every booking', /€39\.00 a month/],
] as const) {
  test(`a member sees at ${path} which package they have and what it gives`, async ({ page }) => {
    await giveSession(page.context(), demo('mia'))
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const sheet = page.getByRole('article').filter({ hasText: 'Plus' })
    await expect(sheet).toContainText(fee)
    await expect(sheet.getByRole('listitem').filter({ hasText: benefit })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
}

test('while packages cannot be loaded the page says so, and a retry shows them', async ({ page }) => {
  await giveSession(page.context(), demo('mia'))
  await page.route('**/member/packages/get*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/me/packages')
  await expect(page.getByRole('alert')).toContainText('Dein Paket konnte nicht geladen werden.')
  await page.unroute('**/member/packages/get*')
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Plus' })).toBeVisible()
})

test('a member cancels the contract, reads what follows, and takes that back', async ({
  newMember,
  pageOf,
  database,
}) => {
  const account = await newMember()
  const page = await pageOf(account)
  await page.goto('/me/packages')
  await expect(page.getByRole('article').filter({ hasText: 'Plus' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Vertrag und Zahlung' })).toHaveCount(0)
  await expect(page.getByText('Du zahlst es am Tresen, dort bekommst du auch die Rechnung.')).toBeVisible()
  await addContract(database, account.email)
  const contracts = database
    .selectFrom('subscription')
    .innerJoin('member', 'member.id', 'subscription.memberId')
    .select('subscription.id')
    .where('member.emailAddress', '=', account.email)
  await database
    .updateTable('subscriptionPeriod')
    .set({ untilDate: dayFromToday(1) })
    .where('subscriptionId', 'in', contracts)
    .execute()
  const booked = await bookEvening(page, '/booking')
  await page.goto('/me/packages')
  const contract = page.getByRole('region', { name: 'Vertrag und Zahlung' })
  await expect(contract).toContainText(/39,00.€ am .* für Plus/)
  await contract.getByRole('button', { name: 'Plus kündigen' }).click()
  const later = page.getByRole('dialog').getByRole('listitem')
  await expect(later).toHaveCount(1)
  await expect(later).toContainText(longDay(booked, 'de-DE'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Paket behalten' }).click()
  const cancel = contract.getByRole('button', { name: 'Plus kündigen' })
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Enter')
  // The browser says later that a dialog was closed: a press before that opens it again.
  await page.getByRole('button', { name: 'Paket behalten' }).evaluate(async (keep: HTMLElement) => {
    keep.click()
    // Between two presses React draws, as it does between those of a person.
    await Promise.resolve()
    if (document.activeElement instanceof HTMLElement) document.activeElement.click()
  })
  await page.getByRole('button', { name: 'Jetzt kündigen' }).click()
  await expect(contract.getByRole('status')).toContainText('Dein Paket ist gekündigt.')
  await expect(contract).toContainText('Gekündigt: Plus endet am')
  await expect(page.getByRole('article').filter({ hasText: 'Plus' })).not.toContainText('läuft weiter')
  await expectAccessible(page)
  await contract.getByRole('button', { name: 'Kündigung zurücknehmen' }).click()
  await expect(contract.getByRole('status')).toContainText('Dein Paket läuft weiter.')
  await expect(contract).toContainText(/39,00.€ am .* für Plus/)
})

test('a member whose package has ended is led from booking to a new one, orders it and books', async ({
  member,
  memberPage: page,
  database,
}) => {
  test.setTimeout(120_000)
  await database
    .updateTable('memberPackage')
    .set({ untilDate: dayFromToday(-1) })
    .where('memberId', '=', member.memberId)
    .execute()
  await page.goto('/booking?machine=1')
  await page.locator('#booking-submit', { hasText: 'Zu meinem Paket' }).press('Enter')
  await expect(page.getByText('Zurzeit hast du kein Paket.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Paket wählen' }).press('Enter')
  const t = stepTexts.de
  await page.locator('.choice', { has: page.getByText(t.plus, { exact: true }) }).click()
  await go(page, t.toContact)
  await expect(page.locator('#contact-firstName')).toHaveValue('Ada')
  await page.locator('#contact-birthDay').fill('3')
  await page.locator('#contact-birthMonth').fill('4')
  await page.locator('#contact-birthYear').fill('1990')
  await go(page, t.toImage)
  await go(page, t.later)
  await agree(page, t)
  await go(page, t.order)
  await page.getByRole('button', { name: t.card }).click()
  await expect(title(page)).toHaveText(t.welcome)
  await bookEvening(page, '/booking')
})

for (const [prefix, words] of [
  [
    '',
    {
      choose: 'Zu Profi wechseln',
      terms: /Ich stimme den Bedingungen zu/,
      withdrawal: /Widerrufsbelehrung/,
      nothing: /Heute bezahlst du nichts\./,
      order: 'Zahlungspflichtig bestellen',
      contract: 'Vertrag und Zahlung',
      changes: /Ab .* hast du das Paket Profi\./,
      undo: 'Wechsel zurücknehmen',
      kept: /Du behältst dein Paket\./,
    },
  ],
  [
    '/en',
    {
      choose: 'Change to Pro',
      terms: /I agree to the terms/,
      withdrawal: /withdraw for 14\sdays/,
      nothing: /You pay nothing today\./,
      order: 'Order with obligation to pay',
      contract: 'Contract and payment',
      changes: /From .* you have the package Pro\./,
      undo: 'Take the change back',
      kept: /You keep your package\./,
    },
  ],
] as const)
  test(`a member changes to another package at ${prefix}/me/packages by keyboard, and takes that back`, async ({
    newMember,
    pageOf,
    database,
  }) => {
    const account = await newMember()
    await addContract(database, account.email)
    const page = await pageOf(account)
    await page.goto(`${prefix}/me/packages`)
    await page.getByRole('link', { name: words.choose }).press('Enter')
    await expect(page.getByText(words.nothing)).toBeVisible()
    await page.getByRole('checkbox', { name: words.terms }).press('Space')
    await page.getByRole('checkbox', { name: words.withdrawal }).press('Space')
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.getByRole('button', { name: words.order }).press('Enter')
    const contract = page.getByRole('region', { name: words.contract })
    await expect(contract).toContainText(words.changes)
    await expectAccessible(page)
    await contract.getByRole('button', { name: words.undo }).press('Enter')
    await expect(contract.getByText(words.kept)).toBeVisible()
    await expect(page.getByRole('link', { name: words.choose })).toBeVisible()
  })

for (const [locale, t] of Object.entries({
  de: {
    path: '/me/packages',
    change: 'Zahlungsart ändern',
    title: 'Zahlungsart hinterlegen',
    save: 'Karte hinterlegen',
    refused: /Bank hat die Karte abgelehnt/,
    confirm: 'Bestätigen',
    saved: 'Deine neue Zahlungsart ist hinterlegt.',
    next: 'Endet auf 3155',
    cancel: 'Plus kündigen',
    yes: 'Jetzt kündigen',
    back: 'Kündigung zurücknehmen',
    goesOn: 'Dein Paket läuft weiter.',
  },
  en: {
    path: '/en/me/packages',
    change: 'Change payment method',
    title: 'Save a payment method',
    save: 'Save card',
    refused: /bank declined the card/,
    confirm: 'Confirm',
    saved: 'Your new payment method is saved.',
    next: 'Ending in 3155',
    cancel: 'Cancel Plus',
    yes: 'Cancel now',
    back: 'Take the cancellation back',
    goesOn: 'Your package goes on.',
  },
})) {
  test(`with the keyboard alone, ${locale}: a member leaves another card, cancels and takes that back`, async ({
    newMember,
    pageOf,
    database,
  }) => {
    const account = await newMember()
    await addContract(database, account.email)
    const page = await pageOf(account)
    const press = async (name: string | RegExp, role: 'button' | 'radio' = 'button', key = 'Enter') => {
      await tabTo(page, page.getByRole(role, { name }))
      await page.keyboard.press(key)
    }
    await page.goto(t.path)
    await expect(page.getByRole('button', { name: t.change })).toBeVisible()
    await expectAccessible(page)
    await press(t.change)
    await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('radio', { name: /4242 4242/ }).focus()
    for (let card = 0; card < 3; card++) await page.keyboard.press('ArrowDown')
    await press(t.save)
    await expect(page.getByRole('alert')).toContainText(t.refused)
    await page.getByRole('radio', { checked: true }).focus()
    for (let card = 0; card < 2; card++) await page.keyboard.press('ArrowUp')
    await press(t.save)
    await press(t.confirm)
    await expect(page.getByRole('status').filter({ hasText: t.saved })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(t.next)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await press(t.cancel)
    await press(t.yes)
    await press(t.back)
    await expect(page.getByRole('status').filter({ hasText: t.goesOn })).toBeVisible()
    await expectAccessible(page)
  })
}

/** Goes on with the Tab key until an element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not reach ${String(wanted)}`)
}
