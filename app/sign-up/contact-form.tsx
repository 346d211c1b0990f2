import type { SubmissionResult } from '@conform-to/react'
import { type ChangeEvent, useState } from 'react'
import type { Contact } from '../../contracts/sign-up.ts'
import { type ContactCase, isMinor, minimumAge } from '../../rules/contact.ts'
import { Field } from '../forms/field.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { contactForm, contactOf } from './contact-fields.ts'
import { CheckField, FormErrors, NextButton, TextField } from './form-parts.tsx'

interface ContactFormProps {
  saved: Contact | null
  given: ContactCase
  countries: { code: string; name: string }[]
  /** The condition of the package in words. */
  requirement: string | null
  answered: SubmissionResult | undefined
}

const id = 'contact'

/** Asks who becomes a member, and where the invoice goes. */
export function ContactForm({ saved, given, countries, requirement, answered }: ContactFormProps) {
  const t = useTranslate()
  const form = useActionForm(id, contactForm(given), answered)
  const { fields } = form
  const isTeam = given.flow === 'team'
  /** Attributes of a field: what was typed last, else what is stored. */
  const text = (name: keyof Contact) => ({
    form: id,
    name,
    error: form.errors[name] && t(form.errors[name]),
    defaultValue: fields[name].initialValue ?? saved?.[name] ?? '',
    enterKeyHint: 'next' as const,
  })
  // A box that is not ticked sends nothing: once the form was sent, that counts.
  const wasSent = answered !== undefined || saved?.ownerSeat !== undefined
  const ownerSeat = wasSent ? text('ownerSeat').defaultValue : 'on'
  return (
    <form.Form {...form.props}>
      <FormErrors id={id} form={form} />
      {isTeam && (
        <fieldset>
          <legend>{t('team_contact_company')}</legend>
          <CompanyTexts text={text} label="team_contact_name" />
        </fieldset>
      )}
      <fieldset>
        <legend>{t(isTeam ? 'team_contact_person' : 'onboarding_contact_person')}</legend>
        <TextField
          {...text('firstName')}
          label={t('onboarding_contact_first_name')}
          autoComplete="given-name"
        />
        <TextField
          {...text('lastName')}
          label={t('onboarding_contact_last_name')}
          autoComplete="family-name"
        />
        {!isTeam && <BirthFields text={text} today={given.today} />}
      </fieldset>
      <fieldset>
        <legend>{t(isTeam ? 'team_contact_address' : 'onboarding_contact_address')}</legend>
        <TextField {...text('street')} label={t('onboarding_contact_street')} autoComplete="address-line1" />
        <div className="zip-and-city">
          <TextField {...text('zip')} label={t('onboarding_contact_zip')} autoComplete="postal-code" />
          <TextField {...text('city')} label={t('onboarding_contact_city')} autoComplete="address-level2" />
        </div>
        <Field form={id} name="country" label={t('onboarding_contact_country')} error={text('country').error}>
          {(control) => (
            <select
              {...control}
              autoComplete="country"
              defaultValue={text('country').defaultValue || given.country}
            >
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          {...text('phone')}
          label={t('onboarding_contact_phone')}
          help={t('onboarding_contact_phone_help')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
      </fieldset>
      {isTeam ? (
        <fieldset>
          <legend>{t('team_contact_seat')}</legend>
          <CheckField
            form={id}
            name="ownerSeat"
            label={t('team_contact_owner_seat')}
            isChecked={ownerSeat === 'on'}
          />
        </fieldset>
      ) : (
        <CompanyFields text={text} isCompany={text('buysFor').defaultValue === 'company'} />
      )}
      {requirement !== null && (
        <fieldset>
          <legend>{t('onboarding_contact_requirement')}</legend>
          <p>{requirement}</p>
          <CheckField
            form={id}
            name="requirement"
            label={t('onboarding_contact_requirement_met')}
            error={text('requirement').error}
            isChecked={text('requirement').defaultValue === 'on'}
          />
        </fieldset>
      )}
      <NextButton isBusy={form.isBusy}>
        {t(isTeam ? 'onboarding_next_payment' : 'onboarding_next_image')}
      </NextButton>
    </form.Form>
  )
}

type Text = (name: keyof Contact) => {
  form: string
  name: string
  error: string | undefined
  defaultValue: string
  enterKeyHint: 'next'
}

/** The day of birth as three numbers, and a guardian for people under 18. */
function BirthFields({ text, today }: { text: Text; today: string }) {
  const t = useTranslate()
  const birth = ['birthDay', 'birthMonth', 'birthYear'] as const
  const first = Object.fromEntries(birth.map((name) => [name, text(name).defaultValue]))
  const [typed, setTyped] = useState(first)
  const error = text('birthDay').error
  const onChange = ({ target: { name, value } }: ChangeEvent<HTMLInputElement>) =>
    setTyped((before) => ({ ...before, [name]: value }))
  const guardianErrors = text('guardianName').error ?? text('guardianEmail').error
  const labels = {
    birthDay: t('onboarding_contact_birth_day'),
    birthMonth: t('onboarding_contact_birth_month'),
    birthYear: t('onboarding_contact_birth_year'),
  }
  const complete = { birthDay: 'bday-day', birthMonth: 'bday-month', birthYear: 'bday-year' }
  return (
    <>
      <fieldset
        className="birth"
        aria-describedby={error ? 'contact-birth-help contact-birthDay-error' : 'contact-birth-help'}
      >
        <legend>{t('onboarding_contact_birth')}</legend>
        <div>
          {birth.map((name) => (
            <div className="field" key={name}>
              <label htmlFor={`contact-${name}`}>{labels[name]}</label>
              <input
                id={`contact-${name}`}
                type="text"
                name={name}
                inputMode="numeric"
                autoComplete={complete[name]}
                enterKeyHint="next"
                maxLength={name === 'birthYear' ? 4 : 2}
                defaultValue={text(name).defaultValue}
                aria-invalid={error ? true : undefined}
                onChange={onChange}
              />
            </div>
          ))}
        </div>
        <p id="contact-birth-help" className="hint">
          {t('onboarding_contact_birth_help', { age: minimumAge })}
        </p>
        {error && (
          <p id="contact-birthDay-error" className="error">
            {error}
          </p>
        )}
      </fieldset>
      <details className="guardian" open={isMinor(contactOf(typed), today) || guardianErrors !== undefined}>
        <summary>{t('onboarding_contact_minor')}</summary>
        <p>{t('onboarding_contact_minor_text')}</p>
        <TextField
          {...text('guardianName')}
          label={t('onboarding_contact_guardian_name')}
          autoComplete="off"
        />
        <TextField
          {...text('guardianEmail')}
          label={t('onboarding_contact_guardian_email')}
          type="email"
          inputMode="email"
          autoComplete="off"
        />
      </details>
    </>
  )
}

/** For oneself or for a company; the fields of a company are shown with it. */
function CompanyFields({ text, isCompany }: { text: Text; isCompany: boolean }) {
  const t = useTranslate()
  return (
    <fieldset className="company">
      <legend>{t('onboarding_contact_invoice')}</legend>
      <div className="segments">
        <label>
          <input type="radio" name="buysFor" value="self" defaultChecked={!isCompany} />
          <span>{t('onboarding_contact_self')}</span>
        </label>
        <label>
          <input type="radio" name="buysFor" value="company" defaultChecked={isCompany} />
          <span>{t('onboarding_contact_company')}</span>
        </label>
      </div>
      <div className="only-company">
        <CompanyTexts text={text} label="onboarding_contact_company_name" />
      </div>
    </fieldset>
  )
}

/** The company, its tax number, and how its invoices reach it. */
function CompanyTexts({ text, label }: { text: Text; label: MessageKey }) {
  const t = useTranslate()
  return (
    <>
      <TextField {...text('company')} label={t(label)} autoComplete="organization" />
      <TextField
        {...text('vatId')}
        label={t('onboarding_contact_vat_id')}
        help={t('onboarding_contact_vat_id_help')}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...text('reference')}
        label={t('onboarding_contact_reference')}
        help={t('onboarding_contact_reference_help')}
        autoComplete="off"
      />
      <TextField
        {...text('invoiceEmail')}
        label={t('onboarding_contact_invoice_email')}
        help={t('onboarding_contact_invoice_email_help')}
        type="email"
        inputMode="email"
        autoComplete="off"
      />
    </>
  )
}
