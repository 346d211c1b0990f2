import type { Page } from '@playwright/test'
import type { Database } from '../platform/database/database.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import {
  checkByKeyboard,
  chooseNextByKeyboard,
  pressByKeyboard,
  typeByKeyboard,
  typeDayByKeyboard,
} from './keyboard.ts'
import { demo, giveSession } from './sign-in.ts'
import { mailedLink } from './sign-up-steps.ts'

const texts = {
  de: {
    prefix: '',
    package: /^Team 149/,
    toAccount: 'Weiter zum Konto',
    signedIn: /Du bist angemeldet als/,
    toContact: 'Weiter zu deinen Angaben',
    companyMissing: 'Gib den Namen an, auf den die Rechnung lautet.',
    company: 'Name der Organisation',
    reference: /Eure Referenz/,
    toPayment: 'Weiter zur Bestellung',
    invoice: /^Rechnung/,
    terms: /Ich stimme den Bedingungen zu/,
    order: 'Zahlungspflichtig bestellen',
    payByCard: /^Mit Karte zahlen/,
    paid: 'bezahlt',
    welcome: /^Willkommen/,
    toTeam: 'Zum Team',
    team: 'Mein Team',
    seats: (taken: number) => `${taken} von 3 Plätzen vergeben`,
    email: 'E-Mail-Adresse',
    invite: 'Einladen',
    sent: 'Die Einladung ist unterwegs.',
    full: 'Alle Plätze sind vergeben oder für Einladungen vorgemerkt.',
    heading: /^Einladung ins Team Drehwerk/,
    signIn: 'Anmelden',
    first: 'Vorname',
    last: 'Nachname',
    born: 'Geburtsdatum',
    accept: 'Platz annehmen',
    within: /^Du bist im Team Drehwerk/,
    credits: '1.500 Credits',
    contract: 'Plätze und Vertrag',
    change: 'Ida Neu ändern',
    manages: 'Darf mitverwalten',
    isManager: /^Verwaltet mit/,
    revoke: (email: string) => `Einladung an ${email} zurücknehmen`,
    handOver: 'Team übergeben',
    ask: 'Fragen',
    asked: 'Die Anfrage ist unterwegs.',
    invoiceOpen: /Rechnung (\S+) ist noch nicht bezahlt/,
    drop: 'Anfrage zurücknehmen',
    takeOver: 'Team übernehmen',
    takenOver: /^Das Team gehört jetzt dir/,
    leave: 'Meinen Platz abgeben',
    leaveYes: 'Platz abgeben',
    next: 'Plätze',
    save: 'Plätze übernehmen',
    saved: /Es gilt ab dem nächsten Zeitraum/,
    cancel: /kündigen$/,
    cancelYes: 'Jetzt kündigen',
    cancelled: /Dein Paket ist gekündigt/,
  },
  en: {
    prefix: '/en',
    package: /^Team €149/,
    toAccount: 'Continue to your account',
    signedIn: /You are signed in as/,
    toContact: 'Continue to your details',
    companyMissing: 'Enter the name that the invoice is made out to.',
    company: 'Name of the organisation',
    reference: /Your reference/,
    toPayment: 'Continue to the order',
    invoice: /^Invoice/,
    terms: /I agree to the terms/,
    order: 'Order with obligation to pay',
    payByCard: /^Pay by card/,
    paid: 'paid',
    welcome: /^Welcome/,
    toTeam: 'To the team',
    team: 'My team',
    seats: (taken: number) => `${taken} of 3 seats taken`,
    email: 'Email address',
    invite: 'Invite',
    sent: 'The invitation is on its way.',
    full: 'All seats are taken or held for invitations.',
    heading: /^Invitation to the team Drehwerk/,
    signIn: 'Sign in',
    first: 'First name',
    last: 'Last name',
    born: 'Date of birth',
    accept: 'Take the seat',
    within: /^You are in the team Drehwerk/,
    credits: '1,500 credits',
    contract: 'Seats and contract',
    change: 'Change Ida Neu',
    manages: 'Let them manage',
    isManager: /^Manages/,
    revoke: (email: string) => `Revoke the invitation to ${email}`,
    handOver: 'Hand the team over',
    ask: 'Ask',
    asked: 'The request is on its way.',
    invoiceOpen: /invoice (\S+) is not paid yet/,
    drop: 'Take the request back',
    takeOver: 'Take the team over',
    takenOver: /^The team is now yours/,
    leave: 'Give up my seat',
    leaveYes: 'Give up the seat',
    next: 'Seats',
    save: 'Save the seats',
    saved: /applies from the next period on/,
    cancel: /^Cancel Team/,
    cancelYes: 'Cancel now',
    cancelled: /Your package is cancelled/,
  },
} as const
type Texts = (typeof texts)['de' | 'en']

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const main = (page: Page) => page.getByRole('main')
const go = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()

/** The page fits a phone and has no finding of axe. */
async function expectFine(page: Page) {
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
}

