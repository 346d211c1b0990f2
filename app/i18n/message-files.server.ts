import { addMessages, type Messages } from './messages.ts'
import german from './de.json'
import english from './en.json'
import { keepSentenceTogether, keepTogether } from './keep-together.server.ts'
import type { Locale } from './locale.ts'

const de = kept(german)
const en = kept(english)

/** A key without an English text does not compile. */
export const messageFiles: Record<Locale, Record<keyof typeof german, string>> = { de, en }

addMessages('de', de, true)
addMessages('en', en, true)

/** Texts of the frame, blocks and error screen. They travel with the page; the rest is in the message file. */
export function frameMessages(locale: Locale): Messages {
  return frames[locale]
}

const frames = { de: frameOf(de), en: frameOf(en) }

function frameOf(messages: Messages): Messages {
  const framing = ([key]: [string, unknown]) =>
    key.startsWith('site_') || key === 'oh_no' || key === 'back_home'
  return Object.fromEntries(Object.entries(messages).filter(framing))
}

function kept<Key extends string>(messages: Record<Key, string>): Record<Key, string> {
  // Labels and buttons are short, and people search for them by their names.
  const entries = Object.entries<string>(messages).map(([key, text]) => [
    key,
    text.endsWith('.') ? keepSentenceTogether(text) : keepTogether(text),
  ])
  return Object.fromEntries(entries) as Record<Key, string>
}
