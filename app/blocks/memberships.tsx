import type { BlockTypes } from '../../contracts/blocks.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { NothingHere } from './nothing-here.tsx'
import { type PackageOffer, usePageData } from './page-data.tsx'

/** Packages side by side, with prices and benefits from the backend; the page cache knows their version (T12). */
export function Memberships({ block }: { block: BlockTypes['memberships'] }) {
  const t = useTranslate()
  const { packages } = usePageData()
  const shown = packages.filter(({ kind }) => !block.kind || kind === block.kind)
  return (
    <section className="memberships">
      {(block.title || block.text) && (
        <header className="section-headers">
          {block.title && <h2>{block.title}</h2>}
          {block.text && <p className="lead">{block.text}</p>}
        </header>
      )}
      {shown.length === 0 ? (
        <NothingHere text={t('block_memberships_none')} />
      ) : (
        <ul className="packages">
          {shown.map((offer) => (
            <li key={offer.id}>
              <Offer offer={offer} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Offer({ offer }: { offer: PackageOffer }) {
  const t = useTranslate()
  const locale = useLocale()
  const { kind, name, description, fee, period, gives } = offer
  return (
    <article className="package">
      <h3>{name}</h3>
      <p className="package-fee">
        <b>{fee}</b> {period}
      </p>
      {description && <p>{description}</p>}
      <ul>
        {gives.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p className="actions">
        <a className="button quiet" href={kind === 'team' ? paths.team(locale) : paths.onboarding(locale)}>
          {t(`block_package_${kind}`, { name })}
        </a>
      </p>
    </article>
  )
}
