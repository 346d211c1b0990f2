import type { CourseDate } from '../../contracts/course.ts'
import { useTranslate } from '../i18n/messages.ts'

interface WaitingNoteProps {
  date: CourseDate
  party: number
  isPaid: boolean
}

/** Says that there are not so many seats, and what the waiting list means: before any price. */
export function WaitingNote({ date, party, isPaid }: WaitingNoteProps) {
  const t = useTranslate()
  const isFull = party === 1 || date.freeSeats === 0
  return (
    <p className="notice">
      {t(isFull ? 'place_full_one' : 'place_full_text')} {t(isPaid ? 'place_full_paid' : 'place_full_free')}
    </p>
  )
}
