import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, expectAccessible, test } from './fixtures.ts'
import { pressByKeyboard } from './keyboard.ts'

test.use({ viewport: { width: 360, height: 780 } })
test.describe.configure({ timeout: 180_000 })

const texts = {
  de: {
    prefix: '',
    download: 'Meine Daten herunterladen',
    file: /^meine-daten-\d{4}-\d\d-\d\d\.zip$/,
    saved: 'Die Datei ist in deinen Downloads.',
    reminder: 'Erinnerung am Tag vor einer Buchung oder einem Kurs',
    save: 'Auswahl speichern',
    chosen: 'Deine Auswahl ist gespeichert.',
    remove: 'Konto löschen',
    keep: 'Konto behalten',
    send: 'Link schicken',
    mailed: /^Der Link ist unterwegs an/,
    confirm: 'Konto endgültig löschen',
    running: /^(Wir löschen dein Konto jetzt|Dein Konto ist gelöscht)/,
    over: 'Dieser Link gilt nicht mehr.',
    addPhoto: 'Foto auf die Karte setzen',
    changePhoto: 'Foto ändern',
    choosePhoto: 'Foto auswählen',
    savePhoto: 'Foto speichern',
    missingPhoto: 'Wähle zuerst ein Foto.',
    photoSaved: 'Dein Foto ist auf der Karte.',
    deletePhoto: 'Foto löschen',
    photoDeleted: 'Dein Foto ist gelöscht.',
    card: 'Mitgliedskarte',
  },
  en: {
    prefix: '/en',
    download: 'Download my data',
    file: /^my-data-\d{4}-\d\d-\d\d\.zip$/,
    saved: 'The file is in your downloads.',
    reminder: 'Reminder the day before a booking or a course',
    save: 'Save choice',
    chosen: 'Your choice is saved.',
    remove: 'Delete account',
    keep: 'Keep the account',
    send: 'Send the link',
    mailed: /^The link is on its way to/,
    confirm: 'Delete the account for good',
    running: /^(We are deleting your account now|Your account is deleted)/,
    over: 'This link is no longer valid.',
    addPhoto: 'Put a photo on the card',
    changePhoto: 'Change the photo',
    choosePhoto: 'Choose a photo',
    savePhoto: 'Save the photo',
    missingPhoto: 'Choose a photo first.',
    photoSaved: 'Your photo is on the card.',
    deletePhoto: 'Delete the photo',
    photoDeleted: 'Your photo is deleted.',
    card: 'Member card',
  },
} as const

/** Judges the page in both themes, and that nothing needs sideways scrolling. */
async function judge(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(360)
    await page.screenshot({ path: `.test/my-data/${Date.now()}-${colorScheme}.png` })
  }
}

/** The files of the running product, its log among them, that contain a text. Its database is searched elsewhere. */
function filesThatSay(text: string): string[] {
  const folder = process.env['JOURNEYS_DATA_DIR'] ?? ''
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => readFileSync(file).includes(text))
}

/** The path of the link in the newest mail to an address. */
async function linkIn(page: Page, email: string): Promise<string> {
  const answer = await page.request.get(`/dev/mail?to=${encodeURIComponent(email)}`, {
    headers: { accept: 'application/json' },
  })
  const text = await answer.text()
  const link = /(?:\/en)?\/account\/delete\/[\w-]{32}/.exec(text)?.[0]
  if (!link) throw new Error(`no link in ${text.slice(0, 500)}`)
  return link
}

