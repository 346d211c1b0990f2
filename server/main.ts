import { chmod, writeFile } from 'node:fs/promises'
import { runCommand } from './commands/commands.ts'
import { moveContent } from '../content/sync/command.ts'
import { serveFabmanDouble } from '../doubles/fabman/serve.ts'
import { askServer, serveCommands } from './commands/admin-socket.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { compressed } from '../platform/http/compressed.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { openDatabase, type OpenedDatabase } from '../platform/database/database.ts'
import { createParts } from './compose/parts.ts'
import { createLog, type Log } from '../platform/log.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createHttpServer, listen } from '../platform/http/serve.ts'
import { seedDemo } from './commands/seed-demo.ts'
import { loadBuiltSite, loadDevelopmentSite } from './site.ts'

const [command, ...rest] = process.argv.slice(2)

try {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  if (command && command !== '--dev') process.exitCode = await work(config, log, [command, ...rest])
  else await serve(config, log, command === '--dev')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Runs one command of `npm run werkbank`: in the server that holds the data folder, else here. */
async function work(config: Config, log: Log, args: string[]): Promise<number> {
  // It needs no database, and its settings are the caller's, not those of a server that runs.
  if (args[0] === 'content') {
    console.log(await moveContent(args.slice(1), config.content))
    return 0
  }
  if (args[0] === 'fabman-double') {
    console.log((await serveFabmanDouble(args.slice(1), clock)).greeting)
    return 0
  }
  let result = config.databaseUrl ? null : await askServer(config.dataDir, args)
  if (!result) {
    const opened = await open(config, createLog('warn'))
    const parts = await createParts(config, opened, log, { stylesheetHref: () => '', development: false })
    result = await runCommand(args, parts.tools)
    await parts.close()
    await opened.close()
  }
  if (result.file) {
    const { path, text } = result.file
    await writeFile(path, text, { mode: 0o600 })
    // One that was there before keeps its mode otherwise.
    await chmod(path, 0o600)
  }
  console.log(result.output)
  return result.ok ? 0 : 1
}

async function serve(config: Config, log: Log, development: boolean): Promise<void> {
  const server = createHttpServer()
  // The two slow things of a start do not wait for each other.
  const [opened, site] = await Promise.all([
    open(config, log),
    development ? loadDevelopmentSite(server) : loadBuiltSite(),
  ])
  if (config.demo) await seedDemo(opened.db, clock)
  const parts = await createParts(config, opened, log, {
    stylesheetHref: site.stylesheetHref,
    development,
  })
  const pages = development ? null : parts.pages()
  const front = parts.front(site)
  const listening = await listen(server, {
    cached: pages?.middleware,
    middlewares: [...parts.middlewares, ...site.middlewares],
    fetch: compressed(pages ? pages.around(front) : front),
    port: config.port,
    host: config.host,
    trustProxy: config.trustProxy,
  })
  const commands = config.databaseUrl
    ? null
    : await serveCommands(config.dataDir, (args) => runCommand(args, parts.tools))
  const jobs = config.serve.has('jobs') ? parts.startJobs() : []
  greet(config)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await listening.close()
    pages?.stop()
    await commands?.close()
    await Promise.all(jobs.map((job) => job.stop()))
    await parts.close()
    await opened.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())
}

async function open(config: Config, log: Log): Promise<OpenedDatabase> {
  const opened = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log })
  await migrate(opened.db, log)
  return opened
}

function greet(config: Config): void {
  const lines = [
    '',
    `  Werkbank is open: ${config.publicUrl}`,
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
