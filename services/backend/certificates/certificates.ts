import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { DataFile } from '../../../contracts/personal-data.ts'
import { type Locale, Problem } from '../../../contracts/problem.ts'
import type { Caller } from '../../../platform/auth/access-token.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import { certificateState, shortName } from '../../../rules/certificate.ts'
import { dayOf } from '../../../rules/time.ts'
import type { Ordering } from '../orders/parts.ts'
import { ownPlaces } from '../places/places.store.ts'
import { hereOf } from '../places/seats.ts'
import * as store from './certificates.store.ts'

interface Options {
  callers: Callers
  ordering: Ordering
  rateLimit: RateLimit
}

/** Drawing a paper keeps others waiting. */
const perPerson = { max: 60, windowSeconds: 3600 }

/** The papers of the caller, and what the page of a certificate shows to everybody. */
export function certificateHandlers({ callers, ordering, rateLimit }: Options) {
  const { db, pdfs, siteUrl } = ordering
  return {
    async certificate({ params: { code } }) {
      const found = await store.findCertificate(db, code)
      if (!found) return null
      const { kind, holderName, titleDe, titleEn, begunOn, givenOn, endsOn, revokedOn } = found
      const today = dayOf((await hereOf(ordering)).local)
      const isCourse = kind === 'course'
      return {
        kind: isCourse ? ('course' as const) : ('training' as const),
        state: certificateState({ until: endsOn, isRevoked: revokedOn !== null }, today),
        name: shortName(holderName),
        title: { de: titleDe, en: titleEn },
        begunOn: isCourse ? begunOn : null,
        givenOn,
        until: endsOn,
      }
    },
    async placeCertificate({ person, params: { id }, locale }) {
      const own = await ownPlaces(db, person, await callers.memberOf(person))
      // Another one's place gets the same answer as an unknown one.
      if (!own.some((place) => place.id === id)) throw new Problem('notFound')
      return fileOf(person, await store.certificatesOfPlace(db, id), locale)
    },
    async memberCertificate({ person, query: { memberId, code }, locale }) {
      await callers.requireOwn(person, memberId)
      const own = await store.certificatesOfMember(db, memberId)
      return fileOf(
        person,
        own.filter((each) => each.code === code),
        locale,
      )
    },
  } satisfies Partial<Handlers<BackendApi>>

  /** @throws Problem `notFound` where there is none */
  async function fileOf(
    { subject }: Caller,
    certificates: store.StoredCertificate[],
    locale: Locale,
  ): Promise<DataFile> {
    const [first] = certificates
    if (!first) throw new Problem('notFound')
    await rateLimit.hit(`certificate:${subject}`, perPerson)
    const { space } = await hereOf(ordering)
    const pdf = await pdfs.certificatePdf({ locale, issuer: space.name, siteUrl, certificates })
    return {
      name: `${locale === 'de' ? 'Zertifikat' : 'Certificate'}-${first.givenOn}.pdf`,
      type: 'application/pdf',
      content: Buffer.from(pdf).toString('base64'),
    }
  }
}
