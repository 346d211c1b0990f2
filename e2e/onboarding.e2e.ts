import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { bookEvening, expect, expectAccessible, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'
import { agree, fillContact, go, mailedLink, start, stepTexts, title } from './sign-up-steps.ts'

const password = 'ein langer neuer Satz'
const texts = {
  de: {
    ...stepTexts.de,
    dayPass: 'Tagespass',
    toPayment: 'Weiter zur Bestellung',
    remove: 'Foto löschen',
    first: 'Gib deinen Vornamen an.',
    photo: /Wähle ein Foto/,
    camera: 'Gleich mit der Kamera aufnehmen',
    large: 'zu groß',
    refused: /^Fehler: /,
    debit: 'Per Lastschrift zahlen',
    cancel: 'Abbrechen und zurück',
    credited: 'Bank: gutgeschrieben',
    disputed: 'Bank: später widersprochen',
    back: /^Zurück zu/,
    unpaid: 'Noch nichts bezahlt',
    changed: 'Die Bestellung hat sich geändert',
    pay: 'Jetzt bezahlen',
    change: 'Bestellung ändern',
    pending: 'Die Lastschrift ist unterwegs',
    confirm: 'Adresse bestätigen',
    book: '/booking',
  },
  en: {
    ...stepTexts.en,
    dayPass: 'Day pass',
    toPayment: 'Continue to the order',
    remove: 'Delete the photo',
    first: 'Enter your first name.',
    photo: /Choose a photo/,
    camera: 'Take one with the camera',
    large: 'too large',
    refused: /^Error: /,
    debit: 'Pay by direct debit',
    cancel: 'Cancel and go back',
    credited: 'Bank: credited',
    disputed: 'Bank: disputed later',
    back: /^Back to/,
    unpaid: 'Nothing paid yet',
    changed: 'The order has changed',
    pay: 'Pay now',
    change: 'Change the order',
    pending: 'The direct debit is on its way',
    confirm: 'Confirm address',
    book: '/en/booking',
  },
} as const

const summary = (page: Page) => page.getByRole('main').getByRole('alert')

/** A photo of 3 MB, as a phone takes it: noise, which no compression makes small. */
const photo = async () => {
  const [width, height] = [1300, 1600]
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
  const buffer = await noise.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
  expect(buffer.length).toBeGreaterThan(2_500_000)
  return { name: 'a.jpg', mimeType: 'image/jpeg', buffer }
}

/** What is refused for its size: a large file, and a small one that unpacks to 16,000 × 16,000 pixels. */
const tooLarge = () => {
  const side = 16_000
  const chunk = (type: string, data: Buffer) => {
    const [length, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return [
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(11_000_000)]),
    Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]),
  ].map((buffer) => ({ name: 'a.jpg', mimeType: 'image/jpeg', buffer }))
}

