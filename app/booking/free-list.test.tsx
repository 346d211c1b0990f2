import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { FreeEquipment } from '../../contracts/live.ts'
import { LocaleContext } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { priceWith, type ShownPrice } from './booking-price.tsx'
import { FreeList } from './free-list.tsx'
import { discountsOf } from './use-access.ts'

const saw: FreeEquipment = {
  id: 3,
  name: 'Bandsäge',
  from: '2026-11-23T10:00',
  until: '2026-11-23T10:30',
  isFree: true,
  taken: null,
  codes: [],
  next: null,
  drawing: null,
  requiresTraining: true,
  training: null,
  pricePerBooking: '7.25',
  pricePerBookingSeconds: 3600,
}

function detailsFor(price: ShownPrice | null, isMember: boolean): string {
  const Screen = () => (
    <LocaleContext value="de">
      <FreeList equipment={[saw]} access={isMember ? () => [] : null} priceOf={() => price} />
    </LocaleContext>
  )
  const Stub = createRoutesStub([{ path: '/', Component: Screen }])
  const html = renderToStaticMarkup(<Stub />).replaceAll(/\s/g, ' ')
  // After the heading: the discount, or the first row without its link.
  return html.replace(/^.*?<\/h2><\/div>(<ul class="free-list"><li>)?/, '').replace(/<a .*$/, '')
}

test('a member reads their own price, with the discount named once above the list', () => {
  const percent = discountsOf({ access: [{ resource: 3, missing: [], bookingFeeDiscountPercent: '15' }] })(3)
  // 7.25 × 0.5 × 0.85 = 3.08125: rounded once, as in the quote. The rounded list price would give 3.09.
  expect(detailsFor(priceWith(percent, saw, 30), true)).toBe(
    '<p>15 % Rabatt mit deinem Paket</p><ul class="free-list"><li><div><h3>Bandsäge</h3><p></p></div><b>3,08 €</b>',
  )
})

test('a member without a discount reads the price alone, and none before it is known', () => {
  expect(detailsFor(priceWith(discountsOf({ access: [] })(3), saw, 60), true)).toBe(
    '<div><h3>Bandsäge</h3><p></p></div><b>7,25 €</b>',
  )
  expect(detailsFor(null, true)).toBe('<div><h3>Bandsäge</h3><p></p></div><b></b>')
})

test('a visitor reads the price list; a browser that was signed in hides it', () => {
  expect(detailsFor(priceWith('0', saw, 60), false)).toBe(
    '<div><h3>Bandsäge</h3><p class="for-visitors">Unterweisung nötig</p></div><b class="for-visitors">7,25 €</b>',
  )
})

test('a member without the training is led to what is needed first', () => {
  const step = { href: '/events/1-laser', label: 'Zuerst: Laser', next: '' }
  const way = { href: '/events/15-faserlaser', label: 'Faserlaser', next: '' }
  const listed = (training: FreeEquipment['training']) => {
    const Screen = () => (
      <LocaleContext value="de">
        <FreeList equipment={[{ ...saw, training }]} access={() => ['noPermission']} priceOf={() => null} />
      </LocaleContext>
    )
    const Stub = createRoutesStub([{ path: '/', Component: Screen }])
    return /href="([^"]*)"[^>]*>Unterweisung finden/.exec(renderToStaticMarkup(<Stub />))?.[1]
  }
  expect(listed({ steps: [way] })).toBe('/events/15-faserlaser')
  expect(listed({ steps: [step, way] })).toBe('/events/1-laser')
})
