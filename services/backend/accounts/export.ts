import { zipSync } from 'fflate'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { RateLimit } from '../../../platform/rate-limit.ts'
import { photoOf } from '../members/photos.store.ts'
import type { BackendConnector } from '../workshop.ts'
import { draftPhotos, papersOf, readOwnData } from './export.store.ts'
import { type IdentityAccounts, type Person, personOf } from './person.ts'

interface Options {
  callers: Callers
  connector: BackendConnector
  db: Database
  clock: Clock
  rateLimit: RateLimit
  /** null: the accounts of the provider cannot be read from here. */
  accounts: IdentityAccounts | null
}

const perPerson = { max: 5, windowSeconds: 3600 }
/** Papers of one download; the others are named, and stay available one by one. */
const mostPaperBytes = 16 * 1024 * 1024

export function exportHandlers(options: Options) {
  return {
    async exportData({ person: caller, locale }) {
      await options.rateLimit.hit(`export:${caller.subject}`, perPerson)
      const person = await personOf(caller, options)
      const day = options.clock().toISOString().slice(0, 10)
      const zip = zipSync(await filesOf(person, caller.email, locale, options))
      const name = locale === 'en' ? `my-data-${day}.zip` : `meine-daten-${day}.zip`
      return { name, type: 'application/zip', content: Buffer.from(zip).toString('base64') }
    },
  } satisfies Partial<Handlers<BackendApi>>
}

type Files = Parameters<typeof zipSync>[0]

/** One file per area. Papers and photos are compressed already. */
async function filesOf(
  person: Person,
  email: string | null,
  locale: Locale,
  { db, connector, accounts, clock }: Options,
): Promise<Files> {
  const { subject, member } = person
  const account = (await accounts?.dataOf(subject)) ?? { id: subject, email }
  const workshop = member === null ? {} : ((await connector.memberData(member)) ?? {})
  const own = await readOwnData(db, person)
  const { papers, leftOut } =
    member === null ? { papers: [], leftOut: [] } : await papersOf(db, member, mostPaperBytes)
  const photo = member === null ? null : await photoOf(db, member)
  const photos = [...(photo ? [photo] : []), ...(await draftPhotos(db, person))]
  const files: Files = {}
  for (const [area, rows] of Object.entries({ account, ...workshop, ...own }))
    files[`${area}.json`] = Buffer.from(JSON.stringify(rows, null, 2))
  for (const { number, pdf } of papers) files[`invoices/${number}.pdf`] = [pdf, { level: 0 }]
  for (const [index, jpeg] of photos.entries()) files[`photo-${index + 1}.jpg`] = [jpeg, { level: 0 }]
  files[locale === 'en' ? 'READ-ME.txt' : 'LIES-MICH.txt'] = Buffer.from(
    [
      ...texts[locale],
      ...(leftOut.length > 0 ? [`${missing[locale]} ${leftOut.join(', ')}`] : []),
      clock().toISOString(),
      '',
    ].join('\n\n'),
  )
  return files
}

const texts = {
  de: [
    'Das sind alle Daten, die wir zu deinem Konto speichern, je Bereich eine Datei (JSON). Deine Rechnungen liegen als PDF im Ordner invoices, dein Foto als JPEG.',
    'Texte von E-Mails bewahren wir 90 Tage auf. Links darin sind aus Sicherheitsgründen entfernt. Passwörter kennen wir nicht.',
  ],
  en: [
    'This is all data that we keep about your account, one file (JSON) per area. Your invoices are PDF files in the folder invoices, your photo is a JPEG.',
    'We keep the texts of emails for 90 days. Links in them are removed for security. We do not know passwords.',
  ],
} satisfies Record<Locale, string[]>

const missing = {
  de: 'Diese Rechnungen findest du im Mitgliederbereich, sie passten nicht mehr hinein:',
  en: 'You find these invoices in the member area, there was no more room for them:',
} satisfies Record<Locale, string>
