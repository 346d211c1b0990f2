import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('nothing given runs everything embedded on localhost', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    production: false,
    demo: true,
    identity: { remote: null, audience: 'http://localhost:3000/api', dpop: true },
  })
  expect(config.serve.size).toBe(6)
})

test('an empty variable equals an unset one', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', DEMO: '', NODE_ENV: '' })).toMatchObject({
    port: 3000,
    demo: true,
  })
})

test.each([
  [{ PORT: 'abc' }, 'PORT'],
  [{ PUBLIC_URL: 'nonsense' }, 'PUBLIC_URL'],
  [{ NODE_ENV: 'Production' }, 'NODE_ENV'],
  [{ NODE_ENV: 'staging' }, 'NODE_ENV'],
  [{ NODE_ENV: 'production ' }, 'NODE_ENV'],
  [{ PUBLIC_URL: 'https://halle9.example' }, 'TRUST_PROXY'],
  [{ SERVE: 'site,nothing', DATABASE_URL: 'postgres://x/y' }, 'nothing'],
  [{ SERVE: 'site' }, 'DATABASE_URL'],
  [{ IDENTITY_DOMAIN: 'tenant.eu.auth0.com' }, 'IDENTITY_CLIENT_ID'],
  [{ IDENTITY_DOMAIN: 'keycloak.example/realms/halle9', IDENTITY_CLIENT_ID: 'abc' }, 'IDENTITY_DOMAIN'],
  [{ SENTRY_DSN: 'ftp://key@sentry.example/7' }, 'SENTRY_DSN'],
  [{ SENTRY_DSN: 'https://sentry.example/7' }, 'SENTRY_DSN'],
  [{ SENTRY_DSN: 'https://key@sentry.example/' }, 'SENTRY_DSN'],
  [{ FABMAN_API_KEY: 'key', FABMAN_WEBHOOK_SECRET: 'short' }, 'FABMAN_WEBHOOK_SECRET'],
  [{ FABMAN_WEBHOOK_SECRET: 'x'.repeat(20) }, 'FABMAN_API_KEY'],
  [{ NODE_ENV: 'production', FABMAN_URL: 'http://fabman.example/api/v1' }, 'FABMAN_URL'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
  [{ STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
  [{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'sk_live_1' }, 'STRIPE_WEBHOOK_SECRET'],
  [{ NODE_ENV: 'production', STRIPE_API_URL: 'http://stripe.example' }, 'STRIPE_API_URL'],
  [{ NODE_ENV: 'production' }, 'SECRET'],
  [{ NODE_ENV: 'production', SECRET: 'x'.repeat(32) }, 'SMTP_URL'],
  [{ NODE_ENV: 'production', SECRET: 'x'.repeat(32), SMTP_URL: 'smtp://mail', DEMO: '1' }, 'DEMO'],
])('%j is refused and names %s', (environment, name) => {
  expect(() => readConfig(environment)).toThrow(name)
})

test.each([
  ['https://key@sentry.example/7', 'https://key@sentry.example/7'],
  ['http://key@[::1]:8000/errors/7', 'http://key@[::1]:8000/errors/7'],
  ['https://key:password@sentry.example/7', 'https://key@sentry.example/7'],
])('errors are reported to %s: browsers get %s', (given, dsn) => {
  expect(readConfig({ SENTRY_DSN: given }).errorReports).toEqual({ dsn, environment: 'development' })
  expect(readConfig({}).errorReports).toBeNull()
})

test('a production with all it needs starts, without demo accounts and without a known preview token', () => {
  const config = readConfig({ NODE_ENV: 'production', SECRET: 'x'.repeat(32), SMTP_URL: 'smtp://mail' })
  expect(config.demo).toBe(false)
  expect(config.content.previewToken).not.toBe('preview')
})

const elsewhere = { PUBLIC_URL: 'https://halle9.example', TRUST_PROXY: '1' }

test.each([
  [{}, true, true],
  [{ NODE_ENV: 'test' }, true, true],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, true, true],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, true, true],
  [{ DEMO: '0' }, true, false],
  [elsewhere, false, false],
  [{ ...elsewhere, PUBLIC_URL: 'https://localhost.example' }, false, false],
  [{ PUBLIC_URL: 'http://192.168.1.20:3000' }, false, false],
  [{ ...elsewhere, DEMO: '1' }, false, true],
])('%j: conveniences of development %s, demo accounts %s', (environment, local, demo) => {
  const config = readConfig(environment)
  expect([config.local, config.demo, config.content.previewToken === 'preview']).toEqual([local, demo, local])
})

test('a foreign provider is a host or an origin, and has no DPoP unless asked', () => {
  const remote = (IDENTITY_DOMAIN: string) =>
    readConfig({ IDENTITY_DOMAIN, IDENTITY_CLIENT_ID: 'abc' }).identity
  expect(remote('tenant.eu.auth0.com')).toMatchObject({ remote: 'https://tenant.eu.auth0.com', dpop: false })
  expect(remote('http://localhost:3003')).toMatchObject({ remote: 'http://localhost:3003' })
})

test('a key puts the workshop into a Fabman account', () => {
  expect(readConfig({}).fabman).toEqual({
    url: 'https://fabman.io/api/v1',
    apiKey: null,
    webhookSecret: null,
  })
  const FABMAN_WEBHOOK_SECRET = 'a-secret-of-this-account'
  expect(
    readConfig({ FABMAN_API_KEY: 'key', FABMAN_URL: 'http://localhost:3100/api/v1/', FABMAN_WEBHOOK_SECRET })
      .fabman,
  ).toEqual({
    url: 'http://localhost:3100/api/v1',
    apiKey: 'key',
    webhookSecret: FABMAN_WEBHOOK_SECRET,
  })
})

test.each([
  [{}, 'werkbank'],
  [{ FABMAN_API_KEY: 'key' }, 'workshop'],
  [{ USAGE_BILLING: 'workshop' }, 'workshop'],
])('with %j use is billed by %s', (environment, by) => {
  expect(readConfig(environment).usageBilling).toBe(by)
})

test('Fabman bills use itself, so nobody else may', () => {
  expect(() => readConfig({ FABMAN_API_KEY: 'key', USAGE_BILLING: 'werkbank' })).toThrow(
    /USAGE_BILLING=werkbank/,
  )
})

test.each([
  [{ STORYBLOK_ENDPOINT: 'https://api.storyblok.com/v2', STORYBLOK_TOKEN: '' }, ''],
  [{}, 'public'],
  [{ STORYBLOK_ENDPOINT: 'https://halle9.example/content/v2' }, 'public'],
  [{ STORYBLOK_ENDPOINT: 'https://api.storyblok.com/v2', STORYBLOK_TOKEN: 't' }, 't'],
])('content token of %j', (environment, token) => {
  expect(readConfig(environment).content.token).toBe(token)
})
