/** What the site's own data routes answer (`/data/*`): filtered by audience, never a name or a secret of others. */

/** GET /data/equipment: one machine right now; texts are ready to show in the language that was asked for. */
export interface LiveEquipment {
  id: number
  name: string
  state: 'free' | 'inUse' | 'booked' | 'outOfOrder' | 'offline'
  /** "Gerade frei", "Belegt bis 18:00 Uhr" … */
  status: string
  /** "Heute ab 18:00 Uhr". */
  nextFree: string
  /** "7,50 € je Stunde". */
  price: string
  training: string
  /** What its button does: book, or look at the week of a machine that can't be booked. */
  action: string
}

/** GET /data/courses: one date of a course right now. */
export interface LiveDate {
  id: number
  freeSeats: number
  /** "noch 3 Plätze", "ausgebucht". */
  seats: string
  state: 'free' | 'few' | 'full'
}

/** A start that can be chosen or a reason why not; `codes` are those of the booking rules. */
export interface WeekSlot {
  /** Wall-clock time of the space. */
  from: string
  until: string
  state: 'free' | 'taken' | 'own' | 'refused'
  codes: string[]
  /** Taken, and one may wait for it. */
  waits?: boolean
  /** Its end has passed. */
  over?: boolean
  /** Of a repeated autumn hour the second run: shown, but no booking begins or ends there. */
  repeated: boolean
}

export interface WeekDay {
  day: string
  /** Rows from the earliest opening to the latest closing of the week; empty on a day that is closed. */
  slots: WeekSlot[]
}

/**
 * GET /data/week?resource=&day=&moves=: one machine's week, Monday to Sunday, judged by the booking rules; for an own
 * booking that moves, without it.
 */
export interface WeekView {
  resource: number
  /** Id of the own booking that it is judged without. */
  moves: number | null
  zone: string
  slotMinutes: number
  /** Today in the space. */
  today: string
  days: WeekDay[]
  /** Monday of the week before and after; null where nothing can be booked any more. */
  previous: string | null
  next: string | null
}

/** GET /data/bookings: one own booking. */
export interface OwnBooking {
  id: number
  resource: { id: number; name: string }
  fromDateTime: string
  untilDateTime: string
  state: string
  /** Its end has passed in the space. */
  past: boolean
  /** It can still be cancelled. */
  canBeCancelled: boolean
  /** It can still be moved, extended or shortened; the rules decide about where to. */
  canBeMoved: boolean
  /** Of the booking as it is shown: a change of one that is another by then is refused. */
  lockVersion: number
  /** What it costs (EUR, decimal strings); null for one that is over, and where the workshop system does not tell. */
  cost: {
    price: string
    /** Wall-clock time until when cancelling costs nothing; null = until it ends. */
    freeUntil: string | null
    /** What would stay due if it were cancelled now. */
    onCancelling: string
  } | null
}

/** GET /data/waitlist: one place in line for a taken time, or the offer that it became. */
export interface OwnPlace {
  id: number
  resource: { id: number; name: string }
  fromDateTime: string
  untilDateTime: string
  state: 'waiting' | 'offered'
  /** The pending booking that an offer is. */
  booking: number | null
  /** Wall-clock time of the space until when an offer stands. */
  offeredUntil: string | null
}

/** GET /data/free?from=&minutes=: one machine at the asked time. */
export interface FreeMachine {
  id: number
  name: string
  /** The asked time on the wall clock of the space. */
  from: string
  until: string
  isFree: boolean
  /** Who has it at that time, where anybody has. */
  taken: 'own' | 'others' | null
  /** Why not, by the codes of the booking rules. */
  codes: string[]
  /** The next start at which so long a booking is possible; null when none is known. */
  next: string | null
  requiresTraining: boolean
  /** Of the asked time, without anybody's discount; decimal string. */
  price: string
}
