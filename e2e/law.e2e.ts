import type { Page } from '@playwright/test'
import { dayFromToday, expect, test } from './fixtures.ts'
import { chooseNextByKeyboard, pressByKeyboard, typeByKeyboard, typeDayByKeyboard } from './keyboard.ts'
import { typeContact } from './sign-up-steps.ts'

const texts = {
  de: {
    home: '/',
    cancelLink: 'Verträge hier kündigen',
    withdrawLink: 'Vertrag widerrufen',
    next: 'Weiter zur Bestätigung',
    missing: ['Gib deinen Namen an.', 'Nenne den Vertrag', 'Gib eine E-\u2060Mail-Adresse an'],
    name: 'Dein Name',
    contract: 'Vertrag',
    email: 'E-Mail für die Bestätigung',
    day: 'an einem Tag, den ich nenne',
    wanted: 'Gewünschter Tag',
    change: 'Angaben ändern',
    cancel: 'jetzt kündigen',
    withdraw: 'Widerruf bestätigen',
    cancelled: 'Deine Kündigung ist angekommen',
    withdrawn: 'Dein Widerruf ist angekommen',
    store: 'Erklärung speichern',
    files: ['Kuendigung.txt', 'Widerruf.txt'],
    disown: 'Das war ich nicht',
    goesOn: /läuft weiter/,
    existing: 'Ich habe schon eins',
    later: 'Später am Tresen',
    order: 'Zahlungspflichtig bestellen',
    pay: 'Mit Karte zahlen',
  },
  en: {
    home: '/en',
    cancelLink: 'Cancel contracts here',
    withdrawLink: 'Withdraw from contract',
    next: 'Continue to confirm',
    missing: ['Enter your name.', 'Name the contract', 'Enter an email address'],
    name: 'Your name',
    contract: 'Contract',
    email: 'Email for the confirmation',
    day: 'on a date I choose',
    wanted: 'Wanted day',
    change: 'Change the details',
    cancel: 'Cancel now',
    withdraw: 'Confirm withdrawal',
    cancelled: 'Your cancellation has arrived',
    withdrawn: 'Your withdrawal has arrived',
    store: 'Store the declaration',
    files: ['Cancellation.txt', 'Withdrawal.txt'],
    disown: 'This was not me',
    goesOn: /goes on/,
    existing: 'I already have one',
    later: 'Later at the front desk',
    order: 'Order with obligation to pay',
    pay: 'Pay by card',
  },
} as const
type Texts = (typeof texts)['de' | 'en']

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const press = (page: Page, name: string) => pressByKeyboard(page, button(page, name))

/** Somebody becomes a member of the package Plus with a card, as a visitor without JavaScript. */
async function join(page: Page, t: Texts, email: string): Promise<void> {
  await page.goto(`${t.home.replace(/\/$/, '')}/onboarding/start?package=Plus`)
  await page.getByText(t.existing).click()
  await page.locator('#start-email').fill(email)
  const next = main(page).locator('button.next')
  await next.click()
  await typeContact(page)
  await next.click()
  await button(page, t.later).click()
  await expect(page).toHaveURL(/payment$/)
  for (const box of await main(page).getByRole('checkbox').all()) await box.check()
  await button(page, t.order).click()
  await expect(page).toHaveURL(/\/pay\//)
  await page.getByRole('button', { name: t.pay }).click()
  await expect(page).toHaveURL(/confirmation/)
}

/** From the home page to a form, by the link at its end and the keyboard alone. */
async function openForm(page: Page, t: Texts, link: string): Promise<void> {
  await page.goto(t.home)
  const atTheEnd = page.getByRole('contentinfo').getByRole('link', { name: link, exact: true })
  await pressByKeyboard(page, atTheEnd)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(link)
}

async function fillForm(page: Page, t: Texts, given: { contract: string; email: string }): Promise<void> {
  await typeByKeyboard(page, page.getByLabel(t.name, { exact: true }), 'Frida Fräs')
  await typeByKeyboard(page, page.getByLabel(t.contract, { exact: true }), given.contract)
  await typeByKeyboard(page, page.getByLabel(t.email, { exact: true }), given.email)
}

/** The next day whose number is that of its month: fields of a date take both in the order of the browser. */
function dayInEachOrder(): string {
  const from = dayFromToday(2)
  const year = Number(from.slice(0, 4))
  const days = [year, year + 1].flatMap((each) =>
    Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0')).map(
      (month) => `${each}-${month}-${month}`,
    ),
  )
  return days.find((day) => day >= from) ?? ''
}

