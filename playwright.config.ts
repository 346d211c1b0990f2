import { defineConfig } from '@playwright/test'

/** Journeys against the built product, started by `e2e/server.ts` on a folder of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  globalSetup: './e2e/server.ts',
  outputDir: '.test/playwright',
  reporter: [['list'], ['json', { outputFile: '.test/playwright.json' }]],
  use: {
    // Below the limit of a test, so that a failure names the call that hung.
    navigationTimeout: 45_000,
    actionTimeout: 45_000,
    // Set by the global set-up before a worker reads this.
    baseURL: process.env['BASE_URL'],
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // Playwright sees no request that a worker makes; `offline.e2e.ts` has it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    // Pictures of each step take a tenth of the time, snapshots a seventh.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
