import { readFileSync } from 'node:fs'
import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { paper } from '../frame/paper.ts'
import { appleIcon, manifestIcons } from './icons.ts'
import { webManifest } from './manifest.ts'

test('the manifest opens the member area in its language, and both languages are one app', () => {
  expect(webManifest('Halle 9', 'de')).toMatchObject({
    lang: 'de',
    id: '/',
    start_url: '/me/profil',
    scope: '/',
  })
  expect(webManifest('Halle 9', 'en')).toMatchObject({ lang: 'en', id: '/', start_url: '/en/me/profil' })
})

test.each([
  ['Halle 9', 'Halle 9'],
  ['Offene Werkstatt Nord', 'Offene'],
  ['Haus am See Werkstatt', 'Haus am See'],
  ['Gemeinschaftswerkstatt Süd', 'Gemeinschaftswerkstatt'],
])('%s is %s below its icon', (name, short) => {
  expect(webManifest(name, 'de').short_name).toBe(short)
})

test.each([...manifestIcons, appleIcon])('$src has its size', ({ src, size }) => {
  const { width, height, type } = imageSize(readFileSync(`public${src}`))
  expect({ width, height, type }).toEqual({ width: size, height: size, type: 'png' })
})

test('the colours of paper are those of the style sheet', () => {
  const palette = readFileSync('app/ui/palette.css', 'utf8')
  expect(palette).toContain(`--paper: light-dark(${paper.light}, ${paper.dark});`)
})
