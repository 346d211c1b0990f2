import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bookEvening, expect, test } from './fixtures.ts'
import { freePort, startProduct } from './server.ts'
import { demo, giveSession } from './sign-in.ts'

test('a booking survives kill -9 and a new start', async ({ page }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'werkbank-restart-'))
  const port = await freePort()
  const first = await startProduct(dataDir, port)
  await giveSession(page.context(), demo('mia'), first.url)
  const day = await bookEvening(page, `${first.url}/booking`)
  await first.stop('SIGKILL')

  const second = await startProduct(dataDir, port)
  await page.goto(`${second.url}/me/bookings`)
  await expect(
    page.getByRole('listitem').filter({ has: page.locator(`time[datetime="${day}T18:00"]`) }),
  ).toBeVisible()
  await second.stop('SIGTERM')
  await rm(dataDir, { recursive: true })
})
