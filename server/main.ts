import { chmod, writeFile } from 'node:fs/promises'
import { moveContent } from '../content/sync/command.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { type Config, parts, readConfig } from '../platform/config.ts'
import { openDatabase, type OpenedDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { compressed } from '../platform/http/compressed.ts'
import { createHttpServer, listen } from '../platform/http/serve.ts'
import { createLog, type Log } from '../platform/log.ts'
import { askServer, type CommandResult, serveCommands } from './commands/admin-socket.ts'
import { runCommand } from './commands/commands.ts'
import { serveFabmanDouble } from './commands/fabman-double.ts'
import { seedDemo } from './commands/seed-demo.ts'
import { compose } from './compose/compose.ts'
import { kindOf } from './gateway.ts'
import { loadSite } from './site.ts'

/** A stop ends within this time after draining: 10 s for requests, the rest for jobs and the database. */
const mostStopMs = 12_000

const [command, ...rest] = process.argv.slice(2)

try {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  if (command && command !== '--dev') process.exitCode = await runOnce(config, log, [command, ...rest])
  else await serve(config, log, command === '--dev')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Runs one command of `npm run werkbank` and returns the exit code. */
async function runOnce(config: Config, log: Log, args: string[]): Promise<number> {
  const [name, ...options] = args
  // These two need no database, and their settings are the caller's, not those of a running server.
  if (name === 'content') {
    console.log(await moveContent(options, config.content))
    return 0
  }
  if (name === 'fabman-double') {
    console.log((await serveFabmanDouble(options, clock)).greeting)
    return 0
  }
  const asked = config.databaseUrl ? null : await askServer(config.dataDir, args)
  const { file, output, ok } = asked ?? (await runHere(config, log, args))
  if (file) {
    await writeFile(file.path, file.text, { mode: 0o600 })
    // An existing file keeps its mode otherwise.
    await chmod(file.path, 0o600)
  }
  console.log(output)
  return ok ? 0 : 1
}

/** Runs a command in this process, with every part composed, whatever SERVE says. */
async function runHere(config: Config, log: Log, args: string[]): Promise<CommandResult> {
  const opened = await open(config, createLog('warn'))
  const whole = { ...config, serve: new Set(parts) }
  const composed = await compose(whole, opened, log, { stylesheetHref: () => '', development: true })
  try {
    return await runCommand(args, composed.tools)
  } finally {
    await composed.close()
    await opened.close()
  }
}

async function serve(config: Config, log: Log, development: boolean): Promise<void> {
  const server = createHttpServer()
  // The database and the site's bundle take longest; neither waits for the other.
  const [opened, site] = await Promise.all([open(config, log), loadSite(config, server, development)])
  // One of several processes fills an empty database: two at once would meet.
  if (config.demo && config.serve.has('connector')) await seedDemo(opened.db, clock)
  const composed = await compose(config, opened, log, {
    stylesheetHref: site?.stylesheetHref ?? (() => ''),
    development,
  })
  const { pages, identityMiddleware } = composed
  let isStopping = false
  const gateway = composed.gateway(config.serve.has('site') ? site : null, () => isStopping)
  const listening = await listen(server, {
    cached: pages?.respond,
    admission: { kindOf, count: composed.count },
    middlewares: [...(identityMiddleware ? [identityMiddleware] : []), ...(site?.middlewares ?? [])],
    fetch: compressed(pages ? pages.around(gateway) : gateway),
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, begin)
}

async function open(config: Config, log: Log): Promise<OpenedDatabase> {
  const opened = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log })
  await migrate(opened.db, log)
  return opened
}

function greet(config: Config): void {
  const isWhole = config.serve.size === parts.length
  const lines = [
    '',
    `  Werkbank is open: ${config.publicUrl}`,
    ...(isWhole ? [] : [`  This process serves ${[...config.serve].join(', ')} on port ${config.port}`]),
    ...(config.demo
      ? [
          '  Demo accounts (password werkbank-demo): mia@example.org, tom@example.org, lea@example.org, kai@example.org',
        ]
      : []),
    ...(config.production ? [] : [`  Mail that was written: ${config.publicUrl}/dev/mail`]),
    '  Stop with Ctrl+C',
    '',
  ]
  console.log(lines.join('\n'))
}
