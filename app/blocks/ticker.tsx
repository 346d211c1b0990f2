import type { BlockTypes } from '../../contracts/blocks.ts'
import { useTranslate } from '../i18n/messages.ts'

/**
 * News in a moving line (T9). It stops by its switch (also without JavaScript), under a pointer and while focused; with
 * reduced motion it is a plain list. The copy that closes the loop is hidden from assistive technology.
 */
export function Ticker({ block }: { block: BlockTypes['ticker'] }) {
  const t = useTranslate()
  const items = [...new Set(block.items.split('\n').map((item) => item.trim()))].filter(Boolean)
  if (items.length === 0) return null
  return (
    <section className="ticker" aria-label={t('block_ticker')}>
      <div className="ticker-window">
        <News items={items} />
        <News items={items} isCopy />
      </div>
      <label className="ticker-pause">
        <input type="checkbox" /> {t('block_ticker_pause')}
      </label>
    </section>
  )
}

function News({ items, isCopy = false }: { items: string[]; isCopy?: boolean }) {
  return (
    <ul aria-hidden={isCopy || undefined}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
