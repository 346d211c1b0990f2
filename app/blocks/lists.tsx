import type { BlockTypes } from '../../contracts/blocks.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Card, machineTypeAnchor } from './cards.tsx'
import { machineGroups } from './machine-groups.ts'
import { type PackageOffer, type StoryCard, usePageData } from './page-data.tsx'
import { SectionHeaders } from './sections.tsx'

/** All equipment by type, in the order of the label group; types without a label come last, as one group. */
export function Machines({ block }: { block: BlockTypes['machines'] }) {
  const t = useTranslate()
  const { machines, labels } = usePageData()
  const groups = machineGroups(machines, labels['machine-types'], t('block_machines_other'))
  return (
    <section className="machines">
      <SectionHeaders block={block} />
      {machines.length === 0 && <NothingHere text={t('block_machines_none')} />}
      {machines.length > 0 && <MachineFilter />}
      {groups.length > 1 && (
        <nav className="machine-types" aria-label={t('block_machines_jump')}>
          {groups.map(({ type, label, members }) => (
            <a key={type} href={`#${machineTypeAnchor(type)}`}>
              {label} <span>{members.length}</span>
            </a>
          ))}
        </nav>
      )}
      <div className="machine-groups">
        {groups.map(({ type, label, members }) => (
          <section key={type} className="machine-group" id={machineTypeAnchor(type)}>
            <h3 className="dimension">
              <span>{label}</span>
            </h3>
            <Cards cards={members} level={4} />
          </section>
        ))}
      </div>
      <p className="no-machine">{t('block_machines_no_match')}</p>
    </section>
  )
}

/** Leaves what is free now or needs no training. The style does it by the live states: the page has no modules. */
function MachineFilter() {
  const t = useTranslate()
  return (
    <fieldset className="machine-filter">
      <legend className="visually-hidden">{t('block_machines_filter')}</legend>
      <label>
        <input type="checkbox" className="only-free" /> {t('block_machines_only_free')}
      </label>
      <label>
        <input type="checkbox" className="only-untrained" /> {t('block_machines_only_untrained')}
      </label>
    </fieldset>
  )
}

/** All workshops, in the editors' order. */
export function Workshops({ block }: { block: BlockTypes['workshops'] }) {
  const t = useTranslate()
  const { workshops } = usePageData()
  return (
    <section className="workshops">
      <SectionHeaders block={block} />
      {workshops.length === 0 ? (
        <NothingHere text={t('block_workshops_none')} />
      ) : (
        <Cards cards={workshops} />
      )}
    </section>
  )
}

/**
 * Packages side by side, with prices and benefits from the backend; the page cache knows their version (T12). Members get one
 * link to their own package in place of those that sell one.
 */
export function Memberships({ block }: { block: BlockTypes['memberships'] }) {
  const t = useTranslate()
  const locale = useLocale()
  const shown = usePageData().packages.filter(({ kind }) => !block.kind || kind === block.kind)
  return (
    <section className="memberships">
      <SectionHeaders block={block} />
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
      {shown.some(isForVisitors) && (
        <p className="actions">
          <a className="button quiet for-members" href={paths.me(locale, 'packages')}>
            {t('me_packages_title')}
          </a>
        </p>
      )}
    </section>
  )
}

function isForVisitors({ kind }: PackageOffer): boolean {
  return kind === 'member'
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
        <a
          className={`button quiet ${isForVisitors(offer) ? 'for-visitors' : ''}`.trim()}
          href={paths.choosePackage(locale, kind, name)}
        >
          {t(`block_package_${kind}`, { name })}
        </a>
      </p>
    </article>
  )
}

function Cards({ cards, level }: { cards: StoryCard[]; level?: 4 }) {
  return (
    <ul className="cards">
      {cards.map((card) => (
        <li key={card.uuid}>
          <Card card={card} level={level} />
        </li>
      ))}
    </ul>
  )
}

/** An empty list: an empty bench and what to do instead. */
function NothingHere({ text }: { text: string }) {
  return (
    <div className="nothing-here">
      <div className="empty-bench" aria-hidden="true" />
      <p>{text}</p>
    </div>
  )
}
