import { chmod, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { moveContent } from '../content/sync/command.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { type Config, parts, readConfig } from '../platform/config.ts'
import { openDatabase, type OpenedDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { compressed } from '../platform/http/compressed.ts'
import { refuseForeignHost } from '../platform/http/host-guard.ts'
import { createHttpServer, expectFreePort, listen } from '../platform/http/serve.ts'
import { createLog, type Log } from '../platform/log.ts'
import { plainLines } from '../platform/log-lines.ts'
import { askServer, type CommandResult, serveCommands } from './commands/admin-socket.ts'
import { runCommand } from './commands/commands.ts'
import { serveFabmanDouble } from './commands/fabman-double.ts'
import { serveStripeDouble } from './commands/stripe-double.ts'
import { demoAccounts, seedDemo, seedDemoContracts, seedInstruction } from './commands/seed-demo.ts'
import { compose } from './compose/compose.ts'
import { kindOf } from './gateway.ts'
import { loadSite } from './site.ts'

/** A stop ends within this time after draining: 10 s for requests, the rest for jobs and the database. */
const mostStopMs = 12_000

const [command, ...rest] = process.argv.slice(2)
/** Of the site that this process serves, once it is loaded. */
let buildId: string | undefined
const callerFolder = process.env['INIT_CWD'] ?? '.'

try {
  const config = readConfig(process.env)
  const reports = await openReports(config)
  const log = createLog(config.logLevel, streamOf(config), reports?.report)
  if (command && command !== '--dev') process.exitCode = await runOnce(config, log, [command, ...rest])
  else await serve(config, log, { development: command === '--dev', reports })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  // Sockets and the database's thread would keep a failed start alive, and no supervisor would start it again.
  process.exit(1)
}

interface ServeOptions {
  development: boolean
  reports: Awaited<ReturnType<typeof openReports>>
}

/** Runs one command of `npm run werkbank` and returns the exit code. */
async function runOnce(config: Config, log: Log, args: string[]): Promise<number> {
  const [name, ...options] = args
  // These need no database, and their settings are the caller's, not those of a running server.
  if (name === 'content') {
    console.log(await moveContent(options, config.content))
    return 0
  }
  if (name === 'fabman-double') {
    console.log((await serveFabmanDouble(options, clock)).greeting)
    return 0
  }
  if (name === 'stripe-double') {
    console.log((await serveStripeDouble(options, clock)).greeting)
    return 0
  }
  // Paths are the caller's: npm changes the folder, and a running server has its own.
  const fileAt = { backup: 1, restore: 1, instructions: 3 }[name ?? '']
  const own = args.map((each, index) => (index === fileAt ? resolve(callerFolder, each) : each))
  const asked = config.databaseUrl ? null : await askServer(config.dataDir, own)
  const { file, output, ok } = asked ?? (await runHere(config, log, own))
  if (file) {
    await writeFile(file.path, file.text, { encoding: file.encoding ?? 'utf8', mode: 0o600 })
    // An existing file keeps its mode otherwise.
    await chmod(file.path, 0o600)
  }
  console.log(output)
  return ok ? 0 : 1
}

/** Runs a command in this process, with every part composed, whatever SERVE says. */
async function runHere(config: Config, log: Log, args: string[]): Promise<CommandResult> {
  const opened = await open(config, createLog('warn', streamOf(config)))
  const whole = { ...config, serve: new Set(parts) }
  const composed = await compose(whole, opened, log, { stylesheetHref: () => '', development: true })
  try {
    return await runCommand(args, composed.tools)
  } finally {
    await composed.close()
    await opened.close()
  }
}

async function serve(config: Config, log: Log, { development, reports }: ServeOptions): Promise<void> {
  // A taken port is known before anything is written.
  await expectFreePort(config.port, config.host)
  const server = createHttpServer()
  // The database and the site's bundle take longest; neither waits for the other.
  const [opened, site] = await Promise.all([open(config, log), loadSite(config, server, development)])
  // One of several processes fills an empty database: two at once would meet.
  const isDemo = config.demo && config.serve.has('connector')
  if (isDemo) await seedDemo(opened.db, clock)
  const composed = await compose(config, opened, log, {
    stylesheetHref: site?.stylesheetHref ?? (() => ''),
    development,
  })
  buildId = site?.buildId
  if (config.demo && config.serve.has('backend')) await seedInstruction(composed.tools)
  if (isDemo && config.serve.has('backend') && !config.fabman.apiKey)
    await seedDemoContracts(composed.tools.ordering)
  const { pages, identityMiddleware } = composed
  const refused = config.production ? () => false : refuseForeignHost(config.publicUrl)
  let isStopping = false
  const gateway = composed.gateway(config.serve.has('site') ? site : null, () => isStopping)
  const listening = await listen(server, {
    cached: (request, response, requestId) =>
      refused(request, response) || (pages?.respond(request, response, requestId) ?? false),
    admission: { kindOf, count: composed.count },
    middlewares: [...(identityMiddleware ? [identityMiddleware] : []), ...(site?.middlewares ?? [])],
    fetch: compressed(pages ? pages.around(gateway) : gateway, (path) => kindOf(path) !== 'part'),
    port: config.port,
    host: config.host,
    trustProxy: config.trustProxy,
  })
  const commands = config.databaseUrl
    ? null
    : await serveCommands(config.dataDir, (args) => runCommand(args, composed.tools))
  const jobs = config.serve.has('jobs') ? composed.startJobs() : []
  greet(config)

  const stop = async () => {
    await listening.close(config.drainMs)
    pages?.stop()
    await commands?.close()
    await Promise.all(jobs.map((job) => job.stop()))
    await composed.close()
    await opened.close()
    await reports?.close()
    process.exit(0)
  }
  const begin = () => {
    if (isStopping) return
    isStopping = true
    // Nothing that hangs keeps the process: what it did is in the database.
    setTimeout(() => process.exit(1), config.drainMs + mostStopMs).unref()
    stop().catch((error: unknown) => {
      log.error({ err: error }, 'stop failed')
      process.exit(1)
    })
  }
  // `disconnect`: the launcher is gone.
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, begin)
}

/** Plain lines go through our formatter; JSON lines go to stdout as they are. */
function streamOf({ logFormat, logLevel }: Config) {
  if (logFormat === 'json') return null
  return plainLines((text) => process.stdout.write(text), /^(debug|trace)$/.test(logLevel))
}

/** Loads the code that reports errors only where they are reported. */
async function openReports({ errorReports }: Config) {
  if (!errorReports) return null
  const { createErrorReports } = await import('../platform/error-reports.ts')
  return createErrorReports({ ...errorReports, release: () => buildId })
}

function open({ databaseUrl, dataDir }: Config, log: Log): Promise<OpenedDatabase> {
  return openDatabase({ databaseUrl, dataDir, log, prepare: (db) => migrate(db, log) })
}

function greet(config: Config): void {
  const isWhole = config.serve.size === parts.length
  const lines = [
    '',
    `  Werkbank is open: ${config.publicUrl}`,
    ...(isWhole ? [] : [`  This process serves ${[...config.serve].join(', ')} on port ${config.port}`]),
    // The accounts are those of the embedded identity service.
    ...(config.demo && !config.identity.remote
      ? [
          `  Demo accounts (password ${demoAccounts().password}):`,
          ...demoAccounts().accounts.map(({ email, purpose }) => `    ${email.padEnd(17)}${purpose.en}`),
        ]
      : []),
    ...(config.local ? [`  Mail that was written: ${config.publicUrl}/dev/mail`] : []),
    ...warnings(config).map((text) => `  ! ${text}`),
    '  Stop with Ctrl+C',
    '',
  ]
  console.log(lines.join('\n'))
}

/** Settings that work but are seldom meant. */
function warnings({ production, local, publicUrl, mail }: Config): string[] {
  const { protocol } = new URL(publicUrl)
  return [
    ...(local || production
      ? []
      : ['NODE_ENV is not production although PUBLIC_URL is not on this machine.']),
    ...(local || protocol === 'https:' ? [] : ['Browsers allow sign-in over https only. Set PUBLIC_URL.']),
    ...(local || mail.smtpUrl ? [] : ['Nobody gets a mail: set SMTP_URL.']),
  ]
}
