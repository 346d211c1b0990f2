/**
 * The shapes of Fabman's answers: keys and types as recorded in the tests of public clients and as documented, with
 * invented values. null = only null was recorded, or the type differs. https://github.com/utexas-engr-tiw/fabman-api,
 * https://github.com/FabmanHQ/fabman-api
 */

const at = '2026-05-04T06:07:08.009Z'
const stamp = { createdAt: at, lockVersion: 3, updatedAt: at, updatedBy: null }

export const holiday = {
  ...stamp,
  affects: 'all',
  fromDateTime: '2026-12-24T00:00',
  id: 31,
  title: 'Betriebsferien',
  untilDateTime: '2026-12-31T23:59',
}

export const openingHour = { dayOfWeek: 2, fromTime: '08:30', untilTime: '21:30' }

export const space = {
  ...stamp,
  account: 4,
  bookingExclusiveMinutes: null,
  bookingLockInHours: null,
  bookingMaxMinutesPerMemberDay: null,
  bookingMaxMinutesPerMemberWeek: null,
  bookingOpeningHours: 'during',
  bookingRefundable: true,
  bookingSlotsPerHour: 2,
  bookingTermsOfService: null,
  bookingWindowMaxDays: 14,
  bookingWindowMinHours: null,
  calendarToken: null,
  calendarUrl: null,
  emailAddress: null,
  id: 11,
  infoText: '',
  locale: 'de',
  name: 'Werkhalle',
  phone: null,
  shortName: null,
  state: 'active',
  timezone: 'Europe/Berlin',
  website: null,
}

export const bridge = {
  createdAt: at,
  hasAPIKey: true,
  hasPowerMonitor: true,
  heartbeatInterval: 60,
  inUse: true,
  offline: false,
  serialNumber: 'W-0815',
  showsVoltAmpere: false,
  updatedAt: at,
}

export const resource = {
  ...stamp,
  account: 4,
  auxEquipment: null,
  bookingMaxMinutesPerMemberDay: null,
  bookingMaxMinutesPerMemberWeek: null,
  canBeBooked: true,
  controlType: 'machine',
  deadManIntervalBusy: 0,
  deadManIntervalIdle: 120,
  debug: false,
  description: null,
  displayTitle: null,
  exclusiveUsage: true,
  exhaustErrorShutdown: null,
  hasCountdown: false,
  id: 21,
  idlePowerThreshold: null,
  input1: null,
  input1Inverted: false,
  input2: null,
  input2Inverted: false,
  inputAC: null,
  inputACInverted: false,
  lastUsed: null,
  maintenanceNotes: null,
  maxOfflineUsage: 0,
  metadata: null,
  mustBeBooked: false,
  muteDeadMan: false,
  name: 'Drehbank',
  notes: null,
  preventPowerOffWhileBusy: true,
  pricePerBooking: '4.50',
  pricePerBookingSeconds: null,
  pricePerTimeBusy: '0.90',
  pricePerTimeBusySeconds: null,
  pricePerTimeIdle: '0.30',
  pricePerTimeIdleSeconds: null,
  pricePerUsage: '1.10',
  pricingMinDurationSeconds: 0,
  requiresTraining: true,
  safetyMessage: null,
  space: 11,
  state: 'active',
  stopAfterBusy: false,
  type: 5,
  visibleForMembers: true,
}

export const member = {
  ...stamp,
  account: 4,
  address: null,
  address2: null,
  allowLogin: true,
  billingAddress: null,
  billingAddress2: null,
  billingCity: null,
  billingCompany: null,
  billingCountryCode: null,
  billingFirstName: null,
  billingInvoiceText: null,
  billingLastName: null,
  billingRegion: null,
  billingZip: null,
  city: null,
  company: null,
  countryCode: null,
  dateOfBirth: null,
  emailAddress: 'kim@example.org',
  firstName: 'Kim',
  gender: null,
  hasBillingAddress: false,
  id: 41,
  language: null,
  lastName: 'Beispiel',
  memberNumber: '4711',
  metadata: null,
  notes: null,
  paidForBy: null,
  phone: null,
  region: null,
  requireUpfrontPayment: false,
  space: 11,
  state: 'active',
  stripeCustomer: null,
  taxExempt: false,
  upfrontMinimumBalance: '2.50',
  zip: null,
}

export const booking = {
  ...stamp,
  account: 4,
  charged: false,
  fromDateTime: '2026-12-02T18:00',
  id: 51,
  member: 41,
  resource: 21,
  state: 'confirmed',
  untilDateTime: '2026-12-02T20:00',
}

export const fabmanPackage = {
  ...stamp,
  account: 4,
  allowsBooking: true,
  cancellationTime: 2,
  cancellationTimeUnit: 'week',
  description: null,
  endsAutomatically: false,
  id: 61,
  metadata: null,
  minimumDuration: 1,
  minimumDurationUnit: 'month',
  name: 'Abendkarte',
  notes: null,
  prorate: true,
  prorateLastPeriod: true,
  recurringFee: '19.00',
  recurringFeePeriod: 'month',
  setupFee: '5.00',
  state: 'active',
}

export const packageCredit = {
  ...stamp,
  amount: '7.50',
  id: 62,
  package: 61,
  period: 'month',
  resources: [{ resource: 21, resourceType: null, type: 'resource' }],
  scope: 'booking',
}

export const packagePermission = {
  ...stamp,
  bookingFeeDiscountPercent: '15.00',
  id: 63,
  package: 61,
  resource: null,
  resourceType: null,
  timeType: 'always',
  times: [],
  type: 'everything',
  usageFeeDiscountPercent: '0.00',
}

export const memberPackage = {
  ...stamp,
  chargedUntilDate: null,
  creditedDailyUntilDate: null,
  creditedMonthlyUntilDate: null,
  creditedOnce: true,
  creditedWeeklyUntilDate: null,
  creditedYearlyUntilDate: null,
  customFees: false,
  fromDate: '2026-03-01',
  id: 64,
  notes: null,
  package: 61,
  recurringFee: '19.00',
  recurringFeePeriod: 'month',
  setupFee: '5.00',
  untilDate: null,
}

/** The recorded amount is a number; that of a package's credit is a text. */
export const credit = { amount: null, id: 71, lockVersion: 1, scope: 'booking' }

export const creditUse = { id: 72 }

export const trainingCourse = {
  ...stamp,
  account: 4,
  defaultDuration: 6,
  defaultDurationUnit: 'month',
  id: 81,
  notes: null,
  resources: [21],
  state: 'active',
  title: 'Drehen',
}

const { resources: _, ...embeddedCourse } = trainingCourse

export const training = {
  ...stamp,
  _embedded: { trainingCourse: embeddedCourse },
  date: '2026-03-02',
  fromDate: '2026-03-02',
  id: 82,
  notes: null,
  trainingCourse: 81,
  untilDate: null,
}

export const balance = {
  sumCharges: '3.00',
  sumInvoices: '12.00',
  sumPayments: '20.00',
  sumUnpaidBookings: 4.5,
}

/** Messages to webhooks: the documentation names the objects of each kind, and not their fields. */
export const eventDetails = {
  booking: { booking, member, resource },
  charge: { charge: {}, member },
  member: { member },
  memberCredit: { member, memberCredit: credit },
  memberPackage: { member, memberPackage, package: fabmanPackage },
  memberTraining: { member, memberTraining: training },
  resource: { resource },
  test: { createdBy: member, message: 'Hallo' },
}
