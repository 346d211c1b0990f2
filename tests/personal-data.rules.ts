/** What happens with the rows of a table that belong to a person. */
export type PersonalDataRule =
  | {
      /** The file of the download that has it, without `.json`; `not`: why it is in none. */
      exported: string | { not: string }
      /** `stays`: why. With `names` the rows still say who it was. */
      erased: 'deleted' | 'pseudonymised' | { stays: string; names?: true }
    }
  | { nobody: string }

const ids = 'ids and sums of the books; the member behind the id has no name any more'
const books = 'the law has the books kept: eight years from the end of the year, then a job deletes them'
const machines = 'read by processes only'

/**
 * A rule for every table that has a person in it. The test next to it demands one for each table with such a column, and
 * checks what the rules say with a member who has everything.
 */
export const personalData: Record<string, PersonalDataRule> = {
  account_link: { exported: 'links', erased: 'deleted' },
  account_mail: {
    exported: { not: 'a request of some seconds, until its mail is written' },
    erased: 'deleted',
  },
  bill: { exported: 'bills', erased: { stays: ids } },
  billing_settings: { nobody: 'the seller' },
  booking: { exported: 'bookings', erased: 'pseudonymised' },
  catalogue: { nobody: 'a number' },
  certificate: { exported: 'certificates', erased: 'deleted' },
  charge: { exported: 'charges', erased: { stays: ids } },
  checkout_object: {
    exported: { not: 'the payment provider that stands in for tests and demos, never in production' },
    erased: { stays: 'like a real provider it keeps what its own law asks for', names: true },
  },
  consent: {
    exported: 'consents',
    erased: { stays: 'proves what was agreed to; it points to an order without a buyer' },
  },
  course: { nobody: 'its trainer is named by the space' },
  course_attendance: {
    exported: 'courses',
    erased: { stays: 'ids of places, which name nobody any more, and the trainer as evidence' },
  },
  course_date: { nobody: 'dates' },
  course_need: { nobody: 'ids' },
  course_interest: { exported: 'courseInterests', erased: 'deleted' },
  course_place: { exported: 'courses', erased: 'pseudonymised' },
  course_place_link: { exported: { not: 'the hash of a secret that shows a place' }, erased: 'deleted' },
  course_requirement: { nobody: 'dates' },
  course_session: { nobody: 'dates' },
  course_training: { nobody: 'dates' },
  credit: { exported: 'credits', erased: { stays: ids } },
  credit_hold: { exported: { not: 'its sum is in the credit entry' }, erased: { stays: ids } },
  credit_use: { exported: 'creditUses', erased: { stays: ids } },
  customer_order: { exported: 'orders', erased: 'pseudonymised' },
  declaration: { exported: 'declarations', erased: 'deleted' },
  dunning: { exported: 'subscriptions', erased: { stays: ids } },
  equipment: { nobody: 'machines' },
  fabman_calendar: { exported: { not: 'a secret that reads a calendar' }, erased: 'deleted' },
  fabman_intent: { exported: { not: 'an attempt to book, until it is answered' }, erased: 'deleted' },
  fabman_turn: { exported: { not: machines }, erased: { stays: 'an id for two seconds' } },
  fabman_uncovered: { exported: { not: 'a booking that is being cancelled' }, erased: 'deleted' },
  fabman_write: { exported: { not: machines }, erased: { stays: 'ids of what a grant has created' } },
  grant_record: { exported: { not: machines }, erased: { stays: 'ids of what a grant has created' } },
  guest_sign_up: { exported: 'guestSignUps', erased: 'deleted' },
  holiday: { nobody: 'days' },
  idempotency_key: { exported: { not: 'answers of writes, repeated for a day' }, erased: 'deleted' },
  identity_account: { exported: 'account', erased: 'deleted' },
  identity_key: { nobody: 'keys of the provider' },
  identity_connect: { exported: { not: 'ten minutes of secrets' }, erased: 'deleted' },
  identity_connection: { exported: 'account', erased: 'deleted' },
  identity_ticket: { exported: { not: 'a hash that proves a link' }, erased: 'deleted' },
  instruction: { nobody: 'addresses of instructions' },
  instruction_attempt: {
    exported: 'instructionAttempts',
    erased: {
      stays:
        'passed ones are evidence of safety instruction, as long as the training that they gave; the others are deleted',
      names: true,
    },
  },
  instruction_link: { exported: { not: 'the hash of a secret that opens the questions' }, erased: 'deleted' },
  instruction_version: { nobody: 'texts and questions' },
  invitation: { exported: { not: 'the link of a mail, which is in the mails' }, erased: 'deleted' },
  invoice: { exported: 'invoices', erased: { stays: books, names: true } },
  invoice_document: { exported: 'invoices', erased: { stays: books, names: true } },
  invoice_line: { exported: 'invoices', erased: { stays: books } },
  invoice_payment: { exported: 'invoices', erased: { stays: books } },
  invoice_series: { nobody: 'numbers' },
  invoice_tax: { exported: 'invoices', erased: { stays: books } },
  legal_text: { exported: 'consents', erased: 'pseudonymised' },
  mail: { exported: 'mails', erased: 'deleted' },
  mail_attachment: { exported: 'mails', erased: 'deleted' },
  mail_refusal: { exported: 'mailChoices', erased: 'deleted' },
  member: { exported: 'profile', erased: 'pseudonymised' },
  member_deletion: { exported: 'deletions', erased: 'pseudonymised' },
  member_package: { exported: 'packages', erased: { stays: ids } },
  member_training: { exported: 'trainings', erased: 'deleted' },
  membership_turn: { exported: { not: 'a lock while an order is given' }, erased: 'deleted' },
  oidc_payload: { exported: { not: 'sessions and tokens: secrets' }, erased: 'deleted' },
  method_setup: { exported: 'methodChanges', erased: 'deleted' },
  opening_hours: { nobody: 'hours' },
  outbox: { exported: 'mails', erased: { stays: 'kind and times of deliveries' } },
  package: { nobody: 'the price list' },
  payment: { exported: 'orders', erased: 'pseudonymised' },
  payment_profile: { exported: 'paymentMethod', erased: 'deleted' },
  photo: { exported: 'photo-1.jpg', erased: 'deleted' },
  prepayment: { exported: 'prepayments', erased: { stays: ids } },
  provider_event: { nobody: 'ids of messages' },
  rate_limit: { nobody: 'hashes, for some hours' },
  place_consent: { exported: 'consents', erased: 'deleted' },
  place_reminder: {
    exported: { not: 'the day on which a mail was sent, which is in the mails' },
    erased: 'deleted',
  },
  refund: { exported: 'orders', erased: { stays: ids } },
  schema_migration: { nobody: 'names of files' },
  seat_holding: { exported: 'seats', erased: { stays: ids } },
  service_token: { nobody: 'tokens of parts' },
  setting: { nobody: 'the secret of the installation' },
  signup: { exported: 'signUps', erased: 'deleted' },
  signup_guardian: { exported: 'signUps', erased: 'deleted' },
  signup_image: { exported: 'photo-2.jpg', erased: 'deleted' },
  space: { nobody: 'spaces' },
  course_list_mail: { nobody: 'ids' },
  staff: { exported: 'staff', erased: 'deleted' },
  staff_course: { nobody: 'ids' },
  subscription: { exported: 'subscriptions', erased: 'pseudonymised' },
  subscription_period: { exported: 'subscriptions', erased: { stays: ids } },
  team: {
    exported: 'teams',
    erased: { stays: 'the name of a company; owners hand it over before they leave' },
  },
  team_seat: { nobody: 'numbers' },
  token_end: {
    exported: { not: machines },
    erased: { stays: 'keeps tokens that were issued from counting again' },
  },
  training_grant: {
    exported: 'givenTrainings',
    erased: {
      stays: 'evidence of safety instruction: three years from its end, then a job deletes it',
      names: true,
    },
  },
  training_reminder: { exported: 'givenTrainings', erased: { stays: 'ids' } },
  training_requirement: { nobody: 'ids' },
  training_rule: { nobody: 'lengths' },
  training: { nobody: 'the list of trainings' },
  unrecorded_payment: { exported: 'invoices', erased: { stays: ids } },
  usage_bill: { exported: 'usageBills', erased: { stays: ids } },
  waitlist: { exported: 'waitlist', erased: 'deleted' },
}

