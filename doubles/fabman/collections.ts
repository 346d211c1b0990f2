import type { Row, Table } from './account.ts'

/** One kind of object under one path. `:parent` in the path is the id of the object that owns it. */
export interface Collection {
  path: string
  table: Table
  /** Field that holds the parent's id. */
  parent?: string
  /** Table of the parent. */
  parentTable?: Table
  /** Filters by query parameter. */
  filters?: Record<string, (row: Row, value: string) => boolean>
  /** Fields that POST requires; without this list there is no POST. */
  required?: string[]
  optional?: string[]
  /** Values that POST takes, by field: ids of a table, or some texts. */
  values?: Record<string, Table | readonly string[]>
  /** First part of event names: `member` for `member_created`. */
  event?: string
}

const is = (field: string) => (row: Row, value: string) => String(row[field]) === value
const contains =
  (...fields: string[]) =>
  (row: Row, value: string) =>
    fields.some((field) =>
      String(row[field] ?? '')
        .toLowerCase()
        .includes(value.toLowerCase()),
    )
/** An empty value or `all` matches everything. */
const state = (row: Row, value: string) => value === '' || value === 'all' || row['state'] === value

export const collections: Collection[] = [
  { path: '/spaces', table: 'spaces', filters: { status: state } },
  {
    path: '/spaces/:parent/holidays',
    table: 'holidays',
    parent: 'space',
    parentTable: 'spaces',
    required: ['title', 'fromDateTime', 'untilDateTime'],
    optional: ['affects'],
  },
  { path: '/resource-types', table: 'resourceTypes' },
  {
    path: '/resources',
    table: 'resources',
    filters: { space: is('space'), type: is('type'), q: contains('name'), status: state },
    event: 'resource',
  },
  {
    path: '/members',
    table: 'members',
    filters: {
      q: contains('firstName', 'lastName', 'emailAddress', 'memberNumber'),
      space: is('space'),
      status: state,
    },
    values: { space: 'spaces' },
    required: ['firstName', 'lastName'],
    optional: [
      'account',
      'notes',
      'emailAddress',
      'memberNumber',
      'space',
      'phone',
      'company',
      'address',
      'zip',
      'city',
      'countryCode',
      'dateOfBirth',
      'language',
      'metadata',
      'requireUpfrontPayment',
      'upfrontMinimumBalance',
    ],
    event: 'member',
  },
  {
    path: '/members/:parent/trainings',
    table: 'memberTrainings',
    parent: 'member',
    parentTable: 'members',
    required: ['trainingCourse', 'date'],
    optional: ['fromDate', 'untilDate', 'notes'],
    values: { trainingCourse: 'trainingCourses' },
    event: 'memberTraining',
  },
  {
    path: '/members/:parent/packages',
    table: 'memberPackages',
    parent: 'member',
    parentTable: 'members',
    required: ['package', 'fromDate'],
    optional: ['untilDate', 'notes', 'customFees', 'setupFee', 'recurringFee'],
    values: { package: 'packages' },
    event: 'memberPackage',
  },
  {
    path: '/members/:parent/credits',
    table: 'credits',
    parent: 'member',
    parentTable: 'members',
    required: ['amount', 'scope'],
    optional: ['fromDate', 'untilDate'],
    values: { scope: ['booking', 'usage'] },
    event: 'memberCredit',
  },
  { path: '/packages', table: 'packages', filters: { status: state } },
  {
    path: '/packages/:parent/credits',
    table: 'packageCredits',
    parent: 'package',
    parentTable: 'packages',
  },
  {
    path: '/packages/:parent/permissions',
    table: 'packagePermissions',
    parent: 'package',
    parentTable: 'packages',
  },
  { path: '/training-courses', table: 'trainingCourses', filters: { q: contains('title') } },
  { path: '/charges', table: 'charges', filters: { member: is('member') } },
  {
    path: '/payments',
    table: 'payments',
    filters: { member: is('member') },
    required: ['member', 'date', 'total'],
    optional: ['notes'],
  },
  { path: '/invoices', table: 'invoices', filters: { member: is('member') } },
  {
    path: '/webhooks',
    table: 'webhooks',
    required: ['url', 'categories'],
    optional: ['account', 'label', 'notes', 'state'],
  },
]

/** Filters of GET /bookings; times select overlapping bookings. */
export const bookingFilters: NonNullable<Collection['filters']> = {
  member: is('member'),
  resource: is('resource'),
  state: (row, value) => value === '' || row['state'] === value,
  fromDateTime: (row, value) => String(row['untilDateTime']) > value,
  untilDateTime: (row, value) => String(row['fromDateTime']) < value,
}
