import type { PageContent } from '../../contracts/story.ts'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'

export interface MenuEntry {
  label: string
  href: string
}

/** The pages in the header and footer, by their field `menu`, in the editors' order. */
export type Menus = Record<Exclude<PageContent['menu'], ''>, MenuEntry[]>

const none: Menus = { main: [], footer: [], legal: [] }

/** Reads the menus; they are empty while the content service is unavailable. */
export async function readMenus(
  { content, log }: Pick<SiteServices, 'content' | 'log'>,
  locale: Locale,
): Promise<Menus> {
  try {
    const pages = await content.storiesOfType('page', locale)
    const inMenu = (menu: PageContent['menu']) =>
      pages
        .filter((page) => page.content.menu === menu)
        .map(({ name, addresses }) => ({ label: name, href: addresses[locale] }))
    return { main: inMenu('main'), footer: inMenu('footer'), legal: inMenu('legal') }
  } catch (error) {
    log.warn({ err: error }, 'the menus could not be read')
    return none
  }
}
