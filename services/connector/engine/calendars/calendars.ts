import { createFeeds } from '../../calendar-feeds.ts'
import { readBookings } from '../bookings/list.store.ts'
import type { Engine } from '../parts.ts'
import * as store from './calendars.store.ts'

export function calendarCalls({ db, clock, siteUrl }: Pick<Engine, 'db' | 'clock' | 'siteUrl'>) {
  return createFeeds({
    clock,
    siteUrl,
    readToken: (kind, id) => store.readToken(db, kind, id),
    writeToken: (kind, id, token) => store.writeToken(db, kind, id, token),
    findByToken: (kind, id, token) => store.findByToken(db, kind, id, token),
    bookings: (filter) => readBookings(db, filter),
  })
}
