import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useTranslate } from '../i18n/messages.ts'
import type { loader as rootLoader } from '../root.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** Header and footer around a page. Without the root's data, as when its loader failed, the page stands alone. */
export function PageFrame({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const frame = useRouteLoaderData<typeof rootLoader>('root')
  if (!frame) return children
  const { space, address, menus } = frame
  return (
    <>
      <a className="skip-link" href="#content">
        {t('site_skip_to_content')}
      </a>
      <Header space={space} pages={menus.main} />
      {children}
      <Footer space={space} address={address} menus={menus} />
    </>
  )
}