for (const [locale, text] of Object.entries(texts) as ['de' | 'en', (typeof texts)['de' | 'en']][]) {
  test(`a member chooses mails, takes the data along and leaves, by keyboard, ${locale}`, async ({
    newMember,
    pageOf,
    browser,
    database,
  }) => {
    const account = await newMember({ locale })
    const page = await pageOf(account)
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(`${text.prefix}/me/profil`)
    const reminder = page.getByRole('checkbox', { name: text.reminder })
    await expect(reminder).toBeChecked()
    await reminder.uncheck()
    await page.getByRole('button', { name: text.save }).click()
    await expect(page.getByText(text.chosen)).toBeVisible()
    await page.reload()
    await expect(reminder).not.toBeChecked()

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: text.download }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(text.file)
    const files = unzipSync(readFileSync(await file.path()))
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['account.json', 'profile.json', 'bookings.json']),
    )
    expect(Buffer.from(files['profile.json'] ?? []).toString()).toContain(account.email)
    await expect(page.getByText(text.saved)).toBeVisible()
    await judge(page)

    // From here on by keyboard alone.
    const dialog = page.getByRole('dialog')
    await pressByKeyboard(page, page.getByRole('button', { name: text.remove }))
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: text.keep })).toBeFocused()
    await judge(page)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await pressByKeyboard(page, page.getByRole('button', { name: text.remove }))
    await expect(dialog).toBeVisible()
    await pressByKeyboard(page, dialog.getByRole('button', { name: text.send }))
    await expect(page.getByText(text.mailed)).toBeVisible()
    const link = await linkIn(page, account.email)

    // A mail program opens it elsewhere, without a session and without JavaScript.
    const elsewhere = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 780 },
    })
    const leaving = await elsewhere.newPage()
    await leaving.goto(`${process.env['BASE_URL']}${link}`)
    const confirm = leaving.getByRole('button', { name: text.confirm })
    await expect(confirm).toBeVisible()
    await leaving.screenshot({ path: `.test/my-data/page-${locale}.png`, fullPage: true })
    await confirm.press('Enter')
    await expect(leaving.getByText(text.running)).toBeVisible()
    await expect(confirm).toHaveCount(0)
    await elsewhere.close()

    // Signed in with an account that is gone.
    await page.goto(link)
    await expect(page.getByText(text.running)).toBeVisible()
    await judge(page)
    await expect
      .poll(async () => {
        const { rows } = await sql`select from member where email_address = ${account.email}`.execute(
          database,
        )
        const { rows: accounts } =
          await sql`select from identity_account where email = ${account.email}`.execute(database)
        return [rows.length, accounts.length]
      })
      .toEqual([0, 0])
    expect(filesThatSay('Werkbank is open'), 'the search reads the files of the product').not.toEqual([])
    for (const word of [account.email, 'Ada', 'Berg']) expect(filesThatSay(word)).toEqual([])
    await page.goto(`${text.prefix}/account/delete/${'x'.repeat(32)}`)
    await expect(page.getByText(text.over)).toBeVisible()
    await judge(page)
  })
}

test('what is open is said, with the way to pay it', async ({ newMember, pageOf, database }) => {
  const account = await newMember()
  const page = await pageOf(account)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/me/profil')
  await expect(page.getByRole('heading', { name: 'Daten mitnehmen oder löschen' })).toBeVisible()
  await sql`insert into customer_order (number, kind, state, space_id, member_id, buyer, offer, rights, total_cents, pays_by,
      request_key, starts_early, return_paths, placed_at)
    select upper('B-2026-' || right(member_number, 6)), 'credits', 'placed', 1, id, '{}', '{}', '{}', 100, 'transfer',
      'journey-' || id, false, '{}', now() from member where email_address = ${account.email}`.execute(
    database,
  )
  await page.getByRole('button', { name: 'Konto löschen' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Das ist noch offen.' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Bestellung B-2026-.* läuft noch$/ })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await judge(page)
  await sql`delete from customer_order where request_key like 'journey-%'`.execute(database)
})

for (const locale of ['de', 'en'] as const) {
  const t = texts[locale]

  test(`${locale}: a member puts a photo on the card, another, and none`, async ({ memberPage: page }) => {
    await page.goto(`${t.prefix}/me/profil`)
    const card = page.getByRole('region', { name: t.card })
    const status = page.getByRole('status').filter({ visible: true }).first()
    await page.getByText(t.addPhoto).click()
    await page.getByRole('button', { name: t.savePhoto }).click()
    await expect(page.getByText(t.missingPhoto)).toBeVisible()
    await expect(card.locator('img')).toHaveCount(0)

    let before = ''
    for (const background of ['#a52', 'noise'] as const) {
      await page.getByLabel(t.choosePhoto).setInputFiles(await photo(background))
      await expect(page.locator('canvas.photo')).toBeVisible()
      if (background === '#a52') await judge(page)
      await page.getByRole('button', { name: t.savePhoto }).click()
      await expect(status).toHaveText(t.photoSaved)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await expect(card.locator('img')).toHaveJSProperty('naturalWidth', 480)
      await expect(card.locator('img')).not.toHaveAttribute('src', before)
      before = (await card.locator('img').getAttribute('src')) ?? ''
      await page.getByText(t.changePhoto).click()
    }
    await page.reload()
    await expect(card.locator('img')).toHaveAttribute('src', before)

    await page.getByText(t.changePhoto).click()
    await page.getByRole('button', { name: t.deletePhoto }).click()
    await expect(status).toHaveText(t.photoDeleted)
    await expect(card.locator('img')).toHaveCount(0)
    await expect(page.getByText(t.addPhoto)).toBeVisible()
  })
}

/** A photo of one colour, or of noise, which no compression makes small. */
async function photo(background: '#a52' | 'noise') {
  const [width, height, channels] = [1300, 1600, 3] as const
  const picture =
    background === 'noise'
      ? sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
      : sharp({ create: { width, height, channels, background } })
  return { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg({ quality: 95 }).toBuffer() }
}
