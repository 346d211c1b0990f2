import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askServer, serveCommands } from './admin-socket.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'werkbank-socket-'))

test('a command is run by the server that holds the folder', async () => {
  const dataDir = folder()
  const server = await serveCommands(dataDir, async (args) => ({ output: args.join(' '), ok: true }))
  expect(statSync(join(dataDir, 'werkbank.sock')).mode & 0o777).toBe(0o600)
  expect(await askServer(dataDir, ['token', 'list'])).toEqual({ output: 'token list', ok: true })
  await server.close()
})

test('without a server nobody answers, also after one died and left its socket', async () => {
  const dataDir = folder()
  expect(await askServer(dataDir, ['doctor'])).toBeNull()
  const server = await serveCommands(dataDir, async () => ({ output: '', ok: true }))
  await server.close()
  expect(await askServer(dataDir, ['doctor'])).toBeNull()
})
