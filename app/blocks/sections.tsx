import type { BlockTypes } from '../../contracts/blocks.ts'
import { useTranslate } from '../i18n/messages.ts'
import { answerAnchor } from './blocks-in.ts'
import { ButtonLink } from './links.tsx'
import { NestedBlocks } from './nesting.tsx'
import { AssetFigure } from './picture.tsx'
import { RichText } from './richtext.tsx'
import { SheetFrame } from './sheet.tsx'

interface Of<Name extends keyof BlockTypes> {
  block: BlockTypes[Name]
}

/** The top of a page as a drawing sheet: its `h1`, up to two links, and a large drawing. */
export function Hero({ block }: Of<'hero'>) {
  return (
    <section className="hero sheet">
      <SheetFrame />
      <div className="hero-text">
        <h1>{block.title}</h1>
        {block.text && <p className="lead">{block.text}</p>}
        <div className="actions">
          <ButtonLink link={block.action_link} label={block.action_label} variant={block.action_variant} />
          <ButtonLink link={block.second_link} label={block.second_label} variant="quiet" />
        </div>
      </div>
      <AssetFigure asset={block.drawing} first />
    </section>
  )
}

/** A call to action at the end of a page, in the colour of an audience. */
export function ContentEngagement({ block }: Of<'content-engagement'>) {
  const { audience, title, text } = block
  return (
    <section className="content-engagement" data-audience={audience || undefined}>
      <div>
        <h2>{title}</h2>
        {text && <p className="lead">{text}</p>}
      </div>
      <p className="actions">
        <ButtonLink link={block.action_link} label={block.action_label} variant={audience} />
        <ButtonLink link={block.second_link} label={block.second_label} variant="quiet" />
      </p>
    </section>
  )
}

/** Text beside a picture. */
export function ContentTeaser({ block }: Of<'content-teaser'>) {
  const { eyebrow, title, text, drawing, picture_side: side, link, link_label: label } = block
  return (
    <section className={`content-teaser picture-${side}`}>
      <div>
        <Eyebrow text={eyebrow} />
        <h2>{title}</h2>
        <RichText text={text} />
        {label && (
          <p className="actions">
            <ButtonLink link={link} label={label} variant="quiet" />
          </p>
        )}
      </div>
      <AssetFigure asset={drawing} />
    </section>
  )
}

/** A picture over the whole width of the window, with any blocks on it. */
export function Wow({ block }: Of<'wow'>) {
  const { audience, title, drawing, body } = block
  return (
    <section className="wow" data-audience={audience || undefined}>
      <AssetFigure asset={drawing} />
      <div className="wow-body">
        {title && <h2>{title}</h2>}
        <NestedBlocks blocks={body} />
      </div>
    </section>
  )
}

/** A picture over the whole width, with caption and credit. */
export function ImageBlock({ block: { image, caption } }: Of<'image'>) {
  const t = useTranslate()
  const name = image?.copyright
  return (
    <div className="image-block">
      <AssetFigure asset={image}>
        {(caption || name) && (
          <>
            {caption}
            {name && <small className="credit">{t('block_image_of', { copyright: name })}</small>}
          </>
        )}
      </AssetFigure>
    </div>
  )
}

/** The heading of a section; nothing for one without texts. */
export function SectionHeaders({ block }: { block: { eyebrow?: string; title: string; text: string } }) {
  const { eyebrow = '', title, text } = block
  if (!eyebrow && !title && !text) return null
  return (
    <header className="section-headers">
      <Eyebrow text={eyebrow} />
      {title && <h2>{title}</h2>}
      {text && <p className="lead">{text}</p>}
    </header>
  )
}

/** The line above a heading, styled as a dimension line. */
function Eyebrow({ text }: { text: string }) {
  return text ? (
    <p className="dimension">
      <span>{text}</span>
    </p>
  ) : null
}

export function Intro({ block }: Of<'intro'>) {
  return (
    <section className="intro">
      <RichText text={block.text} />
    </section>
  )
}

export function TextBlock({ block }: Of<'text'>) {
  return (
    <section className="text">
      <RichText text={block.body} />
    </section>
  )
}

export function CardsWrapper({ block }: Of<'cards-wrapper'>) {
  return (
    <section className="cards-wrapper">
      {block.title && <h2>{block.title}</h2>}
      <div className="cards">
        <NestedBlocks blocks={block.cards} />
      </div>
    </section>
  )
}

export function Faqs({ block }: Of<'faqs'>) {
  return (
    <section className="faqs">
      {block.title && <h2>{block.title}</h2>}
      <div className="questions">
        <NestedBlocks blocks={block.questions} />
      </div>
    </section>
  )
}

export function Faq({ block }: Of<'faq'>) {
  return (
    <details className="faq">
      <summary>{block.question}</summary>
      <div className="answer" id={answerAnchor(block)}>
        <RichText text={block.answer} />
      </div>
    </details>
  )
}

export function FeatureBanner({ block }: Of<'feature-banner'>) {
  return (
    <section className="feature-banner">
      <SectionHeaders block={block} />
      <div className="features">
        <NestedBlocks blocks={block.features} />
      </div>
    </section>
  )
}

/** A section of a safety instruction. */
export function InstructionSection({ block }: Of<'instruction-section'>) {
  return (
    <section className="text">
      <h2>{block.title}</h2>
      <RichText text={block.text} />
    </section>
  )
}

/** One figure: the value large, its meaning below. */
export function Feature({ block: { value, title, text } }: Of<'feature'>) {
  return (
    <article className="feature">
      {value && <p className={`feature-value${valueSize(value)}`}>{value}</p>}
      <h3>{title}</h3>
      {text && <p>{text}</p>}
    </article>
  )
}

/** A value of up to 11 letters stays in one line; a long one is smaller. */
function valueSize({ length }: string): '' | ' long' | ' sentence' {
  return length > 11 ? ' sentence' : length > 8 ? ' long' : ''
}

/**
 * News in a moving line (T9). It stops by its switch (also without JavaScript), under a pointer and while focused; with
 * reduced motion it is a plain list. The copy that closes the loop is hidden from assistive technology.
 */
export function Ticker({ block }: Of<'ticker'>) {
  const t = useTranslate()
  const items = [...new Set(block.items.split('\n').map((item) => item.trim()))].filter(Boolean)
  if (items.length === 0) return null
  const news = items.map((item) => <li key={item}>{item}</li>)
  return (
    <section className="ticker" aria-label={t('block_ticker')}>
      <div className="ticker-window">
        <ul>{news}</ul>
        <ul aria-hidden>{news}</ul>
      </div>
      {/* A checkbox in the shape of a button works without JavaScript. */}
      <label className="ticker-pause">
        <input type="checkbox" />
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path className="pause" d="M8 5v14M16 5v14" />
          <path className="play" d="M8 5l11 7-11 7z" />
        </svg>
        {t('block_ticker_pause')}
      </label>
    </section>
  )
}
