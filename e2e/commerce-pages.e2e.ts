import { expect, test } from './fixtures.ts'
import { judged, judging, markupFindings } from './judged-pages.ts'
import { demo, giveSession } from './sign-in.ts'
import { fillContact, go, mailedLink, start, stepTexts, title, typeCompany } from './sign-up-steps.ts'

test.use({ viewport: { width: 320, height: 800 }, trace: 'off' })
test.describe.configure({ timeout: 240_000 })

const languages = [
  ['de', ''],
  ['en', '/en'],
] as const

for (const locale of ['de', 'en'] as const) {
  test(`the pages on the way to a membership, ${locale}: no finding at 320 px in both themes, and valid markup`, async ({
    page,
    newMember,
  }) => {
    const folder = `.test/pages/commerce-${locale}`
    const { findings, judge } = judging(page, folder)
    const main = page.getByRole('main')
    const t = stepTexts[locale]

    await page.goto(t.start)
    await judge('start')
    // The address of a member: whose order it is, is asked by mail.
    const { email } = await newMember({ locale })
    await start(page, t, { pack: t.plus, email })
    await judge('contact')
    await go(page, t.toImage)
    await expect(main.getByRole('alert')).toBeVisible()
    findings.push(...(await judged(page, 'contact with errors')))
    await fillContact(page, t)
    await judge('image')
    await go(page, t.later)
    await expect(page).toHaveURL(/payment$/)
    await judge('payment')
    for (const box of await main.getByRole('checkbox').all()) await box.check()
    await go(page, t.order)
    await expect(page).toHaveURL(/\/pay\//)
    await judge('pay')
    await page.getByRole('radio', { name: /9995/ }).check()
    await page.getByRole('button', { name: t.card }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    findings.push(...(await judged(page, 'pay refused')))
    await page.getByRole('radio', { name: /4242 4242/ }).check()
    await page.getByRole('button', { name: t.card }).click()
    await expect(title(page)).toHaveText(t.isThisYou)
    await page.goto(`${page.url()}?still=1`)
    await judge('asks for the address')
    await page.goto(await mailedLink(page, email, '/order/claim/'))
    await judge('claim')
    await go(page, t.claim)
    await expect(main.getByRole('status')).toBeVisible()
    findings.push(...(await judged(page, 'claimed')))
    await page.goto(t.start.replace('start', 'confirmation'))
    await expect(title(page)).toHaveText(t.welcome, { timeout: 30_000 })
    await judge('confirmation')
    expect(findings).toEqual([])
    expect(await markupFindings(folder)).toEqual([])
  })
}

test('cancelling and withdrawing, de and en: no finding at 320 px in both themes, and valid markup', async ({
  page,
  database,
}) => {
  // One network may declare ten times an hour, and the faster the machine, the less of that other journeys leave.
  await database.deleteFrom('rateLimit').execute()
  const folder = '.test/pages/contract'
  const { findings, judge } = judging(page, folder)
  for (const path of [
    '/contract/cancel',
    '/en/contract/cancel',
    '/contract/withdraw',
    '/en/contract/withdraw',
  ]) {
    await page.goto(path)
    await judge(path.slice(1).replaceAll('/', '-'))
    const next = page.getByRole('main').locator('button.next')
    await next.click()
    await expect(page.getByRole('main').getByRole('alert')).toBeFocused()
    findings.push(...(await judged(page, `${path} with errors`)))
    const [name, contract, email] = ['name', 'contract', 'email'].map((field) =>
      page.locator(`[name=${field}]`),
    )
    await name?.fill('Frida Fräs')
    await contract?.fill('B-2026-000000')
    await email?.fill('frida@example.org')
    await next.click()
    await expect(page.getByRole('main').getByRole('definition').first()).toBeVisible()
    findings.push(...(await judged(page, `${path} to confirm`)))
  }
  expect(findings).toEqual([])
  expect(await markupFindings(folder)).toEqual([])
})

const screens = [
  'profil',
  'bookings',
  'credits',
  'order?pack=1',
  'invoices',
  'packages',
  'course',
  'trainings',
  'attendance',
  'team',
  'packagesTeam',
]

for (const [locale, prefix] of languages) {
  test(`the member area, ${locale}: no finding at 320 px in both themes, and valid markup`, async ({
    page,
  }) => {
    const folder = `.test/pages/me-${locale}`
    const { findings, judgeDrawn } = judging(page, folder)
    await giveSession(page.context(), demo('mia'))
    for (const screen of screens) {
      await page.goto(`${prefix}/me/${screen}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await judgeDrawn(screen.replace(/\W/g, '-'))
    }
    expect(findings).toEqual([])
    expect(await markupFindings(folder)).toEqual([])
  })
}

for (const [locale, prefix] of languages) {
  test(`the pages on the way to a team, ${locale}: no finding at 320 px in both themes, and valid markup`, async ({
    page,
  }) => {
    const folder = `.test/pages/team-${locale}`
    const { findings, judge } = judging(page, folder)
    const main = page.getByRole('main')
    const onward = (german: string, english: string) =>
      main.getByRole('button', { name: locale === 'de' ? german : english }).click()

    await page.goto(`${prefix}/team/start`)
    await judge('start')
    await onward('Weiter zum Konto', 'Continue to your account')
    await expect(page).toHaveURL(/team\/user/)
    await judge('user')
    await page.getByText(locale === 'de' ? 'Ich habe schon eins' : 'I already have one').click()
    await page.locator('#start-email').fill(`team-${locale}-${Date.now()}@example.org`)
    await onward('Weiter zu deinen Angaben', 'Continue to your details')
    await expect(page).toHaveURL(/team\/contact$/)
    await judge('contact')
    await typeCompany(page, 'Drehwerk GmbH')
    await onward('Weiter zur Bestellung', 'Continue to the order')
    await expect(page).toHaveURL(/team\/payment$/)
    await judge('payment')
    await page.goto(`${prefix}/team/confirmation`)
    await judge('confirmation')
    await page.goto(`${prefix}/invitation/${'x'.repeat(32)}`)
    await judge('invitation')
    expect(findings).toEqual([])
    expect(await markupFindings(folder)).toEqual([])
  })
}
