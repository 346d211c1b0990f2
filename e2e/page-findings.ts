import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** How a page is looked at. */
export interface Look {
  theme: 'light' | 'dark'
  width: number
  /** The system's own few colours, as in Windows' contrast themes. */
  forced: boolean
}

/** Which rules of axe: those of colours depend on the theme alone, and all others on neither theme nor language. */
export type Judging = 'all' | 'colours' | 'others'
const colours = ['color-contrast', 'link-in-text-block']
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Returns the findings of a page: axe (WCAG 2.2 AA and its advice), a page that scrolls sideways,
 * that something cuts off. [] for a good page. Throws where the page does not answer as it should.
 */
export async function findingsOf(
  page: Page,
  path: string,
  look: Look,
  { status = 200, judging = 'all' }: { status?: number | undefined; judging?: Judging } = {},
): Promise<string[]> {
  await show(page, look)
  const answer = await page.goto(path)
  if (answer?.status() !== status) throw new Error(`${path} answers ${answer?.status()}`)
  await page.evaluate(() => document.fonts.ready)
  return shownFindings(page, path, look, judging)
}

/** Shows a page in a window and with the colours of a look. */
export async function show(page: Page, { width, theme, forced }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({
    colorScheme: theme,
    forcedColors: forced ? 'active' : 'none',
    reducedMotion: 'reduce',
  })
}

/** The same of the page as it is shown now. */
export async function shownFindings(
  page: Page,
  name: string,
  look: Look,
  judging: Judging = 'all',
): Promise<string[]> {
  return [...(await fitting(page)), ...(await accessible(page, look, judging))].map(
    (finding) => `${name} ${JSON.stringify(look)} ${finding}`,
  )
}

/** Whether a page fits into its window. */
export async function fitting(page: Page): Promise<string[]> {
  return page.evaluate(cutOff)
}

async function accessible(page: Page, { forced }: Look, judging: Judging): Promise<string[]> {
  // Forced colours are the system's; axe reads the page's own, which nobody sees then.
  if (forced && judging === 'colours') return []
  // One frame needs no second page that puts the reports of many together.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  if (judging === 'colours') axe.withRules(colours)
  else axe.withTags(rules)
  if (forced || judging === 'others') axe.disableRules('color-contrast')
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Runs in the browser. */
function cutOff(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} of ${clientWidth}`] : []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent?.trim()
    const parent = node.parentElement
    if (!text || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width === 0 || isForReaders(parent)) continue
    const by = cutter(parent, box)
    if (by) found.push(`"${text.slice(0, 60)}" is cut off by ${by}`)
  }
  return found

  /** Hidden from the eye, not from a screen reader. */
  function isForReaders(element: Element): boolean {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { width, height } = each.getBoundingClientRect()
      const { position, overflow, textIndent } = getComputedStyle(each)
      if (position === 'absolute' && overflow === 'hidden' && width <= 1 && height <= 1) return true
      // As the cells of the week grid: begun where its box ends.
      if (overflow === 'hidden' && textIndent === '100%') return true
    }
    return false
  }

  /** What hides a part of a text; null where all of it can be seen, or scrolled to. */
  function cutter(element: Element, text: DOMRect): string | null {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(each)
      const box = each.getBoundingClientRect()
      const name = `${each.localName}.${each.className}`
      if (/auto|scroll/.test(overflowX)) return null
      if (/hidden|clip/.test(overflowX) && (text.left < box.left - 1 || text.right > box.right + 1))
        return name
      // The box of a letter is taller than the letter.
      const spare = Number.parseFloat(getComputedStyle(element).fontSize) / 2
      if (/auto|scroll/.test(overflowY)) return null
      if (/hidden|clip/.test(overflowY) && text.bottom > box.bottom + spare) return name
      if (position === 'fixed') break
    }
    return text.left < -1 || text.right > innerWidth + 1 ? 'the window' : null
  }
}
