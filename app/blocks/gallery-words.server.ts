import type { Locale } from '../i18n/locale.ts'

/** Short and long texts for the blocks of the gallery. */
export interface GalleryWords {
  short: string
  title: string
  /** One very long word. */
  long: string
  sentence: string
  paragraph: string
  action: string
  period: string
}

export const galleryWords: Record<Locale, GalleryWords> = {
  de: {
    short: 'Säge',
    title: 'Ein Regal an einem Abend',
    long: 'Sicherheitsunterweisung Abricht- und Dickenhobelmaschine',
    sentence: 'Zuschneiden, bohren, verleimen: Du gehst mit einem fertigen Stück nach Hause.',
    paragraph:
      'Wir stellen Material, Leim und Zwingen. Du bringst die Maße deiner Wand mit und Schuhe, die etwas aushalten. Wenn das Holz am Ende nicht reicht, suchen wir gemeinsam im Restelager.',
    action: 'Platz sichern',
    period: 'im Monat',
  },
  en: {
    short: 'Saw',
    title: 'A shelf in one evening',
    long: 'Electroencephalographically supervised thicknessing',
    sentence: 'Cut, drill, glue: you go home with a finished piece.',
    paragraph:
      'We bring timber, glue and clamps. You bring the measurements of your wall and shoes that can take a knock. If the timber runs short in the end, we look through the offcuts together.',
    action: 'Secure a place',
    period: 'per month',
  },
}