for (const locale of ['de', 'en'] as const) {
  const t = texts[locale]
  test.describe(`signed out and without JavaScript, ${locale}`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

    test('somebody cancels their contract, takes it back by the mail, and withdraws, by keyboard alone', async ({
      page,
      database,
    }) => {
      test.setTimeout(180_000)
      const email = `frida-${crypto.randomUUID()}@example.org`
      await join(page, t, email)
      const orderNumber = async () => {
        await page.reload()
        const rows = await database
          .selectFrom('customerOrder')
          .select(['number', 'state', 'buyer'])
          .where('kind', '=', 'membership')
          .execute()
        const own = rows.find(({ buyer }) => (buyer as { email: string }).email === email)
        return own?.state === 'fulfilled' ? own.number : ''
      }
      await expect.poll(orderNumber, { timeout: 30_000 }).not.toBe('')
      const contract = await orderNumber()
      /** The text of the newest mail of a kind. */
      const mail = async (kind: string) => {
        const newest = await database
          .selectFrom('mail')
          .select('text')
          .where('toAddress', '=', email)
          .where('kind', '=', kind)
          .orderBy('id', 'desc')
          .executeTakeFirst()
        return newest?.text ?? ''
      }

      await openForm(page, t, t.cancelLink)
      await expect(button(page, t.cancel)).toHaveClass(/destructive/)
      await press(page, t.cancel)
      for (const missing of t.missing) await expect(main(page).getByRole('alert')).toContainText(missing)
      await fillForm(page, t, { contract, email })
      const onADay = page.getByLabel(t.day, { exact: true })
      const chosen = page.getByRole('radio', { checked: true }).last()
      await chooseNextByKeyboard(page, chosen, onADay)
      await typeDayByKeyboard(page, page.getByLabel(t.wanted, { exact: true }), dayInEachOrder())
      await press(page, t.cancel)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.cancelled)
      await expect(main(page).getByText(contract)).toBeVisible()
      expect(await stored(page, t, t.files[0])).toContain(contract)
      expect(await mail('declaration-cancel')).toContain(contract)
      await expect.poll(() => mail('contract-cancelled'), { timeout: 20_000 }).not.toBe('')
      await page.goto(/https?:\S+disown\S+/.exec(await mail('contract-cancelled'))?.[0] ?? '')
      await press(page, t.disown)
      await expect(main(page)).toContainText(t.goesOn)

      await openForm(page, t, t.withdrawLink)
      await fillForm(page, t, { contract, email })
      await press(page, t.next)
      await expect(main(page).getByText(contract)).toBeVisible()
      await press(page, t.change)
      await expect(page.getByLabel(t.contract, { exact: true })).toHaveValue(contract)
      await press(page, t.next)
      await press(page, t.withdraw)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.withdrawn)
      expect(await stored(page, t, t.files[1])).toContain(contract)
      expect(await mail('declaration-withdraw')).toContain(contract)
      await expect.poll(() => mail('contract-withdrawn'), { timeout: 20_000 }).not.toBe('')
    })
  })
}

/** The text of the file behind the link that stores a declaration. */
async function stored(page: Page, t: Texts, file: string): Promise<string> {
  const href = await main(page).getByRole('link', { name: t.store }).getAttribute('href')
  expect(href).toContain(file)
  const answer = await page.request.get(href ?? '')
  expect(answer.headers()['content-disposition']).toBe(`attachment; filename="${file}"`)
  return answer.text()
}

test('the links are at the end of every page, also of the member area, of joining and of signing in', async ({
  memberPage: page,
}) => {
  for (const path of [
    '/',
    '/en/events',
    '/booking',
    '/onboarding/start',
    '/me/profil',
    '/u/forgot-password',
  ]) {
    await page.goto(path)
    const { cancelLink, withdrawLink } = texts[path.startsWith('/en') ? 'en' : 'de']
    const end = page.getByRole('contentinfo')
    await expect(end.getByRole('link', { name: cancelLink, exact: true }), path).toBeVisible()
    await expect(end.getByRole('link', { name: withdrawLink, exact: true }), path).toBeVisible()
  }
})
