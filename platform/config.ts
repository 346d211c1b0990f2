import { randomUUID } from 'node:crypto'
import { z } from 'zod'

const flag = z
  .enum(['0', '1', 'false', 'true'])
  .transform((value) => value === '1' || value === 'true')
  .optional()

export const parts = ['site', 'backend', 'connector', 'content', 'identity', 'jobs'] as const
export type Part = (typeof parts)[number]

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  LOG_FORMAT: z.enum(['json', 'plain']).optional(),
  TRUST_PROXY: flag,
  SECRET: z.string().min(16).optional(),
  SENTRY_DSN: z
    .string()
    .regex(/^https?:\/\/\w+(:\w*)?@[^\s/@?#]+\/([^\s?#]+\/)?\d+$/, 'https://{key}@{host}/{project number}')
    .transform(withoutPassword)
    .optional(),
  DEMO: flag,
  STORYBLOK_TOKEN: z.string().optional(),
  STORYBLOK_PREVIEW_TOKEN: z.string().optional(),
  STORYBLOK_ENDPOINT: z.url().optional(),
  STORYBLOK_SPACE_ID: z.string().regex(/^\d+$/, 'a number').optional(),
  STORYBLOK_WEBHOOK_SECRET: z.string().optional(),
  STORYBLOK_MANAGEMENT_TOKEN: z.string().optional(),
  STORYBLOK_MANAGEMENT_URL: z.url().default('https://mapi.storyblok.com/v1'),
  IDENTITY_DOMAIN: z.string().optional(),
  IDENTITY_CLIENT_ID: z.string().default('werkbank'),
  IDENTITY_AUDIENCE: z.string().optional(),
  IDENTITY_DPOP: flag,
  IDENTITY_MANAGEMENT_CLIENT_ID: z.string().optional(),
  IDENTITY_MANAGEMENT_CLIENT_SECRET: z.string().optional(),
  IDENTITY_CONNECT_NAME: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'letters, digits, _ and -')
    .optional(),
  IDENTITY_CONNECT_ISSUER: z.url().optional(),
  IDENTITY_CONNECT_CLIENT_ID: z.string().optional(),
  IDENTITY_CONNECT_CLIENT_SECRET: z.string().optional(),
  CONNECTOR_URL: z.url().optional(),
  CONNECTOR_TOKEN: z.string().optional(),
  CONNECTOR_MANAGE_TOKEN: z.string().optional(),
  FABMAN_URL: z.url().default('https://fabman.io/api/v1'),
  FABMAN_API_KEY: z.string().optional(),
  FABMAN_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{20,}$/, 'at least 20 letters, digits, _ or -')
    .optional(),
  USAGE_BILLING: z.enum(['werkbank', 'workshop']).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'a secret or restricted key: sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'the signing secret of the webhook endpoint: whsec_…')
    .optional(),
  STRIPE_API_URL: z.url().default('https://api.stripe.com'),
  BACKEND_URL: z.url().optional(),
  BACKEND_TOKEN: z.string().optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Werkbank <werkbank@localhost>'),
  SERVE: z.string().optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).optional(),
})

export interface Config {
  production: boolean
  /** Outside production, and people open it on this machine only: conveniences that would open a public door. */
  local: boolean
  demo: boolean
  port: number
  host: string
  /** Origin without trailing slash. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  logLevel: string
  /** JSON lines for a collector, or plain ones for a person, as outside production. */
  logFormat: 'json' | 'plain'
  trustProxy: boolean
  /** Where errors are reported; null = nowhere. Browsers get it too. */
  errorReports: { dsn: string; environment: 'production' | 'development' } | null
  /** Signs cookies and tickets; null = one is made and stored in the database. */
  secret: string | null
  mail: { smtpUrl: string | null; from: string }
  content: {
    endpoint: string | null
    token: string
    previewToken: string
    /** Signs the messages of the content service; null = it sends none. */
    webhookSecret: string | null
    spaceId: string | null
    /** For `content push` and `content pull`. */
    management: { url: string; token: string | null }
  }
  identity: {
    /** Origin of a foreign provider, null = the embedded one at `publicUrl`. */
    remote: string | null
    clientId: string
    audience: string
    dpop: boolean
    management: { clientId: string; clientSecret: string } | null
    /** The second provider that accounts can be connected with; null = none. */
    connection: { name: string; issuer: string; clientId: string; clientSecret: string } | null
  }
  connector: { url: string | null; token: string | null; manageToken: string | null }
  fabman: {
    /** With the version, without trailing slash. */
    url: string
    /** null = the embedded workshop engine. */
    apiKey: string | null
    /** Last part of the address for its messages; null = it sends none. */
    webhookSecret: string | null
  }
  /** Who writes invoices for what bookings cost beyond credits: we, or the workshop system (or the space's own books). */
  usageBilling: 'werkbank' | 'workshop'
  stripe: {
    /** Origin of the API. */
    apiUrl: string
    /** null = the embedded test payments outside production, in production no payment provider. */
    account: { secretKey: string; webhookSecret: string } | null
  }
  backend: { url: string | null; token: string | null }
  serve: ReadonlySet<Part>
  /** After a stop signal, requests are answered for so long, while `/ready` says that the process ends. */
  drainMs: number
}