/** A signed-in company orders the small team by keyboard, and pays as it says. */
async function order(page: Page, t: Texts, pays: (page: Page) => Promise<void>) {
  const press = (name: string) => pressByKeyboard(page, main(page).getByRole('button', { name, exact: true }))
  await page.goto(`${t.prefix}/team/start`)
  await checkByKeyboard(page, main(page).getByRole('radio', { name: t.package }))
  await expectFine(page)
  await press(t.toAccount)
  await expect(main(page).getByText(t.signedIn)).toBeVisible()
  await expectFine(page)
  await press(t.toContact)
  await expect(page).toHaveURL(/\/team\/contact$/)
  await press(t.toPayment)
  await pressByKeyboard(page, main(page).getByRole('alert').getByRole('link', { name: t.companyMissing }))
  const company = main(page).getByLabel(t.company, { exact: true })
  await expect(company).toBeFocused()
  await typeByKeyboard(page, company, 'Drehwerk GmbH')
  await typeByKeyboard(page, main(page).getByLabel(t.reference), 'KST 4711')
  await expectFine(page)
  await press(t.toPayment)
  await expect(page).toHaveURL(/\/team\/payment$/)
  await pays(page)
  await expect(title(page)).toHaveText(t.welcome, { timeout: 30_000 })
  await expect(page).toHaveURL(new RegExp(`${t.prefix}/team/confirmation$`))
  await expectFine(page)
  await pressByKeyboard(page, main(page).getByRole('link', { name: t.toTeam }))
  await expect(title(page)).toHaveText(t.team)
  await expect(main(page).getByText(t.seats(1))).toBeVisible()
  await expect(main(page).getByText(t.credits).first()).toBeVisible()
}

async function agrees(page: Page, t: Texts) {
  await checkByKeyboard(page, main(page).getByLabel(t.terms))
  await expectFine(page)
  await pressByKeyboard(page, main(page).getByRole('button', { name: t.order, exact: true }))
}

async function invite(page: Page, t: Texts, email: string) {
  await main(page).getByLabel(t.email).fill(email)
  await go(page, t.invite)
  await expect(main(page).getByRole('status')).toHaveText(t.sent)
  await expect(main(page).getByRole('heading', { name: email })).toBeVisible()
}

/** Presses a button of what can be done about Ida, by keyboard. */
async function aboutIda(page: Page, t: Texts, button: string) {
  const row = main(page).getByRole('listitem').filter({ hasText: 'Ida Neu' })
  const press = row.getByRole('button', { name: button, exact: true })
  if (!(await press.isVisible())) await pressByKeyboard(page, row.getByLabel(t.change))
  await pressByKeyboard(page, press)
}

/** The owner makes Ida a manager and asks her to take over, which waits for the invoice; then she does. */
async function handOver(page: Page, theirs: Page, t: Texts, database: Database) {
  await aboutIda(page, t, t.manages)
  await expect(main(page).getByText(t.isManager)).toBeVisible()
  await aboutIda(page, t, t.handOver)
  const ask = page.getByRole('dialog').getByRole('button', { name: t.ask, exact: true })
  await pressByKeyboard(page, ask)
  const refused = page.getByRole('dialog').getByText(t.invoiceOpen)
  await expect(refused).toBeVisible()
  const number = t.invoiceOpen.exec(await refused.innerText())?.[1] ?? ''
  await expectFine(page)
  const { id, grossCents } = await database
    .selectFrom('invoice')
    .select(['id', 'grossCents'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const paid = {
    method: 'transfer',
    requestKey: `journey-${id}`,
    paidOn: '2026-01-01',
    createdAt: new Date(),
  }
  await database
    .insertInto('invoicePayment')
    .values({ invoiceId: id, amountCents: grossCents, ...paid })
    .execute()
  await pressByKeyboard(page, ask)
  await expect(main(page).getByRole('status')).toHaveText(t.asked)
  await expect(main(page).getByRole('button', { name: t.drop })).toBeVisible()
  await expectFine(page)
  await theirs.goto(`${t.prefix}/me/team`)
  await expectFine(theirs)
  await pressByKeyboard(theirs, main(theirs).getByRole('button', { name: t.takeOver, exact: true }))
  await expect(main(theirs).getByRole('status')).toHaveText(t.takenOver)
}

/** Somebody gives up their own seat. */
async function leave(page: Page, t: Texts) {
  await page.reload()
  const own = main(page).getByRole('button', { name: t.leave, exact: true })
  await main(page).locator('summary').first().press('Enter')
  await pressByKeyboard(page, own)
  await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: t.leaveYes, exact: true }))
  await expect(own).toHaveCount(0)
}

