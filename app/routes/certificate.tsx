import { data } from 'react-router'
import { CertificateCode, type PublicCertificate } from '../../contracts/certificate.ts'
import { servicesOf } from '../context.ts'
import { uncached } from '../delivery/cacheable.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { longDay } from '../i18n/format.ts'
import { LinkOver } from '../live/link-over.tsx'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import type { Route } from './+types/certificate'
// Its list of facts; a style sheet of its own would make the list of files longer, which every page carries.
import '../contract/contract.css'

export const handle = { app: true }

/** The address is the paper's secret. */
export const headers: Route.HeadersFunction = () => ({ ...uncached, 'referrer-policy': 'same-origin' })

export function meta(args: Route.MetaArgs) {
  return [...titled('certificate_title')(args), { name: 'robots', content: 'noindex' }]
}

/** `/certificates/{code}`: anybody with the paper sees whether it is valid. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const { success, data: code } = CertificateCode.safeParse(params.code)
  const found = success
    ? await services
        .backendFor(request, localeOf(url.pathname))
        .certificate(code)
        .catch(upstreamFailure(services, url))
    : null
  return data(found, { status: found ? 200 : 404 })
}

export default function CertificatePage({ loaderData: found }: Route.ComponentProps) {
  const t = useTranslate()
  return (
    <main id="content" className="page narrow">
      <h1>{t('certificate_title')}</h1>
      {found ? <Facts certificate={found} /> : <LinkOver>{t('certificate_unknown')}</LinkOver>}
    </main>
  )
}

const looks = { valid: 'notice success', ended: 'notice', revoked: 'notice error' } as const

function Facts({ certificate }: { certificate: PublicCertificate }) {
  const t = useTranslate()
  const locale = useLocale()
  const { kind, state, name, title, begunOn, givenOn, until } = certificate
  const day = (text: string) => longDay(text, locale, true)
  const facts =
    kind === 'course'
      ? [
          [
            t('certificate_held'),
            begunOn === null || begunOn === givenOn ? day(givenOn) : `${day(begunOn)} – ${day(givenOn)}`,
          ],
        ]
      : [
          [t('certificate_given'), day(givenOn)],
          [t('certificate_until'), until === null ? t('certificate_always') : day(until)],
        ]
  return (
    <>
      <p className={looks[state]}>
        <b>{t(`certificate_${state}`)}</b>{' '}
        {t(kind === 'course' && state === 'valid' ? 'certificate_valid_course' : `certificate_${state}_text`)}
      </p>
      <dl className="fact-rows">
        {[[t('certificate_name'), name], [t(`certificate_${kind}`), title[locale]], ...facts].map(
          ([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
      <p className="hint">{t('certificate_short')}</p>
    </>
  )
}
