import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const hall = (page: Page, name: RegExp) => page.getByRole('group', { name })
const router =
  /^CNC-Portalfräse (Gerade frei|Belegt bis|Gerade in Benutzung|Geschlossen).* 15,00 € je Stunde$/

test('a visitor points at a machine in the hall, reads its name, state and price, and goes to book it', async ({
  page,
}) => {
  await page.goto('/')
  const place = hall(page, /^Zeichnung von Halle 9/).getByRole('link', { name: router })
  const name = place.locator('foreignObject')
  await expect(name).toHaveCSS('opacity', '0')
  // A machine's surface can lie behind that of another; its sign is always on top.
  await place.locator('.touch').hover()
  await expect(name).toHaveCSS('opacity', '1')
  await expect(page.locator('.hall-free')).toHaveText(/^Jetzt frei: \d+ von 20$/)
  await place.locator('.touch').click()
  await expect(page).toHaveURL('/booking?machine=3')
})

test('with the keyboard a focused machine shows its name, and Enter goes to book it', async ({ page }) => {
  await page.goto('/en/equipment')
  const place = hall(page, /^Drawing of the hall/).getByRole('link', { name: /^Laser cutter .* per hour$/ })
  await expect(place).toHaveCount(1)
  await place.focus()
  await expect(place.locator('foreignObject')).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/en/booking?machine=1')
})

test('every sign says its state by shape: the states of the hall are those of the list', async ({ page }) => {
  await page.goto('/maschinen')
  await expect(page.locator('.hall-free b')).toHaveText(/\d/)
  const states = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((found) =>
        found.map((each) => {
          const { live = '', state } = (each as HTMLElement).dataset
          return `${live.split(' ')[1]} ${state}`
        }),
      )
      .then((all) => all.toSorted())
  const signs = await states('.state-sign')
  expect(signs).toHaveLength(20)
  expect(signs).toEqual(await states('.hall-list [data-live$=" status"]'))
  expect(signs.filter((each) => each.endsWith('undefined'))).toEqual([])
  const free = signs.filter((each) => each.endsWith(' free')).length
  await expect(page.locator('.hall-free')).toHaveText(`Jetzt frei: ${free} von 20`)
})

/** Answers with changed states of equipment; `index` counts it. */
async function withStates(page: Page, change: (index: number) => object) {
  await page.route('**/data/equipment?*', async (route) => {
    const response = await route.fetch()
    const items = (await response.json()) as Record<string, unknown>[]
    await route.fulfill({ response, json: items.map((item, index) => ({ ...item, ...change(index) })) })
  })
}

test('one closed space of two closes no hall: "0 free" while the other one is full', async ({ page }) => {
  await withStates(page, (index) =>
    index < 10 ? { state: 'closed', isOpen: false } : { state: 'booked', isOpen: true },
  )
  await page.goto('/')
  await expect(page.getByText('Jetzt frei: 0 von 20')).toBeVisible()
  await expect(page.getByText('Jetzt geschlossen')).toBeHidden()
})

test('a hall in which all is closed says so instead of "0 free", also while a machine runs', async ({
  page,
}) => {
  const opening = 'Jetzt geschlossen, morgen ab 8:00 Uhr wieder offen'
  await withStates(page, (index) => ({ state: index === 0 ? 'inUse' : 'closed', isOpen: false, opening }))
  await page.goto('/')
  await expect(page.getByText(opening)).toBeVisible()
  await expect(page.getByText('Jetzt frei')).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the hall is a list of links to every machine', async ({ page }) => {
    await page.goto('/')
    await page.getByText('Alle Maschinen als Liste').click()
    const list = page.locator('.hall-list')
    await expect(list.getByRole('listitem')).toHaveCount(20)
    await list.getByRole('link', { name: 'Bandsäge' }).click()
    await expect(page).toHaveURL('/booking?machine=11')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 740 }, hasTouch: true })
  test('the hall fits, and the list takes over with targets of 44 px', async ({ page }) => {
    await page.goto('/')
    await expect(hall(page, /^Zeichnung von Halle 9/).getByRole('link')).toHaveCount(0)
    await page.getByText('Alle Maschinen als Liste').tap()
    const links = page.locator('.hall-list').getByRole('link')
    await expect(links).toHaveCount(20)
    for (const link of await links.all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })

  test('on the page of machines the drawing is whole, and the list is folded below it', async ({ page }) => {
    await page.goto('/maschinen')
    const drawing = hall(page, /^Zeichnung der .*Halle/)
    const { x = 0, width = 0 } = (await drawing.boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(320)
    await expect(drawing.locator('.state-sign[data-state]')).toHaveCount(20)
    await page.getByText('Alle Maschinen als Liste').tap()
    const links = page.locator('.hall-list').getByRole('link')
    await expect(links).toHaveCount(20)
    for (const link of await links.all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await links.filter({ hasText: 'Lötplatz' }).tap()
    await expect(page).toHaveURL('/booking?machine=18')
  })
})

for (const path of ['/', '/en/equipment'])
  test(`${path} with the hall is accessible`, async ({ page }) => {
    await page.goto(path)
    await expect(page.locator('.state-sign[data-state]')).toHaveCount(20)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const list of await page.locator('.hall-list summary').all()) await list.click()
    await expectAccessible(page)
  })

for (const [path, filter, free, untrained, none] of [
  [
    '/maschinen',
    'Maschinen auswählen',
    'nur was jetzt frei ist',
    'nur ohne Unterweisung',
    'Dazu passt gerade keine Maschine.',
  ],
  [
    '/en/equipment',
    'Choose machines',
    'only what is free now',
    'only without training',
    'No machine matches right now.',
  ],
] as const)
  test(`${path} leaves what is free now and what needs no training, without modules`, async ({ page }) => {
    // Half of them are free, and half of these need no training.
    await withStates(page, (index) => ({
      state: index % 2 === 0 ? 'free' : 'booked',
      needsTraining: index % 4 === 0 ? '' : 'yes',
    }))
    await page.goto(path)
    const choice = page.getByRole('group', { name: filter })
    const machines = page.locator('.machine-groups').getByRole('heading', { level: 4 })
    await expect(choice.getByLabel(free)).toBeVisible()
    await expect(machines).toHaveCount(20)
    await choice.getByLabel(free).check()
    await expect(machines).toHaveCount(10)
    await choice.getByLabel(untrained).check()
    await expect(machines).toHaveCount(5)
    await choice.getByLabel(free).uncheck()
    await expect(machines).toHaveCount(5)
    await expect(page.getByText(none)).toBeHidden()
    await expectAccessible(page)
  })

test('the overview of machines says when none matches', async ({ page }) => {
  await withStates(page, () => ({ state: 'booked', needsTraining: 'yes' }))
  await page.goto('/maschinen')
  await page.getByLabel('nur ohne Unterweisung').check()
  await expect(page.getByText('Dazu passt gerade keine Maschine.')).toBeVisible()
  await expect(page.locator('.machine-groups').getByRole('heading')).toHaveCount(0)
})
