import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { errorMessage, StoreError } from '../../clients/store-error.ts'
import type { Course, CourseDate } from '../../contracts/course.ts'
import type { PlaceQuote } from '../../contracts/course-place.ts'
import { toDecimal, toCents } from '../../rules/money.ts'
import { Field } from '../forms/field.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { Link } from '../frame/link.tsx'
import { money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import { leaveTo } from '../live/leave-to.ts'
import * as paths from '../paths.ts'
import { type PlaceFieldName, signUpFaults, signUpOf } from './sign-up-fields.ts'
import { SignUpSummary } from './sign-up-summary.tsx'
import { WaitingNote } from './waiting-note.tsx'
import { usePlaceClient } from './use-places.ts'

/** More people come by more than one sign-up. */
const mostSeats = 9

interface SignUpFormProps {
  course: Course
  date: CourseDate
  quote: PlaceQuote
  /** Last day on which cancelling costs nothing; null = it is over. */
  freeUntil: string | null
}

/** Asks for the people who come, and shows the price above the one button. */
export function SignUpForm({ course, date, quote, freeUntil }: SignUpFormProps) {
  const t = useTranslate()
  const locale = useLocale()
  const [party, setParty] = useState(1)
  const [bornOn, setBornOn] = useState('')
  const [errors, setErrors] = useState<Partial<Record<PlaceFieldName, MessageKey>>>({})
  const cents = toCents(quote.ownPrice) + toCents(quote.otherPrice) * (party - 1)
  const { send, isBusy, error } = useSignUp()
  const isMinor = quote.isMinor ?? isUnder18(bornOn, date)
  const isFull = date.freeSeats < party
  const faultsIn = (form: FormData) => signUpFaults(form, { ...quote, isMinor, minAge: course.minAge })
  // What was found is judged again with each change; what is still empty is not blamed before the next try.
  const onChange = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const found = Object.entries(faultsIn(new FormData(currentTarget))).filter(([name]) => name in errors)
    setErrors(Object.fromEntries(found))
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const faults = faultsIn(form)
    setErrors(faults)
    const [first] = Object.keys(faults)
    if (first) document.querySelector<HTMLElement>(`#place-${first}`)?.focus()
    else if (!isBusy) send(signUpOf(form, { dateId: date.id, priceSeen: toDecimal(cents) }))
  }
  const errorOf = (name: PlaceFieldName) => errors[name] && t(errors[name], { age: course.minAge ?? 0 })
  const field = (name: PlaceFieldName, label: string, complete = 'off', type = 'text') => (
    <Field key={name} form="place" name={name} label={label} error={errorOf(name)}>
      {(control) => (
        <input
          {...control}
          type={type}
          autoComplete={complete}
          maxLength={80}
          {...(type === 'number' && { min: 0, max: 120 })}
          {...(name === 'bornOn' && { onChange: (event) => setBornOn(event.target.value) })}
        />
      )}
    </Field>
  )
  const box = (name: PlaceFieldName, label: ReactNode) => (
    <div className="check">
      <label>
        <input
          id={`place-${name}`}
          type="checkbox"
          name={name}
          aria-invalid={errors[name] ? true : undefined}
          aria-describedby={errors[name] && `place-${name}-error`}
        />
        <span>{label}</span>
      </label>
      {errors[name] && (
        <p id={`place-${name}-error`} className="error">
          {errorOf(name)}
        </p>
      )}
    </div>
  )
  return (
    <form noValidate onSubmit={onSubmit} onChange={onChange} className="place-form">
      {date.freeSeats === 0 && <WaitingNote date={date} party={1} isPaid={cents > 0} />}
      {!quote.isNameKnown && (
        <>
          {field('firstName', t('onboarding_contact_first_name'), 'given-name')}
          {field('lastName', t('onboarding_contact_last_name'), 'family-name')}
        </>
      )}
      {!quote.isBirthKnown && field('bornOn', t('onboarding_contact_birth'), 'bday', 'date')}
      <Field form="place" name="party" label={t('place_seats')} help={t('place_seats_help')}>
        {(control) => (
          <select {...control} value={party} onChange={(event) => setParty(Number(event.target.value))}>
            {Array.from({ length: Math.min(mostSeats, date.seats) }, (_, index) => (
              <option key={index} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </select>
        )}
      </Field>
      {Array.from({ length: party - 1 }, (_, index) => {
        const number = index + 1
        return [
          field(`companion${number}`, t('place_companion', { number })),
          course.hasAgeRule &&
            field(`companionAge${number}`, t('place_companion_age', { number }), 'off', 'number'),
        ]
      })}
      {isMinor === true && (
        <fieldset>
          <legend>{t('place_guardian')}</legend>
          {field('guardianName', t('place_guardian_name'))}
          {field('guardianPhone', t('place_guardian_phone'), 'off', 'tel')}
          {box('guardianAgrees', t('place_guardian_agrees'))}
        </fieldset>
      )}
      {box(
        'accepted',
        <>
          {t('order_terms')} <Link to={paths.terms(locale)}>{t('order_terms_link')}</Link>
        </>,
      )}
      {isFull && date.freeSeats > 0 && <WaitingNote date={date} party={party} isPaid={cents > 0} />}
      <SignUpSummary {...{ course, date, party, cents, freeUntil, isFull }} taxPercent={quote.taxPercent} />
      <div role="alert">{error && <WriteFailed title={t('place_failed')} text={errorMessage(error)} />}</div>
      <SubmitButton isBusy={isBusy}>
        {t(isFull ? 'place_join_list' : cents > 0 ? 'place_order' : 'place_book', {
          price: money(toDecimal(cents), locale),
        })}
      </SubmitButton>
    </form>
  )
}

/** Whether somebody is under 18 on the first day; null = nothing is typed yet. */
function isUnder18(bornOn: string, { fromDateTime }: CourseDate): boolean | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(bornOn)) return null
  const adultOn = `${Number(bornOn.slice(0, 4)) + 18}${bornOn.slice(4)}`
  return fromDateTime.slice(0, 10) < adultOn
}

type SignUp = ReturnType<typeof signUpOf>

/** Signs up once: a retry after a lost answer sends the same key. */
function useSignUp() {
  const client = usePlaceClient()
  const cache = useQueryClient()
  const key = useRef<string | null>(null)
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: async (asked: SignUp) => {
      key.current ??= crypto.randomUUID()
      return (await client()).signUpForCourse(asked, key.current)
    },
    onSuccess: ({ payUrl }) => {
      if (payUrl) leaveTo(payUrl)
    },
    onError: (failure) => {
      if (failure instanceof StoreError && failure.status < 500) key.current = null
    },
    // The page shows the place, or the price that has changed.
    onSettled: () => cache.invalidateQueries({ queryKey: ['coursePlaces'] }),
  })
  return { send: mutate, isBusy: isPending, error }
}
