import { expect, expectAccessible, test } from './fixtures.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('somebody finds a training with a free seat, and takes it into their calendar', async ({
    page,
    request,
  }) => {
    await page.goto('/events')
    const filter = page.getByRole('navigation', { name: 'Termine filtern' })
    const chosen = (name: string) => filter.getByRole('group', { name }).locator('[aria-current]')
    await filter.getByRole('group', { name: 'Thema' }).getByRole('link', { name: 'Laser' }).click()
    await expect(chosen('Thema')).toHaveText('Laser')
    await filter.getByRole('link', { name: 'Unterweisung' }).click()
    await filter.getByText('Weitere Filter').click()
    await filter.getByRole('link', { name: 'nur freie' }).click()
    await expect(page).toHaveURL(/\/events\?topic=laser&kind=training&free=1$/)
    await expect(chosen('Art')).toHaveText('Unterweisung')
    await expect(chosen('Plätze')).toHaveText('nur freie')
    await expect(page.getByText('ausgebucht')).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Offene Werkstatt/ })).toHaveCount(0)

    const row = page.getByRole('row', { name: /Sicherheitsunterweisung Lasercutter/ }).first()
    await expect(row).toContainText('noch 1 Platz')
    await expect(row).toContainText('29,00')
    await row.getByRole('link', { name: 'Sicherheitsunterweisung Lasercutter' }).click()

    await expect(page).toHaveURL(/\/events\/1-sicherheitsunterweisung-lasercutter$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sicherheitsunterweisung Lasercutter')
    const next = page.getByRole('region', { name: 'Termine' }).getByRole('row').nth(1)
    await expect(next).toContainText('18:00 bis 20:00 Uhr')
    await expect(next.getByRole('link', { name: /^Platz buchen/ })).toHaveAttribute(
      'href',
      /^\/events\/1-[\w-]+\/sign-up\?date=\d+$/,
    )
    const file = await next.getByRole('link', { name: /^In den Kalender/ }).getAttribute('href')
    const calendar = await request.get(file ?? '')
    expect(calendar.headers()['content-type']).toBe('text/calendar; charset=utf-8')
    expect(await calendar.text()).toMatch(
      /^BEGIN:VCALENDAR\r\n[\s\S]*SUMMARY:Sicherheitsunterweisung Lasercutter\r\n/,
    )
  })

  test('the dates of each week are one entry of their month, which leads to each of them', async ({
    page,
  }) => {
    await page.goto('/events?kind=event')
    const series = page.getByRole('group').filter({ hasText: 'Offene Werkstatt' })
    const month = page.locator('.event-month').filter({ has: series }).first()
    const row = month
      .getByRole('row', { name: /Offene Werkstatt/ })
      .filter({ hasText: '18:00 bis 21:30 Uhr' })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(/Mi\s\d\d\.\d\d\. ?18:00 bis\s21:30\sUhr/)
    const others = month.getByRole('group').filter({ hasText: 'Offene Werkstatt' })
    const name = (await month.getByRole('heading').textContent())?.split(' ')[0] ?? ''
    await others.getByText(new RegExp(`^\\d+ weitere Termine im ${name}`)).click()
    const second = others.getByRole('listitem').nth(1)
    await expect(second).toContainText(/^Mi\s\d\d\.\d\d\. noch \d+ Plätze$/)
    await second.getByRole('link').click()
    await expect(page).toHaveURL(/\/events\/10-offene-werkstatt#d\d+$/)
    await expect(page.locator('tr:target')).toContainText('18:00 bis 21:30 Uhr')
  })

  test('a month can be looked at, and the next one', async ({ page }) => {
    await page.goto('/en/events')
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Month' }).click()
    const months = page.getByRole('navigation', { name: 'Other months' })
    const heading = page.locator('main').getByRole('heading', { level: 2 })
    const first = (await heading.textContent()) ?? ''
    // At the end of a month without further dates, the next one is shown, with a link back.
    await months.getByRole('link').last().click()
    await expect(heading).not.toHaveText(first)
    await expect(page.getByRole('columnheader', { name: 'Mon' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open workshop' }).first()).toBeVisible()
    await expect(months.getByRole('link', { name: first })).toBeVisible()
  })
})

test('the same in English keeps what was chosen, and a course has its own address there', async ({
  page,
}) => {
  await page.goto('/events?kind=workshop&free=1')
  const other = page.getByRole('banner').getByRole('link', { name: /English/ })
  await other.click()
  await expect(page).toHaveURL(/\/en\/events\?kind=workshop&free=1$/)
  await page.getByRole('link', { name: '3D printing: from model to first part' }).first().click()
  await expect(page).toHaveURL(/\/en\/events\/2-3d-printing-from-model-to-first-part$/)
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Deutsch/ })
    .click()
  await expect(page).toHaveURL(/\/events\/2-3d-druck-vom-modell-zum-ersten-teil$/)
  await expect(page.locator('main .sheet .drawing').first()).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the story of a course leads to its page, where the dates state their seats', async ({ page }) => {
    await page.goto('/kurse/laser-einweisung')
    await expect(page).toHaveURL(/\/events\/1-sicherheitsunterweisung-lasercutter$/)
    await expect(page.getByRole('heading', { name: 'Das kannst du danach' })).toBeVisible()
    await page.getByRole('link', { name: 'Termine ansehen' }).click()
    await expect(page.getByRole('link', { name: /^Platz buchen/ }).first()).toBeVisible()
  })

  test('more dates than five are one tap away', async ({ page }) => {
    await page.goto('/events/10')
    await expect(page.getByRole('link', { name: /^Platz buchen/ })).toHaveCount(5)
    await page.getByText(/^\d+ weitere Termine$/).click()
    await expect(page.getByRole('link', { name: /^Platz buchen/ }).nth(6)).toBeVisible()
  })
})