/**
 * Parses the environment. An empty variable equals an unset one (K23).
 * @throws Error that names every wrong variable, and every default that production refuses
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const result = Environment.safeParse(given)
  if (!result.success) {
    throw new Error(
      result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  }
  const env = result.data
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  const production = env.NODE_ENV === 'production'
  const local = !production && isLoopback(new URL(publicUrl).hostname)
  const remote = env.IDENTITY_DOMAIN ? originOf(env.IDENTITY_DOMAIN) : null
  const config: Config = {
    production,
    local,
    demo: env.DEMO ?? local,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT ?? (production ? 'json' : 'plain'),
    trustProxy: env.TRUST_PROXY ?? false,
    secret: env.SECRET ?? null,
    errorReports: env.SENTRY_DSN
      ? { dsn: env.SENTRY_DSN, environment: production ? 'production' : 'development' }
      : null,
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM },
    content: {
      endpoint: env.STORYBLOK_ENDPOINT ?? (env.STORYBLOK_TOKEN ? 'https://api.storyblok.com/v2' : null),
      token: env.STORYBLOK_TOKEN ?? defaultToken(env.STORYBLOK_ENDPOINT),
      // A known preview token would show drafts to every visitor.
      previewToken: env.STORYBLOK_PREVIEW_TOKEN ?? (local ? 'preview' : randomUUID()),
      webhookSecret: env.STORYBLOK_WEBHOOK_SECRET ?? null,
      spaceId: env.STORYBLOK_SPACE_ID ?? null,
      management: { url: env.STORYBLOK_MANAGEMENT_URL, token: env.STORYBLOK_MANAGEMENT_TOKEN ?? null },
    },
    identity: {
      remote,
      clientId: env.IDENTITY_CLIENT_ID,
      audience: env.IDENTITY_AUDIENCE ?? `${publicUrl}/api`,
      dpop: env.IDENTITY_DPOP ?? remote === null,
      management: managementOf(env),
      connection: connectionOf(env),
    },
    connector: {
      url: env.CONNECTOR_URL ?? null,
      token: env.CONNECTOR_TOKEN ?? null,
      manageToken: env.CONNECTOR_MANAGE_TOKEN ?? null,
    },
    fabman: {
      url: env.FABMAN_URL.replace(/\/+$/, ''),
      apiKey: env.FABMAN_API_KEY ?? null,
      webhookSecret: env.FABMAN_WEBHOOK_SECRET ?? null,
    },
    usageBilling: env.USAGE_BILLING ?? (env.FABMAN_API_KEY ? 'workshop' : 'werkbank'),
    stripe: stripeOf(env),
    backend: { url: env.BACKEND_URL ?? null, token: env.BACKEND_TOKEN ?? null },
    serve: servedParts(env.SERVE),
    drainMs: (env.DRAIN_SECONDS ?? (production ? 3 : 0)) * 1000,
  }
  refuseUnsafeProduction(config)
  refuseHalfConfiguration(config, env.TRUST_PROXY)
  return config
}

/** Whether a host name always means this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** Returns a DSN as browsers may know it: the password of old ones is a secret, and no report needs it. */
function withoutPassword(dsn: string): string {
  return dsn.replace(/^(\w+:\/\/\w+):\w*@/, '$1@')
}

