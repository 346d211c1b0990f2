import type { WeekView } from '../../contracts/live.ts'
import { type ControlProps, Field } from '../forms/field.tsx'
import { useTranslate } from '../i18n/messages.ts'
import { readWish, timeFace, timesOfDay, type Wish, type WishErrors } from './booking-request.ts'

interface BookingFieldsProps {
  equipmentId: number
  day: string
  week: WeekView
  /** What they show: also an edit that is no whole time. */
  wish: Wish | null
  errors: WishErrors
  onEdit: (wish: Wish) => void
}

/** The native fields of a booking; they and the grid show one time. */
export function BookingFields(props: BookingFieldsProps) {
  const { equipmentId, day, week, wish, errors, onEdit } = props
  const t = useTranslate()
  const { starts, ends } = timesOfDay(week)
  const errorOf = (name: keyof WishErrors) => errors[name] && t(errors[name])
  const onChange = ({ currentTarget: { form } }: { currentTarget: { form: HTMLFormElement | null } }) =>
    form && onEdit(readWish(new FormData(form)))
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
            value={wish ? wish.fromDateTime.split('T')[0] : day}
            onChange={onChange}
          />
        )}
      </Field>
      <div className="times">
        <Field form="booking" name="from" label={t('booking_form_from')} error={errorOf('from')}>
          {(control) => (
            <TimeSelect
              {...control}
              times={starts}
              chosen={wish && timeFace(wish.fromDateTime, 'from')}
              onChange={onChange}
            />
          )}
        </Field>
        <Field form="booking" name="until" label={t('booking_form_until')} error={errorOf('until')}>
          {(control) => (
            <TimeSelect
              {...control}
              times={ends}
              chosen={wish && timeFace(wish.untilDateTime, 'until')}
              onChange={onChange}
            />
          )}
        </Field>
      </div>
    </>
  )
}

interface TimeSelectProps extends ControlProps {
  times: string[]
  /** HH:mm; null or '' selects nothing, because the price of a preselected time would not have been seen. */
  chosen: string | null
  onChange: (event: { currentTarget: HTMLSelectElement }) => void
}

function TimeSelect({ times, chosen, ...control }: TimeSelectProps) {
  return (
    <select {...control} value={chosen ?? ''}>
      {!times.includes(chosen ?? '') && <option value={chosen ?? ''}>{chosen || '–'}</option>}
      {times.map((each) => (
        <option key={each} value={each}>
          {each.replace(/^0/, '')}
        </option>
      ))}
    </select>
  )
}
