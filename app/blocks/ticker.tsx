import type { BlockTypes } from '../../contracts/blocks.ts'
import { useTranslate } from '../i18n/messages.ts'

/** News, one per line. It stands still: moving text is hard to read. */
export function Ticker({ block }: { block: BlockTypes['ticker'] }) {
  const t = useTranslate()
  const items = [...new Set(block.items.split('\n').map((item) => item.trim()))].filter(Boolean)
  if (items.length === 0) return null
  return (
    <section className="ticker" aria-label={t('site_ticker')}>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
