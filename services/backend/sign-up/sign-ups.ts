import { randomBytes } from 'node:crypto'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { SoldItem } from '../../../contracts/order.ts'
import { Problem, wrongField } from '../../../contracts/problem.ts'
import type { Contact, SignUpAccount, SignUpAssertion } from '../../../contracts/sign-up.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { contactFaults, isMinor } from '../../../rules/contact.ts'
import { dayPassFault, flowOf } from '../../../rules/sign-up.ts'
import type { Assertions } from './assertions.ts'
import * as guardians from './guardian.store.ts'
import { guardianHandlers } from './guardian.ts'
import { packageKinds } from '../orders/offers.ts'
import { hasMembership, ownsTeam } from '../orders/orders.store.ts'
import { teamOf } from '../teams/teams.store.ts'
import { createSignUpParts, hashOf, type SignUpOptions, type SignUpParts } from './parts.ts'
import { isPhoto } from './photo.ts'
import { placingHandlers } from './placing.ts'
import * as store from './sign-ups.store.ts'
import { packageOf, viewOf } from './view.ts'

/** New sign-ups of one network. */
const perNetwork = { max: 30, refillSeconds: 120 }

/** Unfinished sign-ups: who has the token of one reads it and goes on. */
export function signUpHandlers(options: SignUpOptions) {
  const parts = createSignUpParts(options)
  return {
    ...stepHandlers(parts),
    ...guardianHandlers(parts),
    ...placingHandlers(parts),

    signUp: async ({ c }) => {
      const found = await parts.find(c)
      return found && viewOf(found, parts)
    },

    assertSignUp: async ({ person }) => {
      const { db, callers, connector, assertions, spaceToday } = parts
      const { email, emailVerified, subject } = person
      if (!email || !emailVerified) throw new Problem('forbidden')
      const member = await callers.memberOf(person)
      const packages = member === null ? null : await connector.packages(member)
      const { today } = await spaceToday()
      // A package that renews has no last day, and a contract that is suspended has no package.
      const hasPackage =
        (packages ?? []).some(({ fromDate, untilDate }) => fromDate <= today && untilDate === null) ||
        (member !== null && (await hasMembership(db, member)))
      const team = member === null ? null : await teamRole(db, member)
      return { assertion: assertions.issue({ email, subject, member }), email, hasPackage, team }
    },
  } satisfies Partial<Handlers<BackendApi>>
}

/** Returns what a member is in a team whose contract goes on; whoever owns one may have a seat in another. */
async function teamRole(db: Database, member: number): Promise<SignUpAssertion['team']> {
  if (await ownsTeam(db, member)) return 'owner'
  return (await teamOf(db, member)) && 'member'
}

