import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock as clock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { given, saw } from '../../services/connector/engine/publishing/workshop-file.fixture.ts'
import { runWorkshop } from './workshop.ts'

let opened: OpenedDatabase
const folder = mkdtempSync(join(tmpdir(), 'workshop-'))
const path = join(folder, 'workshop.json')
let invalidations = 0
const tools = () => ({
  config: readConfig({}),
  db: opened.db,
  clock,
  invalidate: async () => void invalidations++,
})
const run = (line: string) => runWorkshop(line.split(' '), tools())

beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await opened.close()
})

test('a file is published as a space, and a space exported as a file', async () => {
  await expect(run('export')).rejects.toThrow('There is no space 1.')
  writeFileSync(path, JSON.stringify(given))
  expect(await run(`publish ${path}`)).toBe(
    'Published Werkstatt Nord: 2 pieces of equipment, 1 packages, 1 trainings.',
  )
  expect(invalidations).toBe(1)
  const exported = await run('export 1')
  if (typeof exported === 'string') throw new Error('no file')
  expect(exported.file?.path).toBe('workshop.json')
  expect(JSON.parse(exported.file?.text ?? '')).toMatchObject(given)
  writeFileSync(path, JSON.stringify({ ...given, equipment: [saw] }))
  expect(await run(`publish ${path}`)).toContain('\nThe file omits, and publishing kept: 9 Hobel.')
})

test('a wrong file or call is refused with the reason', async () => {
  writeFileSync(path, JSON.stringify({ ...given, equipment: [{ ...saw, price: 3 }] }))
  await expect(run(`publish ${path}`)).rejects.toThrow('equipment[0]')
  for (const line of ['', 'publish', `publish ${path} more`, 'remove 1'])
    await expect(run(line)).rejects.toThrow('Usage: workshop export')
  const config = readConfig({ FABMAN_API_KEY: 'x' })
  await expect(runWorkshop(['export'], { ...tools(), config })).rejects.toThrow('configured workshop system')
})
