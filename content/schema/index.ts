import { defineBlock, defineDatasource, defineField, defineSchema } from '@storyblok/schema'

/*
 * The components of the space, as Storyblok's command line takes them: `storyblok schema validate content/schema/index.ts`,
 * `storyblok schema push`. What the site reads of them is in `contracts/blocks.ts` and `contracts/story.ts`.
 */

const title = defineField('title', { type: 'text', translatable: true })
const requiredTitle = defineField('title', { type: 'text', translatable: true, required: true })
const lead = defineField('text', { type: 'textarea', translatable: true })
const picture = (name: string, required = false) =>
  defineField(name, { type: 'asset', filetypes: ['images'], translatable: true, required })
const label = (name: string) => defineField(name, { type: 'text', translatable: true })
const link = (name: string) =>
  defineField(name, { type: 'multilink', translatable: true, email_link_type: true, allow_target_blank: true })
const richText = (name: string) =>
  defineField(name, { type: 'richtext', translatable: true, required: true })
const audience = (name: string) =>
  defineField(name, {
    type: 'option',
    options: [
      { name: 'Makerspace', value: 'makerspace' },
      { name: 'Bildung', value: 'education' },
      { name: 'Kooperation', value: 'cooperation' },
    ],
  })
const machineTypes = defineDatasource({ name: 'Maschinentypen', slug: 'machine-types' })
const workshopGrade = defineDatasource({ name: 'Kursniveau', slug: 'workshop-grade' })
const redirects = defineDatasource({ name: 'Weiterleitungen', slug: 'redirects' })
const machineType = defineField('machine_type', {
  type: 'option',
  source: 'internal',
  datasource: machineTypes,
  required: true,
})
const resource = (required: boolean) =>
  defineField('resource', {
    type: 'number',
    required,
    description: 'Nummer der Maschine in der Werkstattverwaltung',
  })

const hero = defineBlock({
  name: 'hero',
  display_name: 'Aufmacher',
  fields: [
    requiredTitle,
    lead,
    picture('drawing'),
    label('action_label'),
    link('action_link'),
    audience('action_variant'),
    label('second_label'),
    link('second_link'),
  ],
})
const intro = defineBlock({ name: 'intro', display_name: 'Einleitung', fields: [richText('text')] })
const sectionHeaders = defineBlock({
  name: 'section-headers',
  display_name: 'Abschnittstitel',
  fields: [label('eyebrow'), requiredTitle, lead],
})
const text = defineBlock({ name: 'text', display_name: 'Text', fields: [richText('body')] })
const orientationCard = defineBlock({
  name: 'orientation-card',
  display_name: 'Wo fange ich an?',
  fields: [audience('audience'), requiredTitle, lead, label('link_label'), link('link')],
})
const machineCategoryCard = defineBlock({
  name: 'machine-category-card',
  display_name: 'Maschinentyp',
  fields: [machineType, lead, picture('drawing')],
})
const cardsWrapper = defineBlock({
  name: 'cards-wrapper',
  display_name: 'Karten',
  fields: [title, defineField('cards', { type: 'bloks', allow: [orientationCard, machineCategoryCard] })],
})
const machines = defineBlock({ name: 'machines', display_name: 'Alle Maschinen', fields: [title, lead] })
const machineDetails = defineBlock({
  name: 'machine-details',
  display_name: 'Maschine: Stand jetzt',
  fields: [resource(false)],
})
const faq = defineBlock({
  name: 'faq',
  display_name: 'Frage',
  fields: [
    defineField('question', { type: 'text', translatable: true, required: true }),
    richText('answer'),
  ],
})
const faqs = defineBlock({
  name: 'faqs',
  display_name: 'Fragen',
  fields: [title, defineField('questions', { type: 'bloks', allow: [faq] })],
})
const ticker = defineBlock({
  name: 'ticker',
  display_name: 'Laufende Meldungen',
  fields: [
    defineField('items', {
      type: 'textarea',
      translatable: true,
      required: true,
      description: 'Eine Meldung je Zeile',
    }),
  ],
})
const image = defineBlock({
  name: 'image',
  display_name: 'Bild',
  fields: [picture('image', true), label('caption')],
})

const sections = [
  hero,
  intro,
  sectionHeaders,
  text,
  cardsWrapper,
  machines,
  machineDetails,
  faqs,
  ticker,
  image,
]

const page = defineBlock({
  name: 'page',
  display_name: 'Seite',
  is_root: true,
  is_nestable: false,
  fields: [
    requiredTitle,
    defineField('description', { type: 'textarea', translatable: true, max_length: 300 }),
    audience('audience'),
    defineField('body', { type: 'bloks', allow: sections }),
  ],
})
const machine = defineBlock({
  name: 'machine',
  display_name: 'Maschine',
  is_root: true,
  is_nestable: false,
  fields: [
    resource(true),
    machineType,
    requiredTitle,
    defineField('summary', { type: 'textarea', translatable: true, max_length: 300 }),
    picture('drawing'),
    defineField('facts', {
      type: 'table',
      translatable: true,
      description: 'Drei Spalten: Nummer in der Zeichnung, Name, Wert',
    }),
    defineField('body', { type: 'bloks', allow: sections }),
  ],
})

export const schema = defineSchema({
  blocks: {
    page,
    machine,
    hero,
    intro,
    sectionHeaders,
    text,
    cardsWrapper,
    orientationCard,
    machineCategoryCard,
    machines,
    machineDetails,
    faqs,
    faq,
    ticker,
    image,
  },
  datasources: { machineTypes, workshopGrade, redirects },
})
