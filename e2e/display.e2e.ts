import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyServerDatabase, serverUrl } from '../platform/database/database.fixture.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { freePort, type Product, startProduct } from './server.ts'

/* The screen in the hall while the space is open. This space never closes: journeys run at night, too. */

let product: Product
let address: string
let stop: () => Promise<void>

// One product for all of them.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'werkbank-display-'))
  const { url, drop } = await emptyServerDatabase(serverUrl())
  const port = await freePort()
  // The first start writes the demo; the second one reads its hours anew.
  const first = await startProduct(dataDir, port, { DATABASE_URL: url })
  await first.stop('SIGTERM')
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '', log: createLog('warn') })
  await db.updateTable('openingHours').set({ fromTime: '00:00', untilTime: '24:00' }).execute()
  await close()
  product = await startProduct(dataDir, port, { DATABASE_URL: url })
  address = `${product.url}/display/1`
  stop = async () => {
    await product.stop('SIGTERM')
    await drop()
    await rm(dataDir, { recursive: true })
  }
})

test.afterAll(() => stop())

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
] as const) {
  test(`shows all machines at ${width} × ${height}: nobody is there to scroll`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto(address)
    await expect(page.getByRole('listitem')).toHaveCount(20)
    for (const machine of await page.getByRole('listitem').all())
      await expect(machine).toBeInViewport({ ratio: 1 })
    await expect(page.locator('.display-turns')).toBeHidden()
  })
}

test('shows machines that find no room in turns, and from the beginning after the last', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.clock.install()
  await page.goto(address)
  const turns = page.locator('.display-turns')
  const seen = new Set<string>()
  let next = 1
  do {
    await expect(turns).toHaveText(new RegExp(`^${next}–\\d+ / 20$`))
    for (const machine of await page.getByRole('listitem').all()) {
      await expect(machine).toBeInViewport({ ratio: 1 })
      seen.add(await machine.getByRole('heading').innerText())
    }
    next = Number(/–(\d+)/.exec(await turns.innerText())?.[1]) + 1
    for (let update = 0; update < 2; update++) {
      const asked = page.waitForResponse('**/display/1')
      await page.clock.runFor(5000)
      await (await asked).finished()
    }
  } while (next <= 20)
  expect(seen.size).toBe(20)
  await expect(turns).toHaveText(/^1–/)
})

test('with the hall is accessible', async ({ page }) => {
  await page.goto(address)
  await expect(page.locator('.state-sign[data-state]')).toHaveCount(20)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectAccessible(page)
})
