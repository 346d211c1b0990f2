import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askServer } from '../server/commands/admin-socket.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { freePort, startProduct } from './server.ts'
import { agree, fillContact, go, start, stepTexts, title } from './sign-up-steps.ts'

const t = stepTexts.de

test.use({ viewport: { width: 360, height: 740 } })

test('where nobody pays online, a visitor orders by transfer, and the desk books the money', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'werkbank-transfer-'))
  const port = await freePort()
  // Production takes no demo data: it finds the demo's, as it finds those of a workshop.
  const SECRET = 'the secret of a journey'
  const first = await startProduct(dataDir, port, { SECRET })
  await first.stop('SIGTERM')
  const { url, stop } = await startProduct(dataDir, port, {
    NODE_ENV: 'production',
    SECRET,
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    DRAIN_SECONDS: '0',
  })
  const main = page.getByRole('main')
  try {
    await start(page, t, { email: 'frida@example.org', pack: t.plus, url })
    await fillContact(page, t)
    await go(page, t.later)
    await expect(main.getByRole('radio', { name: /^Überweisung/ })).toBeChecked()
    await agree(page, t)
    await go(page, t.order)

    await expect(title(page)).toHaveText('Bestellt. Jetzt überweisen')
    const fact = (term: string) =>
      main.getByRole('definition').and(main.locator(`dt:text-is("${term}") + dd`))
    await expect(fact('An')).toHaveText('Halle 9 Werkstatt GmbH')
    await expect(fact('IBAN')).toHaveText('DE02 3705 0299 0000 6847 12')
    await expect(fact('Betrag')).toHaveText(/^39,00\s€$/)
    const number = await fact('Verwendungszweck').innerText()
    expect(number).toMatch(/^B-\d{4}-\w{6}$/)
    await expectAccessible(page)

    const booked = await askServer(dataDir, ['orders', 'paid', number])
    expect(booked).toEqual({ output: `${number} is paid.`, ok: true })
    await page.reload()
    await expect(title(page)).toHaveText(t.welcome)
  } finally {
    await stop('SIGTERM')
    await rm(dataDir, { recursive: true })
  }
})
