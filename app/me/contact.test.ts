import { expect, test } from 'vitest'
import { contactOf, wrongFields } from './contact.ts'

const fine = {
  phone: '',
  address: 'Keupstraße 81',
  zip: '51063',
  city: 'Köln',
  countryCode: 'DE',
  language: 'de',
}

function formOf(change: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fine, ...change })) form.set(name, value)
  return form
}

test('an empty phone number is none', () => {
  expect(wrongFields(formOf({ phone: '  ' }))).toEqual({})
  expect(contactOf(formOf({ phone: '  ' }))).toEqual({ ...fine, phone: null })
})

test('each wrong field has one sentence, in the order of the form', () => {
  const wrong = wrongFields(formOf({ city: '', zip: '', phone: 'ruf an', address: '東京' }))
  expect(Object.entries(wrong)).toEqual([
    ['phone', 'me_contact_phone_form'],
    ['address', 'me_contact_wrong'],
    ['zip', 'me_contact_zip_missing'],
    ['city', 'me_contact_city_missing'],
  ])
  expect(wrongFields(formOf({ zip: '1010' }))).toEqual({ zip: 'me_contact_zip_form' })
})
