import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { EmptyBench } from './coming.tsx'

interface ErrorScreenProps {
  statusCode: number
  message: string | null
}

/** The full-page error screen of the specification's section 2; its language follows the page. */
export function ErrorScreen({ statusCode, message }: ErrorScreenProps) {
  const t = useTranslate()
  return (
    <main id="content" className="page error-screen">
      <div className="coming">
        <div>
          <h1>{t('oh_no')}</h1>
          <h2>{`error# ${statusCode}`}</h2>
          {message && <p>{message}</p>}
          <a className="button" href={paths.home('de')}>
            {t('back_home')}
          </a>
        </div>
        <EmptyBench />
      </div>
    </main>
  )
}
