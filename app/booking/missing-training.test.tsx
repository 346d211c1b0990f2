import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import type { FreeEquipment, TrainingWay, TrainingWays } from '../../contracts/live.ts'
import { LocaleContext } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { MissingLink } from './access-notice.tsx'
import { Refusal } from './booking-result.tsx'
import { FreeList } from './free-list.tsx'
import type { Missing } from './use-access.ts'

const way: TrainingWay = {
  href: '/events/7-cnc',
  label: 'CNC-Kurs',
  next: 'Nächster Termin: Di 01.12., 18:00 Uhr · noch 4 Plätze',
}
const first: TrainingWay = {
  href: '/events/8-laser',
  label: 'Zuerst: Laser',
  next: 'Nächster Termin: So 29.11.',
}
const training: TrainingWays = { steps: [way] }

function htmlOf(screen: ReactNode): string {
  const Screen = () => <LocaleContext value="de">{screen}</LocaleContext>
  const Stub = createRoutesStub([{ path: '/', Component: Screen }])
  return renderToStaticMarkup(<Stub />)
}

describe('the link beside what is missing', () => {
  test('leads to the course and says its next date', () => {
    const html = htmlOf(<MissingLink code="noPermission" training={training} />)
    expect(html).toMatch(
      /<a href="\/events\/7-cnc"[^>]*>CNC-Kurs<\/a> <span>Nächster Termin: Di 01\.12\., 18:00 Uhr/,
    )
  })

  test('leads to what is needed before at first, and to the course after it', () => {
    const html = htmlOf(
      <MissingLink code="noPermission" training={{ steps: [first, way] }} className="button" />,
    )
    expect(html).toMatch(
      /^<div><a class="button" href="\/events\/8-laser"[^>]*>Zuerst: Laser<\/a> <span>.+<\/div><div><a href="\/events\/7-cnc"/,
    )
  })

  test('opens a mail where no course has a date', () => {
    const mail = { href: 'mailto:hallo@halle9.example', label: 'hallo@halle9.example', next: 'Kein Termin.' }
    const html = htmlOf(<MissingLink code="noPermission" training={{ steps: [mail] }} />)
    expect(html).toBe(
      '<div><a href="mailto:hallo@halle9.example">hallo@halle9.example</a> <span>Kein Termin.</span></div>',
    )
  })

  test('leads to the packages for a missing package, and is none for other refusals', () => {
    expect(htmlOf(<MissingLink code="noPackage" training={training} />)).toContain('href="/me/packages"')
    expect(htmlOf(<MissingLink code="overlap" training={training} />)).toBe('')
    expect(htmlOf(<MissingLink code="noPermission" training={null} />)).toBe('')
  })

  test('stands in the refusal after the click, too', () => {
    const refusals = [
      { code: 'noPermission', message: 'Dir fehlt die Unterweisung.', limit: null, nextPossible: null },
    ]
    const error = new StoreError(422, { refusals } as never)
    const html = htmlOf(<Refusal error={error} returnTo="/booking" training={training} />)
    expect(html).toMatch(/Dir fehlt die Unterweisung\.<\/span> <div><a href="\/events\/7-cnc"/)
  })
})

describe('the list of what is free', () => {
  const item: FreeEquipment = {
    id: 3,
    name: 'CNC-Portalfräse',
    from: '2026-11-23T10:00',
    until: '2026-11-23T12:00',
    isFree: true,
    taken: null,
    codes: [],
    next: null,
    drawing: null,
    requiresTraining: true,
    training,
    pricePerBooking: '12.00',
    pricePerBookingSeconds: 3600,
  }
  const listed = (missing: Missing) =>
    htmlOf(<FreeList equipment={[item]} access={() => missing} priceOf={() => null} />)

  test('leads straight to the course when only the training is missing, with its next date', () => {
    const html = listed(['noPermission'])
    expect(html).toMatch(/href="\/events\/7-cnc"[^>]*>Unterweisung finden<span[^>]*>: CNC-Portalfräse/)
    expect(html).toContain(way.next)
  })

  test('leads a member who has what is needed before straight on', () => {
    const ready = { ...way, next: 'Nächster Termin: Mo 30.11.', unlocked: [1] }
    const needing = { ...item, training: { steps: [first, way], ready } } satisfies FreeEquipment
    const lacking = (ids: number[]) =>
      htmlOf(
        <FreeList
          equipment={[needing]}
          access={({ id }) => (ids.includes(id) ? ['noPermission'] : [])}
          priceOf={() => null}
        />,
      )
    expect(lacking([1, 3])).toContain('Zuerst: Laser\nNächster Termin: So 29.11.')
    expect(lacking([1, 3])).not.toContain(way.next)
    expect(lacking([3])).toContain(ready.next)
  })

  test('leads to the page of the equipment when a package is missing, too', () => {
    const html = listed(['noPackage', 'noPermission'])
    expect(html).toMatch(/href="\/booking\?machine=3[^>]*>Was fehlt\?/)
    expect(html).not.toContain('/events/7-cnc')
  })
})