/** @throws Error for a path: the sign-in library asks for `/authorize` and `/oauth/token` at the root, as Auth0 has them */
function originOf(domain: string): string {
  const url = new URL(/^https?:\/\//.test(domain) ? domain : `https://${domain}`)
  if (url.pathname === '/') return url.origin
  throw new Error(
    `IDENTITY_DOMAIN: ${domain} has a path. Sign-in works with Auth0 and providers with its paths only.`,
  )
}

function managementOf(env: z.output<typeof Environment>): Config['identity']['management'] {
  const { IDENTITY_MANAGEMENT_CLIENT_ID: clientId, IDENTITY_MANAGEMENT_CLIENT_SECRET: clientSecret } = env
  return clientId && clientSecret ? { clientId, clientSecret } : null
}

/** @throws Error for a connection that is configured in part, or whose issuer is asked without https */
function connectionOf(env: z.output<typeof Environment>): Config['identity']['connection'] {
  const {
    IDENTITY_CONNECT_NAME: name,
    IDENTITY_CONNECT_ISSUER: issuer,
    IDENTITY_CONNECT_CLIENT_ID: clientId,
    IDENTITY_CONNECT_CLIENT_SECRET: clientSecret,
  } = env
  const given = [name, issuer, clientId, clientSecret].filter(Boolean).length
  if (given > 0 && given < 4) throw new Error('The four IDENTITY_CONNECT_… need each other')
  if (!name || !issuer || !clientId || !clientSecret) return null
  const { protocol, hostname } = new URL(issuer)
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new Error('IDENTITY_CONNECT_ISSUER needs https: the secret goes there')
  return { name, issuer, clientId, clientSecret }
}

/** @throws Error for one secret without the other: without messages no direct debit is ever paid */
function stripeOf(env: z.output<typeof Environment>): Config['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  if (Boolean(secretKey) !== Boolean(webhookSecret))
    throw new Error('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET need each other')
  return {
    apiUrl: new URL(env.STRIPE_API_URL).origin,
    account: secretKey && webhookSecret ? { secretKey, webhookSecret } : null,
  }
}

function servedParts(list: string | undefined): ReadonlySet<Part> {
  const names = list ? list.split(',').map((name) => name.trim()) : [...parts]
  const unknown = names.filter((name) => !(parts as readonly string[]).includes(name))
  if (unknown.length > 0)
    throw new Error(`SERVE: unknown part ${unknown.join(', ')}; known: ${parts.join(', ')}`)
  return new Set(names as Part[])
}

function refuseUnsafeProduction(config: Config): void {
  if (!config.production) return
  const missing = [
    ...(config.secret ? [] : ['SECRET (signs cookies and tickets)']),
    ...(config.mail.smtpUrl ? [] : ['SMTP_URL (verification and password mails)']),
    ...(config.fabman.url.startsWith('https:') ? [] : ['FABMAN_URL with https: the key goes there']),
    ...(config.stripe.apiUrl.startsWith('https:') ? [] : ['STRIPE_API_URL with https: the key goes there']),
    ...(config.demo ? ['DEMO must be off: demo accounts have a public password'] : []),
  ]
  if (missing.length > 0) throw new Error(`A production start needs:\n- ${missing.join('\n- ')}`)
}

function refuseHalfConfiguration(config: Config, trustProxy: boolean | undefined): void {
  if (config.publicUrl.startsWith('https:') && trustProxy === undefined) {
    throw new Error(
      'TRUST_PROXY must be set with an https PUBLIC_URL: 1 behind a proxy that sets X-Forwarded-For, else 0. ' +
        'Without it all visitors behind the proxy share one rate limit.',
    )
  }
  if (config.serve.size < parts.length && !config.databaseUrl) {
    throw new Error(
      'SERVE narrower than everything needs DATABASE_URL: the embedded database has one process.',
    )
  }
  if (config.fabman.webhookSecret && !config.fabman.apiKey) {
    throw new Error('FABMAN_WEBHOOK_SECRET needs FABMAN_API_KEY')
  }
  if (config.fabman.apiKey && config.usageBilling === 'werkbank') {
    throw new Error('USAGE_BILLING=werkbank needs the embedded workshop engine: Fabman bills use itself')
  }
  if (config.identity.remote && config.identity.clientId === 'werkbank') {
    throw new Error('IDENTITY_DOMAIN needs IDENTITY_CLIENT_ID')
  }
}

/** Our own content service knows the token `public`; at Storyblok it means nothing, and a missing one is told (E24). */
function defaultToken(endpoint = ''): string {
  const host = URL.canParse(endpoint) ? new URL(endpoint).hostname : ''
  return /(^|\.)storyblok\.com$/.test(host) ? '' : 'public'
}
