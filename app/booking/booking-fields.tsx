import { memo, type ReactNode } from 'react'
import type { WeekView } from '../../contracts/live.ts'
import { useTranslate } from '../i18n/messages.ts'
import type { BookableMachine } from './equipment-picker.tsx'
import { timesOfDay } from './times.ts'
import { timeFace, type WishErrors } from './booking-request.ts'

interface BookingFieldsProps {
  machines: BookableMachine[]
  machine: number
  /** A booking that moves stays at its machine. */
  isFixed: boolean
  day: string
  week: WeekView
  chosen: { from: string; until: string } | null
  errors: WishErrors
}

/** The native fields of a booking; what they begin with is chosen in the grid. */
export const BookingFields = memo(function BookingFields({
  machines,
  machine,
  isFixed,
  day,
  week,
  chosen,
  errors,
}: BookingFieldsProps) {
  const t = useTranslate()
  const { starts, ends } = timesOfDay(week)
  return (
    <>
      {isFixed ? (
        <input type="hidden" name="machine" value={machine} />
      ) : (
        <div className="field">
          <label htmlFor="booking-machine">{t('booking_form_machine')}</label>
          <select id="booking-machine" name="machine" defaultValue={machine}>
            {machines.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="field">
        <label htmlFor="booking-day">{t('booking_form_day')}</label>
        <input
          id="booking-day"
          name="day"
          type="date"
          required
          min={week.today}
          defaultValue={chosen?.from.slice(0, 10) ?? day}
          {...invalid('day', errors)}
        />
        <FieldError name="day" errors={errors} />
      </div>
      <div className="times">
        <TimeField
          name="from"
          label={t('booking_form_from')}
          times={starts}
          value={chosen?.from}
          errors={errors}
        />
        <TimeField
          name="until"
          label={t('booking_form_until')}
          times={ends}
          value={chosen?.until}
          errors={errors}
        />
      </div>
    </>
  )
})

interface TimeFieldProps {
  name: 'from' | 'until'
  label: ReactNode
  times: string[]
  value: string | undefined
  errors: WishErrors
}

function TimeField({ name, label, times, value, errors }: TimeFieldProps) {
  return (
    <div className="field">
      <label htmlFor={`booking-${name}`}>{label}</label>
      <select
        id={`booking-${name}`}
        name={name}
        defaultValue={value && timeFace(value, name)}
        {...invalid(name, errors)}
      >
        {/* A time that nobody chose must not be booked: the price would not have been seen. */}
        {!value && <option value="">–</option>}
        {times.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <FieldError name={name} errors={errors} />
    </div>
  )
}

function FieldError({ name, errors }: { name: keyof WishErrors; errors: WishErrors }) {
  const t = useTranslate()
  const message = errors[name]
  return (
    message && (
      <p id={`booking-${name}-error`} className="error">
        {t(message)}
      </p>
    )
  )
}

function invalid(name: keyof WishErrors, errors: WishErrors) {
  return errors[name] ? { 'aria-invalid': true, 'aria-describedby': `booking-${name}-error` } : {}
}
