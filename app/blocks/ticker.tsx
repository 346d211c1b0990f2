import type { BlockTypes } from '../../contracts/blocks.ts'
import { useTranslate } from '../i18n/messages.ts'

/**
 * News, one per line, in a running line. It stops by its switch (also without JavaScript), under a pointer and with the
 * focus in it; under reduced motion it is a plain list. What runs a second time to close the loop is silent.
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
