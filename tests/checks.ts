import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { findChromium, findJava } from './installed.ts'

/** `check`: format, lint, types, dead code, unit tests. `test`: these, services on both databases, journeys. */
const [mode = 'check'] = process.argv.slice(2)

interface Outcome {
  name: string
  passed: number
  failed: number
}

if (mode === 'test') findTools()
mkdirSync('.test', { recursive: true })

const outcomes: Outcome[] = [
  await tool('format', 'oxfmt', ['--check', '.']),
  // Before the linter, which reads types, too.
  await tool('route types', 'react-router', ['typegen']),
  await tool('lint', 'oxlint', ['--type-aware', '--quiet', '.']),
  await tool('types', 'tsc', ['--noEmit']),
  await tool('dead code', 'knip', ['--no-progress']),
]
if (mode === 'check') outcomes.push(await vitest(['unit']))
if (mode === 'test') {
  outcomes.push(await vitest(['unit', 'embedded', 'postgres', 'browser']), await journeys())
}

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
console.table(outcomes)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** Ends the run at once when a browser or Java is missing. */
function findTools(): void {
  try {
    process.env['CHROMIUM_PATH'] = findChromium()
    findJava()
  } catch (error) {
    console.error((error as Error).message)
    console.log('0 passed, 1 failed')
    process.exit(1)
  }
}

async function tool(name: string, command: string, args: string[]): Promise<Outcome> {
  const code = await run(command, args)
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
}

async function vitest(projects: string[]): Promise<Outcome> {
  const file = '.test/vitest.json'
  rmSync(file, { force: true })
  const names = projects.flatMap((project) => ['--project', project])
  const code = await run('vitest', [
    'run',
    ...names,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${file}`,
  ])
  const name = projects.join(', ')
  if (!existsSync(file)) return { name, passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numFailedTestSuites: number
  }
  // A skipped test is a check that did not happen, and an error outside a test still fails the run.
  const missed = report.numFailedTests + report.numPendingTests
  return { name, passed: report.numPassedTests, failed: missed || (code === 0 ? 0 : 1) }
}

async function journeys(): Promise<Outcome> {
  const file = '.test/playwright.json'
  rmSync(file, { force: true })
  const code = await run('playwright', ['test'])
  if (!existsSync(file)) return { name: 'journeys', passed: 0, failed: 1 }
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  const missed = stats.unexpected + stats.flaky + stats.skipped
  return { name: 'journeys', passed: stats.expected, failed: missed || (code === 0 ? 0 : 1) }
}

function run(command: string, args: string[]): Promise<number> {
  console.log(`\n— ${command} ${args.join(' ')}`)
  return new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${command}`, args, { stdio: 'inherit' })
    child.on('exit', (code) => resolve(code ?? 1))
    child.on('error', () => resolve(1))
  })
}
