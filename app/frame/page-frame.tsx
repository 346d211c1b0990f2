import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Labels } from '../../contracts/label.ts'
import { useTranslate } from '../i18n/messages.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { Menus } from './menus.ts'
import type { SpaceFrame } from './space-frame.ts'

/** The part of the root's data that the frame needs. */
interface RootData {
  space: SpaceFrame
  address: Labels
  menus: Menus
}

/** Header and footer around a page. Without the root's data, as when its loader failed, the page stands alone. */
export function PageFrame({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const frame = useRouteLoaderData<RootData>('root')
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
