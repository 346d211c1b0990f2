import { defineConfig } from 'vitest/config'

const browser = '**/*.browser.test.ts'
/** Tests without a PostgreSQL side: crash, lock and files of the embedded database's folder, input that reaches none, logs, Storyblok's command line. */
const embeddedOnly = [
  'platform/database/database.*.test.ts',
  'platform/database/lock.test.ts',
  'tests/bad-input.test.ts',
  'tests/logs.test.ts',
  'tests/personal-data.files.test.ts',
  'tests/start.test.ts',
  'tests/storyblok-cli.test.ts',
]
/** Several processes need a database that they share, and waiting for a row needs several connections. */
const postgresOnly = [
  'platform/database/notify.test.ts',
  'platform/database/pool.histories.test.ts',
  'services/backend/places/order.locks.test.ts',
  'services/backend/teams/handing-over.locks.test.ts',
  'services/connector/cache/shared-cache.test.ts',
  'server/commands/seed-demo.test.ts',
  'tests/processes.test.ts',
]
/** Tests of the repository itself. */
const ofTheRepository = ['tests/boundaries.test.ts', 'tests/conditions.test.ts', 'tests/roads.test.ts']
const withDatabase = ['{platform,services,doubles,server,tests}/**/*.test.ts']

export default defineConfig({
  test: {
    reporters: ['default'],
    // Vitest's own default on two cores is one.
    maxWorkers: '100%',
    // Files of one worker share their modules: importing them anew costs more than most files take.
    isolate: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{app,rules,formats,contracts,clients,content}/**/*.test.{ts,tsx}', ...ofTheRepository],
          exclude: [browser],
        },
      },
      {
        test: {
          name: 'embedded',
          include: withDatabase,
          exclude: [browser, ...postgresOnly, ...ofTheRepository],
          env: { TEST_DATABASE: 'pglite' },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'postgres',
          include: withDatabase,
          exclude: [browser, ...embeddedOnly, ...ofTheRepository],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['platform/database/postgres-server.fixture.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: [browser],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
