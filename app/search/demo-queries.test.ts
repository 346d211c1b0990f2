import { expect, test } from 'vitest'
import '../i18n/message-files.server.ts'
import { demoServices } from '../seo/demo-site.fixture.ts'
import { tries } from './search-dialog.tsx'
import { createSearch } from './search-index.ts'

/** What visitors type, and the page of the demo content that comes first. */
const german = [
  ['Öffnungszeiten', '/besuch'],
  ['oeffnungszeiten', '/besuch'],
  ['wann habt ihr geöffnet?', '/besuch'],
  ['parken', '/besuch'],
  ['Parkplatz', '/besuch'],
  ['Adresse', '/besuch'],
  ['Anfahrt', '/besuch'],
  ['anfart', '/besuch'],
  ['Telefon', '/besuch'],
  ['Gutschein', '/mitgliedschaft'],
  ['gutschien', '/mitgliedschaft'],
  ['Preise', '/mitgliedschaft'],
  ['Kosten', '/mitgliedschaft'],
  ['Tagespass', '/mitgliedschaft'],
  ['mitgliedschft', '/mitgliedschaft'],
  ['kündigen', '/mitgliedschaft'],
  ['buchen', '/booking'],
  ['reservieren', '/booking'],
  ['Termine', '/events'],
  ['Kurse', '/kurse'],
  ['Laser', '/maschinen/lasercutter'],
  ['lazer', '/maschinen/lasercutter'],
  ['lasercuter', '/maschinen/lasercutter'],
  ['gravieren', '/maschinen/lasercutter'],
  ['3d drucker', '/maschinen/3d-drucker'],
  ['3d-druck', '/maschinen/3d-drucker'],
  ['Kreissäge', '/maschinen/formatkreissaege'],
  ['kreisäge', '/maschinen/formatkreissaege'],
  ['Tischkreissäge', '/maschinen/formatkreissaege'],
  ['nähmaschine', '/maschinen/industrienaehmaschine'],
  ['schweißen', '/maschinen/wig-schweissplatz'],
  ['Hocker bauen', '/events/9-moebelbau-ein-hocker-an-einem-wochenende'],
  ['Bandsäge', '/maschinen/bandsaege'],
  ['Datenschutz', '/datenschutz'],
  ['Impressum', '/impressum'],
  ['barrierefrei', '/barrierefreiheit'],
  ['Lena', '/menschen/lena-hartwig'],
  ['Regeln', '/sicherheit'],
  ['Kinder', '/bildung'],
  ['wlan', '/besuch'],
] as const

const english = [
  ['opening hours', '/en/visit'],
  ['openning hours', '/en/visit'],
  ['when are you open', '/en/visit'],
  ['parking', '/en/visit'],
  ['where can I park', '/en/visit'],
  ['address', '/en/visit'],
  ['adress', '/en/visit'],
  ['directions', '/en/visit'],
  ['voucher', '/en/membership'],
  ['gift card', '/en/membership'],
  ['prices', '/en/membership'],
  ['how much does it cost', '/en/membership'],
  ['day pass', '/en/membership'],
  ['membrship', '/en/membership'],
  ['book', '/en/booking'],
  ['reserve', '/en/booking'],
  ['events', '/en/events'],
  ['courses', '/en/courses'],
  ['laser', '/en/equipment/laser-cutter'],
  ['lazer', '/en/equipment/laser-cutter'],
  ['laser cuter', '/en/equipment/laser-cutter'],
  ['engraving', '/en/equipment/laser-cutter'],
  ['table saw', '/en/equipment/panel-saw'],
  ['band saw', '/en/equipment/band-saw'],
  ['3d printer', '/en/equipment/3d-printer'],
  ['sewing machine', '/en/equipment/industrial-sewing-machine'],
  ['welding', '/en/equipment/tig-welding-station'],
  ['soldering', '/en/equipment/soldering-station'],
  ['build a stool', '/en/events/9-furniture-a-stool-in-a-weekend'],
  ['planer', '/en/equipment/planer-thicknesser'],
  ['privacy', '/en/privacy'],
  ['imprint', '/en/imprint'],
  ['people', '/en/people'],
  ['safety rules', '/en/safety'],
  ['wifi', '/en/visit'],
] as const

const search = createSearch(demoServices())

test.each(german)('in German %s finds %s first', async (query, href) => {
  expect((await search.hits(query, 'de'))[0]?.href).toBe(href)
})

test.each(english)('in English %s finds %s first', async (query, href) => {
  expect((await search.hits(query, 'en'))[0]?.href).toBe(href)
})

test.each([
  ['laser', 'de', '/events/15-unterweisung-faserlaser'],
  ['swing machine', 'en', '/en/equipment/industrial-sewing-machine'],
] as const)('%s in %s finds %s, too', async (query, locale, href) => {
  expect((await search.hits(query, locale)).map((hit) => hit.href)).toContain(href)
})

test('a mistyped word finds what the right one finds', async () => {
  expect(await search.hits('lazer', 'de')).toEqual(await search.hits('laser', 'de'))
})

test.each([
  ['lazer', 'en', '/en/equipment/planer-thicknesser'],
  ['Öffnungszeiten', 'de', '/booking'],
  ['parken', 'de', '/maschinen/stickmaschine'],
] as const)('%s in %s leaves %s out', async (query, locale, href) => {
  expect((await search.hits(query, locale)).map((hit) => hit.href)).not.toContain(href)
})

test.each([
  ['/en/does-not-exist', 'en', undefined],
  ['/gibt/es/nicht', 'de', undefined],
  ['/nicht/da', 'de', undefined],
  ['/3d', 'de', '/maschinen/3d-drucker'],
  ['/maschinen/lasercuter', 'de', '/maschinen/lasercutter'],
  ['/en/machines/laser', 'en', '/en/equipment/laser-cutter'],
  ['/oeffnungszeiten', 'de', '/besuch'],
  ['/preise', 'de', '/mitgliedschaft'],
  ['/en/pricing', 'en', '/en/membership'],
  ['/en/opening-hours.html', 'en', '/en/visit'],
  ['/wp-login.php', 'de', undefined],
] as const)('the wrong address %s in %s suggests %s first', async (path, locale, href) => {
  expect((await search.near(path, locale))[0]?.href).toBe(href)
})

test('a word that many pages mention leaves out those that barely do', async () => {
  expect((await search.hits('laser', 'en')).length).toBeLessThan(12)
})

test('words of the datasource replace the built-in ones of the same page, which serve without it', async () => {
  const services = demoServices()
  const labelled = (labels: Record<string, string>) =>
    createSearch({ content: { ...services.content, labels: async () => labels } })
  expect((await labelled({}).hits('parken', 'de'))[0]?.href).toBe('/besuch')
  expect((await labelled({ '/faq': 'Kuckucksuhr' }).hits('Kuckucksuhr', 'de'))[0]?.href).toBe('/faq')
  const replaced = await labelled({ '/mitgliedschaft': 'Preise' }).hits('Gutschein', 'de')
  expect(replaced.map(({ href }) => href)).not.toContain('/mitgliedschaft')
  const builtIn = await labelled({}).hits('Gutschein', 'de')
  expect(builtIn.map(({ href }) => href)).toContain('/mitgliedschaft')
})

test.each(['de', 'en'] as const)(
  'each search that the dialog proposes in %s finds a page',
  async (locale) => {
    for (const words of tries[locale]) expect(await search.hits(words, locale), words).not.toEqual([])
  },
)
