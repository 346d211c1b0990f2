import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'

/** Says that the member belongs to no team, and leads to the start of one. */
export function NoTeam() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <>
      <MissingTeam />
      <p>{t('me_team_none')}</p>
      <p>{t('me_team_none_invited')}</p>
      <Link className="button" to={paths.team(locale)}>
        {t('me_team_none_action')}
      </Link>
    </>
  )
}

/** The bench of a team from above, dashed: nobody sits at it. */
function MissingTeam() {
  return (
    <svg className="missing-sheet missing-team" viewBox="0 0 248 136" aria-hidden="true">
      <path className="centre" d="M2 68h244M124 2v132" />
      <path className="paper" d="M43 43h162v50H43z" />
      {[68, 124, 180].flatMap((x) => [20, 116].map((y) => <circle key={`${x} ${y}`} cx={x} cy={y} r="14" />))}
      <circle cx="19" cy="68" r="14" />
      <circle cx="229" cy="68" r="14" />
      <text x="124" y="78" textAnchor="middle">
        ?
      </text>
    </svg>
  )
}
