import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import { CancelForm, cancellationOf, WithdrawForm, withdrawalOf } from './declaration-fields.ts'

const shared = { name: ' Ada Lovelace ', contract: 'B-2026-7K3M9Q', email: 'ada@example.org ' }
const fine = { ...shared, manner: 'ordinary', reason: '', ends: 'earliest', day: '' }

function parsed(schema: typeof CancelForm | typeof WithdrawForm, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return parseWithZod(form, { schema })
}
const errorsOf = (fields: Record<string, string>) => {
  const submission = parsed(CancelForm, fields)
  return submission.status === 'success' ? {} : submission.error
}

test.each([
  [{}, {}],
  [{ manner: 'cause' }, { reason: ['contract_error_reason_missing'] }],
  [{ ends: 'day' }, { day: ['contract_error_day'] }],
  [{ ends: 'day', day: '31.02.2026' }, { day: ['contract_error_day'] }],
  [{ ends: 'day', day: '31.12.2026' }, {}],
  [{ name: '' }, { name: ['contract_error_name_missing'] }],
  [{ name: 'x'.repeat(161) }, { name: ['contract_error_name_long'] }],
  [{ name: 'a\tb' }, { name: ['contract_error_line'] }],
  [{ contract: '' }, { contract: ['contract_error_contract_missing'] }],
  [{ contract: 'x'.repeat(201) }, { contract: ['contract_error_contract_long'] }],
  [{ email: 'ada' }, { email: ['contract_error_email'] }],
  [{ manner: 'angry' }, { manner: ['contract_error_manner'] }],
  [{ manner: 'cause', reason: 'x'.repeat(2001) }, { reason: ['contract_error_reason_long'] }],
])('the form with %j has the errors %j', (change, errors) =>
  expect(errorsOf({ ...fine, ...change })).toEqual(errors),
)

test('everything that is missing is said at once', () =>
  expect(Object.keys(errorsOf({ manner: 'cause', ends: 'day' }) ?? {}).toSorted()).toEqual([
    'contract',
    'day',
    'email',
    'name',
    'reason',
  ]))

test('a cancellation says no more than was asked for', () => {
  const of = (fields: Record<string, string>) => {
    const submission = parsed(CancelForm, fields)
    return submission.status === 'success' && cancellationOf(submission.value as never)
  }
  const said = { kind: 'cancel', name: 'Ada Lovelace', contract: 'B-2026-7K3M9Q', email: 'ada@example.org' }
  const typed = { ...fine, reason: 'Not needed', day: '2026-12-31' }
  expect(of(typed)).toEqual({ ...said, manner: 'ordinary', reason: null, endsOn: null })
  expect(of({ ...typed, manner: 'cause', ends: 'day', day: '1. 1.2027' })).toEqual({
    ...said,
    manner: 'cause',
    reason: 'Not needed',
    endsOn: '2027-01-01',
  })
})

test('a withdrawal has no reason', () => {
  const submission = parsed(WithdrawForm, { ...shared, reason: 'x' })
  expect(submission.status === 'success' && withdrawalOf(submission.value as never)).toEqual({
    kind: 'withdraw',
    name: 'Ada Lovelace',
    contract: 'B-2026-7K3M9Q',
    email: 'ada@example.org',
  })
})
