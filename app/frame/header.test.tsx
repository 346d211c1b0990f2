import { expect, test } from 'vitest'
import { askPage } from '../errors/page-request.fixture.tsx'
import { Header } from './header.tsx'

const space = { name: 'Halle 9', email: null, phone: null, hours: [], openingHours: [], zone: 'UTC' }

async function headerAt(path: string, alternates?: object): Promise<string> {
  const module = {
    default: () => <Header space={space} pages={[]} />,
    loader: () => ({ ...(alternates && { alternates }) }),
  }
  const { text } = await askPage(path, path.replace(/\?.*/, ''), module, {})
  return text
}

/** The addresses of the link and of the button in the form, which browsers draw without JavaScript only. */
function addresses(html: string) {
  const [, form = ''] =
    /<noscript><form action="\/language" method="post">(.*?)<\/form><\/noscript>/.exec(html) ?? []
  return {
    link: /<a href="([^"]*)" hrefLang="en"/i.exec(html)?.[1],
    button: /<button type="submit" value="([^"]*)" name="to">/.exec(form)?.[1],
  }
}

test('S8: the language switch is a link, and a form with the same address without JavaScript', async () => {
  expect(addresses(await headerAt('/booking?machine=4'))).toEqual({
    link: '/en/booking?machine=4',
    button: '/en/booking?machine=4',
  })
  const alternates = { de: '/maschinen/laser', en: '/en/equipment/laser-cutter' }
  expect(addresses(await headerAt('/maschinen/laser', alternates))).toEqual({
    link: '/en/equipment/laser-cutter',
    button: '/en/equipment/laser-cutter',
  })
})
