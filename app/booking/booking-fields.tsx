import { memo } from 'react'
import type { WeekView } from '../../contracts/live.ts'
import { type ControlProps, Field } from '../forms/field.tsx'
import { useTranslate } from '../i18n/messages.ts'
import { timeFace, timesOfDay, type WishErrors } from './booking-request.ts'

interface BookingFieldsProps {
  equipmentId: number
  day: string
  week: WeekView
  chosen: { from: string; until: string } | null
  errors: WishErrors
}

/** The native fields of a booking; the grid sets their first values. */
export const BookingFields = memo(function BookingFields({
  equipmentId,
  day,
  week,
  chosen,
  errors,
}: BookingFieldsProps) {
  const t = useTranslate()
  const { starts, ends } = timesOfDay(week)
  const errorOf = (name: keyof WishErrors) => errors[name] && t(errors[name])
  return (
    <>
      <input type="hidden" name="machine" value={equipmentId} />
      <Field form="booking" name="day" label={t('booking_form_day')} error={errorOf('day')}>
        {(control) => (
          <input
            {...control}
            type="date"
            required
            min={week.today}
            defaultValue={chosen?.from.slice(0, 10) ?? day}
          />
        )}
      </Field>
      <div className="times">
        <Field form="booking" name="from" label={t('booking_form_from')} error={errorOf('from')}>
          {(control) => (
            <TimeSelect {...control} times={starts} chosen={chosen && timeFace(chosen.from, 'from')} />
          )}
        </Field>
        <Field form="booking" name="until" label={t('booking_form_until')} error={errorOf('until')}>
          {(control) => (
            <TimeSelect {...control} times={ends} chosen={chosen && timeFace(chosen.until, 'until')} />
          )}
        </Field>
      </div>
    </>
  )
})

/** @param chosen HH:mm; null selects nothing, because the price of a preselected time would not have been seen */
function TimeSelect({
  times,
  chosen,
  ...control
}: ControlProps & { times: string[]; chosen: string | null }) {
  return (
    <select {...control} defaultValue={chosen ?? undefined}>
      {!chosen && <option value="">–</option>}
      {times.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  )
}
