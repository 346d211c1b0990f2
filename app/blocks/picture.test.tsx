import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picture, SiteAddress } from './picture.tsx'

const asset = '/content/f/1/0x0/0123456789/a.svg'

test.each([
  [asset, asset],
  [`https://halle.example${asset}`, asset],
  [`https://a.storyblok.com/f/1/x/a.svg`, 'https://a.storyblok.com/f/1/x/a.svg'],
  [`https://halle.example.evil.example${asset}`, null],
  [`https://evil.example${asset}`, null],
  ['https://a.storyblok.com.evil.example/a.svg', null],
  ['https://halle.example//evil.example/a.svg', null],
  ['//evil.example/a.svg', null],
  ['data:image/svg+xml,<svg/>', null],
  ['', null],
])('a picture at %j is fetched from %j', (source, expected) => {
  const html = renderToStaticMarkup(
    <SiteAddress value="https://halle.example">
      <Picture src={source} alt="" />
    </SiteAddress>,
  )
  expect(/ src="([^"]*)"/.exec(html)?.[1] ?? null).toBe(expected)
})