/** The owner cancels the contract of the team by keyboard. */
async function cancel(page: Page, t: Texts) {
  await pressByKeyboard(page, main(page).getByRole('button', { name: t.cancel }))
  await expectFine(page)
  const yes = page.getByRole('dialog').getByRole('button', { name: t.cancelYes, exact: true })
  await pressByKeyboard(page, yes)
  await expect(main(page).getByRole('status').filter({ hasText: t.cancelled })).toBeVisible()
  await expectFine(page)
}

for (const locale of ['de', 'en'] as const) {
  const t = texts[locale]
  test.describe(`on a phone, ${locale}`, () => {
    test.use({
      viewport: { width: 360, height: 740 },
      locale: locale === 'de' ? 'de-DE' : 'en-GB',
      memberOptions: { locale },
    })

    test('a company orders a team on invoice, invites two people, and one of them takes the seat by keyboard', async ({
      memberPage: page,
      newMember,
      pageOf,
      database,
    }) => {
      test.setTimeout(180_000)
      await order(page, t, async () => {
        const ways = main(page).getByRole('radio')
        await expect(ways).toHaveCount(2)
        await chooseNextByKeyboard(page, ways.first(), ways.last())
        await agrees(page, t)
      })

      const guest = await newMember({ isMember: false, locale })
      const other = `nobody-${crypto.randomUUID().slice(0, 8)}@example.org`
      await invite(page, t, guest.email)
      await invite(page, t, other)
      await expect(main(page).getByText(t.full)).toBeVisible()
      await expectFine(page)

      const link = await mailedLink(page, guest.email, '/invitation/')
      expect(link).toContain(`${t.prefix}/invitation/`)
      const theirs = await pageOf(guest)
      await theirs.setViewportSize({ width: 360, height: 740 })
      await theirs.goto(link)
      await expect(title(theirs)).toHaveText(t.heading)
      await typeByKeyboard(theirs, theirs.getByLabel(t.first, { exact: true }), 'Ida')
      await typeByKeyboard(theirs, theirs.getByLabel(t.last, { exact: true }), 'Neu')
      await typeDayByKeyboard(theirs, theirs.getByLabel(t.born), '1999-02-02')
      await expectFine(theirs)
      await pressByKeyboard(theirs, main(theirs).getByRole('button', { name: t.accept, exact: true }))
      await expect(theirs).toHaveURL(/\/me\/team$/)
      await expect(main(theirs).getByRole('heading', { name: /^Ida Neu/ })).toBeVisible()
      await expect(main(theirs).getByRole('heading', { name: other })).toHaveCount(0)
      await expectAccepted(theirs, link, t.within)

      await page.reload()
      await expect(main(page).getByText(t.seats(2))).toBeVisible()
      await expect(main(page).getByRole('heading', { name: /^Ida Neu/ })).toBeVisible()
      await pressByKeyboard(page, main(page).getByRole('button', { name: t.revoke(other), exact: true }))
      await expect(main(page).getByRole('heading', { name: other })).toHaveCount(0)
      await handOver(page, theirs, t, database)
      await main(theirs).getByRole('link', { name: t.contract }).click()
      await main(theirs).getByLabel(t.next).selectOption('4')
      await go(theirs, t.save)
      await expect(main(theirs).getByRole('status')).toHaveText(t.saved)
      await expectFine(theirs)
      await cancel(theirs, t)
      await leave(page, t)
    })

    test('a company orders a team by keyboard and pays by card', async ({ memberPage: page }) => {
      test.setTimeout(120_000)
      await order(page, t, async () => {
        await expect(main(page).getByRole('radio').first()).toBeChecked()
        await agrees(page, t)
        await checkByKeyboard(page, page.getByRole('radio', { name: /4242/ }))
        await expectFine(page)
        await pressByKeyboard(page, page.getByRole('button', { name: t.payByCard }))
      })
      await page.goto(`${t.prefix}/me/invoices`)
      const row = main(page).getByRole('row').filter({ hasText: 'Team' })
      await expect(row.getByText(t.paid, { exact: true })).toBeVisible()
      await expectFine(page)
    })
  })
}

test('the owner of a team is led from the choice of a package to the team', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await giveSession(page.context(), demo('lea'))
  for (const path of ['/team/start', '/team/user?package=6']) {
    await page.goto(path)
    await expect(main(page).getByText('Du gehörst schon zu einem Team.')).toBeVisible()
    await expect(main(page).getByRole('button')).toHaveCount(0)
    await expectFine(page)
  }
  await pressByKeyboard(page, main(page).getByRole('link', { name: texts.de.team, exact: true }))
  await expect(title(page)).toHaveText(texts.de.team)
})

/** Opens a used link: what it says waits for the team, and never says before that it is over. */
async function expectAccepted(page: Page, link: string, within: RegExp): Promise<void> {
  let answer = () => {}
  const held = new Promise<void>((open) => (answer = open))
  await page.route(/\/api\/member\/team/, async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/\/api\/member\/team/)
  await page.goto(link)
  await asked
  await expect(main(page).locator('.message-page')).toHaveCount(0)
  answer()
  await expect(main(page).getByText(within)).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
}
