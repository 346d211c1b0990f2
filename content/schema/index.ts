import { defineBlock, defineDatasource, defineField, defineSchema } from '@storyblok/schema'

/*
 * The components of the space, in the format of Storyblok's command line: `storyblok schema validate
 * content/schema/index.ts`, `storyblok schema push`. `contracts/blocks.ts` and `contracts/story.ts` have the fields that
 * the site reads.
 */

const title = defineField('title', { type: 'text', translatable: true })
const requiredTitle = defineField('title', { type: 'text', translatable: true, required: true })
const lead = defineField('text', { type: 'textarea', translatable: true })
const picture = (name: string, required = false) =>
  defineField(name, { type: 'asset', filetypes: ['images'], translatable: true, required })
const label = (name: string) => defineField(name, { type: 'text', translatable: true })
const link = (name: string) =>
  defineField(name, {
    type: 'multilink',
    translatable: true,
    email_link_type: true,
    allow_target_blank: true,
  })
const richText = (name: string) => defineField(name, { type: 'richtext', translatable: true, required: true })
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
const facts = defineField('facts', {
  type: 'table',
  translatable: true,
  description: 'Drei Spalten: Nummer in der Zeichnung, Name, Wert',
})
const summary = defineField('summary', { type: 'textarea', translatable: true, max_length: 300 })
const story = (name: string, contentType: string) =>
  defineField(name, {
    type: 'option',
    source: 'internal_stories',
    use_uuid: true,
    filter_content_type: [contentType],
  })
const course = (required: boolean) =>
  defineField('course', { type: 'number', required, description: 'Nummer des Kurses' })
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
const teaser = defineBlock({
  name: 'teaser',
  display_name: 'Verweis',
  fields: [requiredTitle, lead, picture('drawing'), label('link_label'), link('link')],
})
const preview = defineBlock({
  name: 'preview',
  display_name: 'Seite als Karte',
  fields: [
    defineField('story', { type: 'option', source: 'internal_stories', use_uuid: true, required: true }),
  ],
})
const feature = defineBlock({
  name: 'feature',
  display_name: 'Eckdatum',
  fields: [label('value'), requiredTitle, lead],
})
const cardsWrapper = defineBlock({
  name: 'cards-wrapper',
  display_name: 'Karten',
  fields: [
    title,
    defineField('cards', {
      type: 'bloks',
      allow: [orientationCard, machineCategoryCard, teaser, preview, feature],
    }),
  ],
})
const featureBanner = defineBlock({
  name: 'feature-banner',
  display_name: 'Eckdaten',
  fields: [title, lead, defineField('features', { type: 'bloks', allow: [feature] })],
})
const contentEngagement = defineBlock({
  name: 'content-engagement',
  display_name: 'Aufruf',
  fields: [
    audience('audience'),
    requiredTitle,
    lead,
    label('action_label'),
    link('action_link'),
    label('second_label'),
    link('second_link'),
  ],
})
const contentTeaser = defineBlock({
  name: 'content-teaser',
  display_name: 'Text und Bild',
  fields: [
    label('eyebrow'),
    requiredTitle,
    richText('text'),
    picture('drawing'),
    defineField('picture_side', {
      type: 'option',
      options: [
        { name: 'Bild rechts', value: 'right' },
        { name: 'Bild links', value: 'left' },
      ],
    }),
    label('link_label'),
    link('link'),
  ],
})
const memberships = defineBlock({
  name: 'memberships',
  display_name: 'Mitgliedschaften im Vergleich',
  fields: [
    title,
    lead,
    defineField('kind', {
      type: 'option',
      options: [
        { name: 'Mitglieder', value: 'member' },
        { name: 'Teams', value: 'team' },
        { name: 'Tagespässe', value: 'day' },
      ],
    }),
  ],
})
const workshops = defineBlock({ name: 'workshops', display_name: 'Alle Kurse', fields: [title, lead] })
const workshopDetails = defineBlock({
  name: 'workshop-details',
  display_name: 'Kurs: nächste Termine',
  fields: [course(false)],
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
  fields: [defineField('question', { type: 'text', translatable: true, required: true }), richText('answer')],
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

const nested = [
  hero,
  intro,
  sectionHeaders,
  text,
  cardsWrapper,
  contentEngagement,
  contentTeaser,
  featureBanner,
  memberships,
  machines,
  machineDetails,
  workshops,
  workshopDetails,
  teaser,
  preview,
  faqs,
  ticker,
  image,
]
const wow = defineBlock({
  name: 'wow',
  display_name: 'Blickfang',
  fields: [
    audience('audience'),
    title,
    picture('drawing'),
    defineField('body', { type: 'bloks', allow: nested }),
  ],
})
const sections = [...nested, wow]

const page = defineBlock({
  name: 'page',
  display_name: 'Seite',
  is_root: true,
  is_nestable: false,
  fields: [
    requiredTitle,
    defineField('description', { type: 'textarea', translatable: true, max_length: 300 }),
    audience('audience'),
    defineField('menu', {
      type: 'option',
      description: 'Wo jede Seite darauf verweist; die Reihenfolge ist die der Seiten',
      options: [
        { name: 'Oben', value: 'main' },
        { name: 'Unten', value: 'footer' },
        { name: 'Rechtliches', value: 'legal' },
      ],
    }),
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
    summary,
    picture('drawing'),
    facts,
    defineField('body', { type: 'bloks', allow: sections }),
  ],
})

const workshop = defineBlock({
  name: 'workshop',
  display_name: 'Kurs',
  is_root: true,
  is_nestable: false,
  fields: [
    course(true),
    defineField('grade', { type: 'option', source: 'internal', datasource: workshopGrade, required: true }),
    audience('audience'),
    requiredTitle,
    summary,
    picture('drawing'),
    facts,
    label('duration'),
    story('trainer', 'trainer'),
    richText('learn'),
    defineField('body', { type: 'bloks', allow: sections }),
  ],
})
const projectCard = defineBlock({
  name: 'project-card',
  display_name: 'Projekt',
  is_root: true,
  is_nestable: false,
  fields: [
    audience('audience'),
    requiredTitle,
    summary,
    label('maker'),
    label('made_in'),
    picture('drawing'),
    defineField('machines', {
      type: 'options',
      source: 'internal_stories',
      use_uuid: true,
      filter_content_type: ['machine'],
    }),
    defineField('body', { type: 'bloks', allow: sections }),
  ],
})
const trainer = defineBlock({
  name: 'trainer',
  display_name: 'Person',
  is_root: true,
  is_nestable: false,
  fields: [
    requiredTitle,
    label('role'),
    summary,
    picture('drawing'),
    defineField('email', { type: 'text' }),
    defineField('body', { type: 'bloks', allow: sections }),
  ],
})

export const schema = defineSchema({
  blocks: {
    page,
    machine,
    workshop,
    projectCard,
    trainer,
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
    contentEngagement,
    contentTeaser,
    feature,
    featureBanner,
    teaser,
    preview,
    memberships,
    workshops,
    workshopDetails,
    wow,
  },
  datasources: { machineTypes, workshopGrade, redirects },
})