/**
 * A rule for every column of JSON in a table with a person: whatever is written into it later belongs to it. `erased`: it
 * says who somebody is until a deletion, and nobody after it.
 */
export const jsonColumns: Record<string, 'erased' | { names: string } | { nobody: string }> = {
  'billing_settings.settings': { nobody: 'the seller' },
  'checkout_object.body': { names: 'like a real provider it keeps what its own law asks for' },
  'course_place.checked': 'erased',
  'course_place.guardian': 'erased',
  'customer_order.buyer': 'erased',
  'customer_order.offer': { nobody: 'what was ordered' },
  'customer_order.return_paths': { nobody: 'paths of the site' },
  'customer_order.rights': { nobody: 'what the order gives' },
  'declaration.content': 'erased',
  'equipment.value': { nobody: 'machines' },
  'grant_record.result': { nobody: 'ids of what was given' },
  'identity_connect.parameters': { nobody: 'what an app asks another provider for, for ten minutes' },
  'instruction_attempt.again': { nobody: 'ids of questions' },
  'instruction_attempt.answers': { nobody: 'ids of answers' },
  'instruction_attempt.drawn': { nobody: 'ids of questions' },
  'instruction_version.content': { nobody: 'a text of the space' },
  'instruction_version.questions': { nobody: 'questions of the space' },
  'invoice.buyer': { names: books },
  'invoice.seller': { nobody: 'the seller' },
  'payment.profile': 'erased',
  'signup.steps': 'erased',
  'signup_guardian.offer': { nobody: 'what a guardian is asked about' },
  'subscription.buyer': 'erased',
}

/** Columns that say who somebody is, that hold what people type, or that point to a row which does. */
export const personalColumn =
  /^(subject|email|emails|owner_id|account_id|steps|payload|buyer|seller|settings|jpeg|pdf|xml|html|text|body|content|result|title|description|phone|company|trainer|user_metadata|profile|last4|url|last_error|agreed_by|updated_by|date_of_birth|customer_ref|key|state_of|address)$|name$|_address$|(member|order|invoice|credit|booking|mail|signup|payment|subscription|place)_id$/