function stepHandlers(parts: SignUpParts) {
  const { db, assertions, find, required, lasting, countNetworks, spaceToday } = parts
  return {
    startSignUp: async ({ body: { item, account }, locale, c }) => {
      const found = await find(c)
      const hasRequirement = await checkItem(item, parts)
      const owner = ownerOf(account, found, assertions)
      // What an account has proved is its own, also on a shared device: everybody else begins anew.
      const isOwn = found !== null && (found.subject === null || found.subject === owner.subject)
      const known = isOwn ? found : null
      const isNew = account.by === 'typed' && account.isNew
      const steps = { item, hasRequirement, ...(account.by !== 'kept' && { isNewAccount: isNew }) }
      if (known) {
        await write(store.writeSteps(db, { id: known.id, steps, owner, ...lasting() }))
        return { token: null }
      }
      await countNetworks('signup', perNetwork, c.req.raw)
      const token = randomBytes(32).toString('base64url')
      const contact = await contactOf(owner.member, parts)
      await store.add(db, {
        token: hashOf(token),
        locale,
        owner,
        steps: { ...steps, ...(contact && { contact }) },
        ...lasting(),
      })
      return { token }
    },

    signUpContact: async ({ body, c }) => {
      const { id, email, steps } = await required(c)
      const { item, hasRequirement = false } = steps
      const given = { ...(await spaceToday()), email, hasRequirement, flow: flowOf(item) }
      const faults = contactFaults(body, given)
      if (faults.length > 0) {
        const errors = faults.map(({ field, why }) => ({ field, message: why }))
        throw new Problem('invalidInput', { errors, params: { field: errors[0]?.field ?? '' } })
      }
      const isOfAge = !isMinor(body, given.today)
      if (given.flow === 'onboarding' && isOfAge && (await guardians.find(db, id)))
        throw wrongField('birthDay', 'grown')
      const typed = {
        contact: trimmed(body),
        requirementOf: packageOf(item),
        ...(item?.kind === 'team' && { item: { ...item, ownerTakesSeat: body.ownerSeat === 'on' } }),
      }
      await write(store.writeSteps(db, { id, steps: typed, ...lasting() }))
      return {}
    },

    signUpImage: async ({ body, c }) => {
      const { id } = await required(c)
      const jpeg = body.jpeg === null ? null : Buffer.from(body.jpeg, 'base64')
      if (jpeg && !isPhoto(jpeg)) throw wrongField('jpeg', 'kind')
      await write(store.writeImage(db, { id, jpeg, replaces: body.replaces, ...lasting() }))
      return {}
    },

    signUpPhoto: async ({ c }) => {
      const found = await find(c)
      const jpeg = found && (await store.image(db, found.id))
      return jpeg && { jpeg: jpeg.toString('base64') }
    },
  } satisfies Partial<Handlers<BackendApi>>
}

/** @throws Problem `conflict` when a write found its sign-up frozen by an order */
async function write(written: Promise<boolean>): Promise<void> {
  if (!(await written)) throw new Problem('conflict')
}

/** @throws Problem `invalidInput` that names `package` or `day` @returns whether the package has a condition */
async function checkItem(item: SoldItem, { connector, spaceToday }: SignUpParts): Promise<boolean> {
  if (item.kind === 'credits') throw wrongField('package', 'gone')
  const wanted = packageKinds[item.kind]
  const sold = (await connector.packageList()).find(({ id, kind }) => id === item.package && kind === wanted)
  if (!sold) throw wrongField('package', 'gone')
  if (item.kind === 'dayPass') {
    const [space] = await connector.spaces()
    const { today } = await spaceToday()
    const fault = space ? dayPassFault(item.day, { today, space }) : 'closed'
    if (fault) throw wrongField('day', fault)
  }
  return sold.requirement !== null
}

function ownerOf(
  account: SignUpAccount,
  known: store.StoredSignUp | null,
  assertions: Assertions,
): store.SignUpOwner {
  if (account.by === 'assertion') return assertions.read(account.assertion)
  if (account.by === 'typed') return { email: account.email, subject: null, member: null }
  if (known) return known
  throw wrongField('email', 'missing')
}

/** The fields that the record of a member knows already; null without one. */
async function contactOf(
  member: number | null,
  { connector, spaceToday }: SignUpParts,
): Promise<Contact | null> {
  const known = member === null ? null : await connector.member(member)
  if (!known) return null
  const [birthYear = '', birthMonth = '', birthDay = ''] = known.dateOfBirth?.split('-') ?? []
  return {
    firstName: known.firstName,
    lastName: known.lastName,
    birthDay,
    birthMonth,
    birthYear,
    guardianName: '',
    guardianEmail: '',
    street: known.address ?? '',
    zip: known.zip ?? '',
    city: known.city ?? '',
    country: known.countryCode ?? (await spaceToday()).country,
    phone: known.phone ?? '',
    buysFor: known.company ? 'company' : 'self',
    company: known.company ?? '',
    vatId: '',
    reference: '',
    invoiceEmail: '',
    requirement: '',
  }
}

/** Texts without spaces around them, one inside. */
function trimmed(contact: Contact): Contact {
  return Object.fromEntries(
    Object.entries(contact).map(([name, text]) => [name, text.trim().replaceAll(/\s+/g, ' ')]),
  ) as Contact
}