test('a full date on the page of a course offers the next one, any other the way to sign up', async ({
  page,
}) => {
  await page.goto('/events/3')
  await expect(page.getByRole('link', { name: /^Platz buchen/ }).first()).toHaveAttribute(
    'href',
    /^\/events\/3-[\w-]+\/sign-up\?date=\d+$/,
  )
  const row = page.getByRole('row').filter({ hasText: 'ausgebucht' })
  await expect(row.getByRole('link', { name: /^Platz buchen/ })).toHaveCount(0)
  await row.getByRole('link', { name: /^Nächster freier Termin: / }).click()
  await expect(page).toHaveURL(/#d307$/)
})

test('a weekend is one entry with both days, in the list and in the month', async ({ page }) => {
  await page.goto('/events?topic=wood&kind=workshop')
  const row = page.getByRole('row', { name: /Hocker/ }).first()
  await expect(row).toContainText(/Sa\s\d\d\.\d\d\. bis So\s\d\d\.\d\d\./)
  await expect(row).toContainText('9:00 bis 17:00 Uhr')
  await page.goto('/events?topic=wood&kind=workshop&view=month')
  await expect(page.getByText('2. Tag').first()).toBeVisible()
  await page
    .getByRole('link', { name: /Hocker/ })
    .first()
    .click()
  for (const day of ['Sa', 'So'])
    await expect(
      page.getByText(new RegExp(`^${day}\\s\\d\\d\\.\\d\\d\\. 9:00 bis\\s17:00\\sUhr$`)).first(),
    ).toBeVisible()
})

test('seats are filled in while the page is open', async ({ page }) => {
  await page.route('**/data/courses?*', async (route) => {
    const answer = await route.fetch()
    const dates = (await answer.json()) as object[]
    await route.fulfill({ json: dates.map((date) => ({ ...date, seats: 'noch 77 Plätze', state: 'free' })) })
  })
  await page.goto('/events?kind=workshop')
  await expect(page.getByText('noch 77 Plätze').first()).toBeVisible()
})

for (const scheme of ['light', 'dark'] as const) {
  test(`dates are accessible and never scroll sideways, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of [
        '/events',
        '/events?view=month',
        '/events?month=2030-01',
        '/events/6',
        '/en/events/10',
      ]) {
        await page.goto(path)
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(scrollWidth, `${path} at ${width}`).toBeLessThanOrEqual(width)
        await expectAccessible(page)
      }
    }
  })
}

test('feeds stand at both addresses', async ({ request }) => {
  for (const [path, type, begin] of [
    ['/events.ics', 'text/calendar; charset=utf-8', 'BEGIN:VCALENDAR'],
    ['/en/events.ics', 'text/calendar; charset=utf-8', 'BEGIN:VCALENDAR'],
    ['/events.rss', 'application/rss+xml; charset=utf-8', '<?xml'],
    ['/en/events.rss', 'application/rss+xml; charset=utf-8', '<?xml'],
  ] as const) {
    const answer = await request.get(path)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, type])
    expect((await answer.text()).startsWith(begin)).toBe(true)
  }
})
