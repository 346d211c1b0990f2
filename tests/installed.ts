import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Returns the path of a Chromium: `CHROMIUM_PATH`, else Debian's, which is installed through apt when this runs as root.
 * @throws Error when there is none
 */
export function findChromium(): string {
  const given = process.env['CHROMIUM_PATH']
  if (given) return given
  const debian = '/usr/bin/chromium'
  if (existsSync(debian) || (install('chromium') && existsSync(debian))) return debian
  throw new Error('No Chromium: set CHROMIUM_PATH or install the package chromium.')
}

/**
 * Makes sure that Java runs, for the Nu checker of markup.
 * @throws Error when it does not and cannot be installed
 */
export function findJava(): void {
  const runs = () => spawnSync('java', ['-version']).status === 0
  if (runs() || (install('default-jre-headless') && runs())) return
  throw new Error('No Java: install default-jre-headless. The markup of pages cannot be checked without it.')
}

/** Installs a Debian package as root; false where that is not possible. */
function install(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${name} (apt-get) …`)
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options).status === 0
}
