import { monthName } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, type Translate, useTranslate } from '../i18n/messages.ts'
import { qrCode } from '../../formats/qr-code.ts'

/** What the card shows. Plain data, so that the card also renders from what was stored for use without a connection. */
export interface CardData {
  spaceName: string
  number: string
  firstName: string
  lastName: string
  company: string | null
  /** State of the member as the workshop system calls it. */
  state: string
  /** First month as a member, YYYY-MM. */
  since: string
  /** Names of the packages that are valid today; null = not known. */
  packages: string[] | null
}

/** The member card as the title block of a drawing; its QR code holds the member number. */
export function MemberCard({ card, photo = null }: { card: CardData; photo?: string | null }) {
  const locale = useLocale()
  const t = useTranslate()
  const state = stateInWords(card.state, t)
  return (
    <section className="member-card" aria-labelledby="member-card">
      <header>
        <h2 id="member-card">{t('me_card_title')}</h2>
        <span>{card.spaceName}</span>
      </header>
      {photo ? (
        <img className="card-outline card-photo" src={photo} alt="" width={480} height={480} />
      ) : (
        <Outline initials={`${card.firstName.slice(0, 1)}${card.lastName.slice(0, 1)}`} />
      )}
      <dl>
        <div className="card-name">
          <dt>{t('me_card_name')}</dt>
          <dd>
            {card.firstName} {card.lastName}
            {card.company && <small>{card.company}</small>}
          </dd>
        </div>
        <div>
          <dt>{t('me_card_number')}</dt>
          <dd className="card-number">{card.number}</dd>
        </div>
        <div>
          <dt>{t('me_card_state')}</dt>
          <dd>{state}</dd>
        </div>
        {!!card.packages?.length && (
          <div>
            <dt>{t('me_card_package')}</dt>
            <dd>{card.packages.join(', ')}</dd>
          </div>
        )}
        <div>
          <dt>{t('me_card_since')}</dt>
          <dd>{monthName(card.since, locale)}</dd>
        </div>
      </dl>
      <NumberCode number={card.number} />
    </section>
  )
}

/** Returns the state of a member in words, or as the workshop system calls it. */
export function stateInWords(state: string, t: Translate): string {
  const key = stateKeys.get(state)
  return key ? t(key) : state
}

const stateKeys = new Map<string, MessageKey>([
  ['active', 'me_card_state_active'],
  ['locked', 'me_card_state_locked'],
])

/** Head and shoulders, dashed like every missing part: there is no photo. */
function Outline({ initials }: { initials: string }) {
  return (
    <svg className="card-outline" viewBox="0 0 120 140" aria-hidden="true">
      <path className="centre" d="M60 4v132M8 58h104" />
      <path
        className="missing"
        d="M60 26a32 32 0 1 1 0 64a32 32 0 1 1 0-64M10 136c2-24 18-38 34-42M110 136c-2-24-18-38-34-42"
      />
      <text x="60" y="69" textAnchor="middle">
        {initials}
      </text>
    </svg>
  )
}

function NumberCode({ number }: { number: string }) {
  const t = useTranslate()
  const { size, path } = qrCode(number)
  return (
    <svg
      className="card-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t('me_card_code', { number })}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} />
    </svg>
  )
}
