import { describe, expect, test } from 'vitest'
import { askPage } from '../errors/page-request.fixture.tsx'
import type { PublicConfig, SiteServices } from '../context.ts'
import * as paths from '../paths.ts'
import * as route from './redirects.ts'
import { redirectToStory, withoutGerman } from './redirects.ts'

const services = {
  content: {
    allAddresses: async () => [
      { uuid: '1', de: '/', en: '/en' },
      { uuid: '2', de: '/maschinen', en: '/en/equipment' },
      { uuid: '3', de: '/maschinen/lasercutter', en: '/en/equipment/laser-cutter' },
      { uuid: '4', de: '/kurse/laser-einstieg', en: '/en/courses/laser-basics' },
      { uuid: '5', de: '/kurse/laser', en: '/en/courses/laser' },
    ],
    redirects: async () => new Map([['/machines/alt', '/faq']]),
    storiesOfType: (async (_: string, locale: 'de' | 'en') => [
      {
        uuid: '5',
        name: '',
        addresses: { de: '/kurse/laser', en: '/en/courses/laser' },
        content: { component: 'workshop', course: 7, title: locale === 'de' ? 'Laser­kurs' : 'Laser course' },
      },
    ]) as unknown as SiteServices['content']['storiesOfType'],
  },
  config: { publicUrl: 'https://halle9.example' } as PublicConfig,
}
const at = (address: string) => new URL(address, 'https://halle9.example')
const goal = (response: Response) => [response.status, response.headers.get('location')]

describe('placeholder paths (R17)', () => {
  test.each([
    ['/machines', undefined, '/maschinen'],
    ['/en/machines', undefined, '/en/equipment'],
    ['/machines/lasercutter', 'lasercutter', '/maschinen/lasercutter'],
    ['/en/machines/laser-cutter', 'laser-cutter', '/en/equipment/laser-cutter'],
    ['/en/machines/lasercutter', 'lasercutter', '/en/equipment/laser-cutter'],
    ['/machines/laser-cutter?a=1&b=%20', 'laser-cutter', '/maschinen/lasercutter?a=1&b=%20'],
  ])('%s redirects permanently to the machine', async (address, slug, location) => {
    const response = await redirectToStory(at(address), slug, paths.machines, services)
    expect(goal(response)).toEqual([301, location])
  })

  test('/workshops/{slug} redirects to the course', async () => {
    const response = await redirectToStory(
      at('/workshops/laser-einstieg'),
      'laser-einstieg',
      paths.workshops,
      services,
    )
    expect(goal(response)).toEqual([301, '/kurse/laser-einstieg'])
  })

  test.each([
    ['/workshops/laser?a=1', '/events/7-laserkurs?a=1'],
    ['/en/workshops/laser', '/en/events/7-laser-course'],
  ])('%s leads in one hop to the page of its course', async (address, location) => {
    expect(goal(await redirectToStory(at(address), 'laser', paths.workshops, services))).toEqual([
      301,
      location,
    ])
  })

  test('an unknown slug may be a redirect of the editors (R19)', async () => {
    const asked = at('/machines/alt?a=1')
    expect(goal(await redirectToStory(asked, 'alt', paths.machines, services))).toEqual([301, '/faq?a=1'])
    expect(goal(await withoutGerman(at('/de/machines/alt'), services))).toEqual([301, '/faq'])
  })

  test.each(['nix', '../faq', '/evil.example', 'lasercutter/x'])('slug %j is 404', async (slug) => {
    await expect(redirectToStory(at('/machines/nix'), slug, paths.machines, services)).rejects.toMatchObject({
      data: 'Page not found: /machines/nix',
      init: { status: 404 },
    })
  })
})

describe('German has no prefix', () => {
  test.each([
    ['/de', '/'],
    ['/de/', '/'],
    ['/de?a=1', '/?a=1'],
    ['/de/faq', '/faq'],
    ['/de/faq/preise?a=1', '/faq/preise?a=1'],
    ['/en/de/faq', '/en/faq'],
    ['/en/de', '/en'],
    ['/de/de/faq', '/faq'],
    ['/de/machines/laser-cutter?a=1', '/maschinen/lasercutter?a=1'],
    ['/en/de/machines', '/en/equipment'],
    ['/de//evil.example', '/evil.example'],
    ['/de//evil.example/%2f', '/evil.example/%2f'],
    ['/de/\\evil.example', '/evil.example'],
    ['/de/de//de//evil.example', '/evil.example'],
    ['/de//machines//laser-cutter', '/maschinen/lasercutter'],
    ['/de/design', '/design'],
    ['/De/faq', '/faq'],
    ['/EN/DE/faq', '/EN/faq'],
  ])('%s is %s', async (address, location) => {
    expect(goal(await withoutGerman(at(address), services))).toEqual([301, location])
  })

  test('an unknown machine below it is not found', async () => {
    await expect(withoutGerman(at('/de/machines/nix'), services)).rejects.toMatchObject({
      init: { status: 404 },
    })
  })
})

describe('routes match capital letters: no address redirects to itself', () => {
  test.each([
    ['/DE', 'en?/de/*', '/'],
    ['/De/Machines/lasercutter', 'en?/de/*', '/maschinen/lasercutter'],
    ['/MACHINES', 'en?/machines/:slug?', '/maschinen'],
    ['/Workshops/laser-einstieg', 'en?/workshops/:slug?', '/kurse/laser-einstieg'],
    ['/EN/Machines/lasercutter', 'en?/machines/:slug?', '/en/equipment/laser-cutter'],
  ])('%s', async (address, pattern, location) => {
    const { response } = await askPage(address, pattern, route, services)
    expect(goal(response)).toEqual([301, location])
  })
})

describe('an unknown slug shows the error screen in the language of the address', () => {
  test.each([
    ['/workshops/nope', 'en?/workshops/:slug?', 'de', 'Oh nein!'],
    ['/machines/nope', 'en?/machines/:slug?', 'de', 'Oh nein!'],
    ['/en/machines/nope', 'en?/machines/:slug?', 'en', 'Oh no!'],
    ['/de/machines/nope', 'en?/de/*', 'de', 'Oh nein!'],
    ['/en/de/workshops/nope', 'en?/de/*', 'en', 'Oh no!'],
  ])('%s', async (address, pattern, locale, headline) => {
    const { response, text } = await askPage(address, pattern, route, services)
    expect(response.status).toBe(404)
    expect(text).toContain(`<html lang="${locale}">`)
    expect(text).toContain(`<h1>${headline}</h1><h2>error# 404</h2><p>Page not found: ${address}</p>`)
  })
})
