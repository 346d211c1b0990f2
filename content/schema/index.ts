import { type BlockFields, defineBlock, defineDatasource, defineField, defineSchema } from '@storyblok/schema'

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
const drawing = picture('drawing')
const label = (name: string) => defineField(name, { type: 'text', translatable: true })
const link = (name: string) =>
  defineField(name, {
    type: 'multilink',
    translatable: true,
    email_link_type: true,
    allow_target_blank: true,
  })
const linkWithLabel = [label('link_label'), link('link')]
const action = [label('action_label'), link('action_link')]
const secondAction = [label('second_label'), link('second_link')]
const richText = (name: string) => defineField(name, { type: 'richtext', translatable: true, required: true })
/** @param names of the choices in the editor, by their values */
const choice = (name: string, names: Record<string, string>, description?: string) => {
  const options = Object.entries(names).map(([value, shown]) => ({ name: shown, value }))
  return defineField(name, { type: 'option', ...(description && { description }), options })
}
const audience = (name = 'audience') =>
  choice(name, { makerspace: 'Makerspace', education: 'Bildung', cooperation: 'Kooperation' })
const summary = defineField('summary', { type: 'textarea', translatable: true, max_length: 300 })
const facts = defineField('facts', {
  type: 'table',
  translatable: true,
  description: 'Drei Spalten: Nummer in der Zeichnung, Name, Wert',
})
const stories = { source: 'internal_stories', use_uuid: true } as const
const course = (required: boolean) =>
  defineField('course', { type: 'number', required, description: 'Nummer des Kurses' })
const resource = (required: boolean) =>
  defineField('resource', {
    type: 'number',
    required,
    description: 'Nummer der Maschine in der Werkstattverwaltung',
  })

const machineTypes = defineDatasource({ name: 'Maschinentypen', slug: 'machine-types' })
const workshopGrade = defineDatasource({ name: 'Kursniveau', slug: 'workshop-grade' })
const spaceAddress = defineDatasource({ name: 'Anschrift', slug: 'space-address' })
const searchSynonyms = defineDatasource({ name: 'Suchwörter', slug: 'search-synonyms' })
const redirects = defineDatasource({ name: 'Weiterleitungen', slug: 'redirects' })
const labelled = (name: string, datasource: typeof machineTypes, required = true) =>
  defineField(name, { type: 'option', source: 'internal', datasource, required })

const block = (name: string, display_name: string, fields: BlockFields) =>
  defineBlock({ name, display_name, fields })

const cards = [
  block('orientation-card', 'Wo fange ich an?', [audience(), requiredTitle, lead, ...linkWithLabel]),
  block('machine-category-card', 'Maschinentyp', [labelled('machine_type', machineTypes), lead, drawing]),
]
const teaser = block('teaser', 'Verweis', [requiredTitle, lead, drawing, ...linkWithLabel])
const preview = block('preview', 'Seite als Karte', [
  defineField('story', { type: 'option', ...stories, required: true }),
])
const feature = block('feature', 'Eckdatum', [label('value'), requiredTitle, lead])
const faq = block('faq', 'Frage', [
  defineField('question', { type: 'text', translatable: true, required: true }),
  richText('answer'),
])

const sections = [
  block('hero', 'Aufmacher', [
    requiredTitle,
    lead,
    drawing,
    ...action,
    audience('action_variant'),
    ...secondAction,
  ]),
  block('intro', 'Einleitung', [richText('text')]),
  block('section-headers', 'Abschnittstitel', [label('eyebrow'), requiredTitle, lead]),
  block('text', 'Text', [richText('body')]),
  block('cards-wrapper', 'Karten', [
    title,
    defineField('cards', { type: 'bloks', allow: [...cards, teaser, preview, feature] }),
  ]),
  block('content-engagement', 'Aufruf', [audience(), requiredTitle, lead, ...action, ...secondAction]),
  block('content-teaser', 'Text und Bild', [
    label('eyebrow'),
    requiredTitle,
    richText('text'),
    drawing,
    choice('picture_side', { right: 'Bild rechts', left: 'Bild links' }),
    ...linkWithLabel,
  ]),
  block('feature-banner', 'Eckdaten', [
    title,
    lead,
    defineField('features', { type: 'bloks', allow: [feature] }),
  ]),
  block('memberships', 'Mitgliedschaften im Vergleich', [
    title,
    lead,
    choice('kind', { member: 'Mitglieder', team: 'Teams', day: 'Tagespässe' }),
  ]),
  block('machines', 'Alle Maschinen', [title, lead]),
  block('machine-details', 'Maschine: Stand jetzt', [resource(false)]),
  block('workshops', 'Alle Kurse', [title, lead]),
  block('workshop-details', 'Kurs: nächste Termine', [course(false)]),
  teaser,
  preview,
  block('faqs', 'Fragen', [title, defineField('questions', { type: 'bloks', allow: [faq] })]),
  block('ticker', 'Laufende Meldungen', [
    defineField('items', {
      type: 'textarea',
      translatable: true,
      required: true,
      description: 'Eine Meldung je Zeile',
    }),
  ]),
  block('image', 'Bild', [picture('image', true), label('caption')]),
]
const instructionSection = block('instruction-section', 'Abschnitt einer Unterweisung', [
  defineField('name', {
    type: 'text',
    required: true,
    regex: '^[a-z0-9-]{1,60}$',
    description: 'Kurzname, den die Fragen nennen; nach dem Veröffentlichen nicht mehr ändern',
  }),
  requiredTitle,
  richText('text'),
])
const wow = block('wow', 'Blickfang', [
  audience(),
  title,
  drawing,
  defineField('body', { type: 'bloks', allow: sections }),
])

const body = defineField('body', { type: 'bloks', allow: [...sections, wow, instructionSection] })
const root = (name: string, display_name: string, fields: BlockFields) =>
  defineBlock({ name, display_name, is_root: true, is_nestable: false, fields: [...fields, body] })

const roots = [
  root('page', 'Seite', [
    requiredTitle,
    defineField('description', { type: 'textarea', translatable: true, max_length: 300 }),
    audience(),
    choice(
      'menu',
      { main: 'Oben', footer: 'Unten', legal: 'Rechtliches' },
      'Wo jede Seite darauf verweist; die Reihenfolge ist die der Seiten',
    ),
  ]),
  root('machine', 'Maschine', [
    resource(true),
    labelled('machine_type', machineTypes),
    requiredTitle,
    summary,
    drawing,
    facts,
  ]),
  root('workshop', 'Kurs', [
    course(true),
    labelled('grade', workshopGrade),
    labelled('topic', machineTypes, false),
    audience(),
    requiredTitle,
    summary,
    drawing,
    facts,
    label('duration'),
    defineField('trainer', { type: 'option', ...stories, filter_content_type: ['trainer'] }),
    richText('learn'),
  ]),
  root('project-card', 'Projekt', [
    audience(),
    requiredTitle,
    summary,
    label('maker'),
    label('made_in'),
    drawing,
    defineField('machines', { type: 'options', ...stories, filter_content_type: ['machine'] }),
  ]),
  root('trainer', 'Person', [
    requiredTitle,
    label('role'),
    summary,
    drawing,
    defineField('email', { type: 'text' }),
  ]),
  root('instruction', 'Sicherheitsunterweisung', [requiredTitle, summary, drawing]),
]

export const schema = defineSchema({
  blocks: Object.fromEntries(
    [...roots, ...sections, instructionSection, wow, ...cards, feature, faq].map((block) => [
      block.name,
      block,
    ]),
  ),
  datasources: { machineTypes, workshopGrade, spaceAddress, searchSynonyms, redirects },
})