for (const locale of ['de', 'en'] as const) {
  const t = texts[locale]
  const atPhone = {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    locale: locale === 'de' ? 'de-DE' : 'en-GB',
  }

  test.describe(`on a phone, ${locale}`, () => {
    test.use(atPhone)

    test('a visitor registers, orders by card, and books as a member', async ({ page }) => {
      test.setTimeout(150_000)
      const email = `frida-${crypto.randomUUID()}@example.org`
      await page.goto(`${t.start}?package=Plus`)
      await expect(page.getByRole('radio', { name: /^Plus/ })).toBeChecked()
      await expectAccessible(page)
      await page.locator('#start-email').fill('frida@')
      await page.locator('#start-password').fill('kurz')
      await go(page, t.toContact)
      await expect(summary(page)).toBeFocused()
      await expect(page).toHaveTitle(t.refused)
      await page.locator('#start-email').fill(email)
      await page.locator('#start-password').fill(password)
      await go(page, t.toContact)

      await expect(page).toHaveURL(/\/onboarding\/contact$/)
      await expect(page).not.toHaveTitle(t.refused)
      await go(page, t.toImage)
      await expect(page).toHaveTitle(t.refused)
      await summary(page).getByRole('link', { name: t.first }).click()
      await expect(page.locator('#contact-firstName')).toBeFocused()
      await expectAccessible(page)
      await fillContact(page, t)

      await go(page, t.toPayment)
      await expect(summary(page).getByRole('link', { name: t.photo })).toBeVisible()
      await expect(page).toHaveTitle(t.refused)
      await page.locator('#image-photo').setInputFiles(await photo())
      await expect(page.locator('canvas.photo')).toBeVisible()
      await page.getByRole('slider').first().press('ArrowRight')
      await expectAccessible(page)
      await go(page, t.toPayment)
      await expect(page).toHaveURL(/\/onboarding\/payment$/)

      // Back, another tab and a reload show what was done.
      await page.goBack()
      await expect(page.locator('img.photo')).toHaveJSProperty('naturalWidth', 480)
      await go(page, t.remove)
      await expect(page.locator('img.photo')).toHaveCount(0)
      expect((await page.request.get('/onboarding/photo.jpg')).status()).toBe(404)
      await page.goto(t.start.replace('start', 'contact'))
      await expect(page.locator('#contact-city')).toHaveValue('Köln')
      await page.reload()
      await expect(page.locator('#contact-city')).toHaveValue('Köln')
      await page.goto(t.start.replace('start', 'payment'))

      await go(page, t.order)
      await expect(summary(page).getByRole('link')).toHaveCount(3)
      await expect(page).toHaveTitle(t.refused)
      await agree(page, t)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await go(page, t.order)
      await expect(page).toHaveURL(/\/pay\//)
      await page.getByRole('button', { name: t.card }).click()
      await expect(title(page)).toHaveText(t.welcome)
      await expectAccessible(page)

      await page.goto(await mailedLink(page, email, '?ticket='))
      await page.getByRole('button', { name: t.confirm }).click()
      await expect(page).toHaveURL(/\/me\/profil$/)
      await expect(title(page)).toContainText('Frida')
      await bookEvening(page, t.book, 6)
    })

    testDebit(t)
  })

  test.describe(`without JavaScript, ${locale}`, () => {
    test.use({ ...atPhone, javaScriptEnabled: false })

    testDebit(t)

    test('somebody with an account orders, changes the order, pays by card, and books', async ({
      page,
      newMember,
      pageOf,
    }) => {
      test.slow()
      const account = await newMember({ isMember: false })
      await start(page, t, { email: account.email, pack: t.plus })
      await go(page, t.toImage)
      await expect(page).toHaveTitle(t.refused)
      await expect(summary(page).getByRole('link', { name: t.first })).toHaveAttribute(
        'href',
        '#contact-firstName',
      )
      await fillContact(page, t)
      await page
        .locator('#image-photo')
        .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>') })
      await go(page, t.toPayment)
      await expect(summary(page)).toContainText('JPEG')
      await expect(page).toHaveTitle(t.refused)
      for (const large of tooLarge()) {
        await page.locator('#image-photo').setInputFiles(large)
        await go(page, t.toPayment)
        await expect(summary(page)).toContainText(t.large)
      }
      const camera = page.getByLabel(t.camera)
      await expect(camera).toBeVisible()
      await expect(camera).toHaveAttribute('capture', 'user')
      await camera.setInputFiles(await photo())
      await go(page, t.toPayment)
      await expect(page).toHaveURL(/\/onboarding\/payment$/)
      // What the page showed is not what is ordered any more: the page comes again, and nothing is agreed to.
      await agree(page, t)
      await page.locator('[name="shown"]').evaluate((input: HTMLInputElement) => (input.value = 'other'))
      const [changed] = await Promise.all([page.waitForResponse(/payment/), go(page, t.order)])
      expect(changed.status()).toBe(409)
      await expect(summary(page)).toContainText(t.changed)
      await expect(page.getByLabel(t.agreeTerms)).not.toBeChecked()
      await agree(page, t)
      await go(page, t.order)
      await expect(page).toHaveURL(/\/pay\//)
      await page.goto(t.start.replace('start', 'confirmation'))
      await go(page, t.change)
      await expect(page).toHaveURL(/\/onboarding\/payment$/)
      await agree(page, t)
      await go(page, t.order)
      await expect(page).toHaveURL(/\/pay\//)
      await page.getByRole('button', { name: t.card }).click()
      await expect(title(page)).toHaveText(t.welcome)
      // What is done is not ordered again: the first step begins anew.
      await page.goto(t.start)
      await expect(page.locator('#start-email')).toHaveValue('')
      await bookEvening(await pageOf(account), t.book, 6)
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a new account says what it needs, and keeps the address, not the password', async ({ page }) => {
    await page.goto(`${texts.de.start}?package=1`)
    await page.locator('#start-email').fill('frida@example.org')
    await page.locator('#start-password').fill(password)
    await go(page, texts.de.toContact)
    await expect(summary(page)).toContainText('Die Prüfung gegen Programme')
    await expect(page.locator('main noscript p')).toContainText('JavaScript')
    await expect(page.locator('#start-email')).toHaveValue('frida@example.org')
    await expect(page.locator('#start-password')).toHaveValue('')
    await expect(page.getByRole('radio', { name: /^Basis/ })).toBeChecked()
  })
})

test('somebody who is signed in types no address, and finds what is known', async ({ page, newMember }) => {
  const account = await newMember()
  await signIn(page, account)
  await page.goto(texts.de.start)
  await expect(page.getByText('Du hast schon ein laufendes Paket.')).toBeVisible()
  // The form is what few people want who have a package.
  await expect(page.getByRole('radio', { name: /^Basis/ })).toBeHidden()
  await page.getByRole('button', { name: 'Ein weiteres Paket bestellen' }).click()
  await page.locator('.choice', { has: page.getByText('Basis', { exact: true }) }).click()
  await go(page, texts.de.toContact)
  await expect(page.locator('#contact-firstName')).toHaveValue('Ada')
  await expect(page.locator('#contact-city')).toHaveValue('Köln')
})

test('after the sign-out nobody sees what somebody who was signed in typed, and another account begins anew', async ({
  page,
  newMember,
}) => {
  test.slow()
  const [ada, eve] = [await newMember(), await newMember({ isMember: false })]
  const begin = async ({ hasPackage }: { hasPackage: boolean }) => {
    await page.goto(texts.de.start)
    if (hasPackage) await page.getByRole('button', { name: 'Ein weiteres Paket bestellen' }).click()
    await page.locator('.choice', { has: page.getByText('Basis', { exact: true }) }).click()
    await expect(page.getByText('Du bist angemeldet als')).toBeVisible()
    await go(page, texts.de.toContact)
    await expect(page).toHaveURL(/\/onboarding\/contact$/)
  }
  await signIn(page, ada)
  await begin({ hasPackage: true })
  await expect(page.locator('#contact-firstName')).toHaveValue('Ada')
  await page.getByRole('banner').getByRole('button', { name: 'Abmelden' }).click()
  // The page says it before the provider has sent the browser home.
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Anmelden' })).toBeVisible()
  const answer = await page.goto(texts.de.start.replace('start', 'contact'))
  await expect(page).toHaveURL(/\/onboarding\/start$/)
  expect(await answer?.text()).not.toContain(ada.email)
  // The next person signs in without a look at the sign-up.
  await signIn(page, eve)
  const opened = await page.goto(texts.de.start.replace('start', 'contact'))
  expect(await opened?.text()).not.toContain(ada.email)
  await begin({ hasPackage: false })
  await expect(page.locator('#contact-firstName')).toHaveValue('')
})

test('R14: the confirmation says nothing of anybody without a sign-up', async ({ page }) => {
  const answer = await page.goto('/onboarding/confirmation')
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('main')).toContainText('In diesem liegt keine vor.')
  await expectAccessible(page)
})

/** Orders by direct debit, with or without JavaScript, and books. */
function testDebit(t: (typeof texts)['de' | 'en']): void {
  test('a direct debit is on its way until the bank has paid, then its buyer books', async ({
    page,
    newMember,
    pageOf,
  }) => {
    test.slow()
    const account = await newMember({ isMember: false })
    await start(page, t, { email: account.email, pack: t.plus })
    await fillContact(page, t)
    await go(page, t.later)
    await agree(page, t)
    await go(page, t.order)
    await expect(page).toHaveURL(/\/pay\//)
    await page
      .getByRole('link', { name: t.cancel })
      .or(page.getByRole('button', { name: t.cancel }))
      .click()
    await expect(title(page)).toHaveText(t.unpaid)
    // The steps stay as they are while the order is open.
    await page.goto(t.start.replace('start', 'contact'))
    await expect(title(page)).toHaveText(t.unpaid)
    await go(page, t.pay)
    await expect(page).toHaveURL(/\/pay\//)
    await page.getByRole('button', { name: t.debit }).click()
    // Going on before the answer would take the request back.
    await expect(page.getByRole('button', { name: t.credited })).toBeVisible()
    await page.goto(t.start.replace('start', 'confirmation'))
    await expect(title(page)).toHaveText(t.pending)
    await page.goBack()
    await page.getByRole('button', { name: t.credited }).click()
    await expect(page.getByRole('button', { name: t.disputed })).toBeVisible()
    await page.goto(t.start.replace('start', 'confirmation'))
    await expect(title(page)).toHaveText(t.welcome)
    await bookEvening(await pageOf(account), t.book, 6)
  })
}
