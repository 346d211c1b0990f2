import { describe, expect, test, vi } from 'vitest'
import { Block, blocks } from './blocks.ts'
import { RichText } from './richtext.ts'
import { Story } from './story.ts'

const story = (content: unknown) =>
  Story.parse({ id: 1, uuid: 'u', full_slug: 'home', content, tag_list: null, lang: 5 }).content

describe('a half-filled story never breaks a page', () => {
  test.each(Object.entries(blocks))('%s without any field', (component, schema) => {
    const empty = Block.parse({ component })
    expect(empty).toMatchObject({ component, _uid: '' })
    expect(Object.keys(empty).sort()).toEqual(
      Object.keys(schema.shape)
        .filter((field) => field !== '_editable')
        .sort(),
    )
  })

  test.each(Object.entries(blocks))('%s with every field of the wrong type', (component, schema) => {
    for (const wrong of [null, 7, true, 'x', [], [null], {}, { content: [null] }, { tbody: [{ body: 1 }] }]) {
      const fields = Object.fromEntries(Object.keys(schema.shape).map((field) => [field, wrong]))
      expect(Block.parse({ ...fields, component, _editable: undefined })).toMatchObject({ component })
    }
  })

  test.each([undefined, null, 7, 'x', [], {}, { component: 'wow' }, { component: 5 }])(
    'content that is %j',
    (content) => expect(story(content)).toHaveProperty('component'),
  )

  test('unknown blocks stay as unknown, without their fields', () => {
    expect(
      story({ component: 'page', body: [{ component: 'wow', _uid: '1', x: 1 }, null, 'x'] }),
    ).toMatchObject({
      body: [
        { component: 'wow', _uid: '1' },
        { component: '', _uid: '' },
        { component: '', _uid: '' },
      ],
    })
  })

  test.each([
    ['5', 5],
    [5, 5],
    ['', null],
    ['x', null],
    [-1, null],
    [1.5, null],
    [undefined, null],
  ])('the machine %j is %j', (resource, id) => {
    expect(story({ component: 'machine', resource })).toMatchObject({ resource: id })
  })
})

describe('rich text', () => {
  test.each([
    [9, 6],
    [0, 1],
    [-5, 1],
    [2.4, 2],
    ['3', 2],
    [null, 2],
    [Number.POSITIVE_INFINITY, 2],
  ])('a heading of level %s is one of level %s', (given, level) => {
    const node = { type: 'heading', attrs: { level: given }, content: [{ type: 'text', text: 'T' }] }
    expect(RichText.parse({ type: 'doc', content: [node] }).content[0]).toMatchObject({
      attrs: { level },
      content: [{ text: 'T' }],
    })
  })

  test('text survives unknown nodes and marks', () => {
    const text = { type: 'text', text: 'bleibt', marks: [{ type: 'sparkle' }, null, { type: 'bold' }] }
    const { content } = RichText.parse({ type: 'doc', content: [null, { type: 'box', content: [text] }] })
    expect(content).toEqual([
      { type: 'unknown', content: [] },
      {
        type: 'unknown',
        content: [
          {
            type: 'text',
            text: 'bleibt',
            marks: [{ type: 'unknown' }, { type: 'unknown' }, { type: 'bold' }],
          },
        ],
      },
    ])
  })

  test('blocks in running text are checked like every other block', () => {
    const body = [{ component: 'faq', question: 'Wann?', answer: 5 }, { component: 'sparkle' }, null]
    const { content } = RichText.parse({ type: 'doc', content: [{ type: 'blok', attrs: { id: 'x', body } }] })
    const answer = { type: 'doc', content: [] }
    expect(content).toEqual([
      {
        type: 'blok',
        attrs: {
          body: [
            { component: 'faq', _uid: '', question: 'Wann?', answer },
            { component: 'sparkle', _uid: '' },
            { component: '', _uid: '' },
          ],
        },
      },
    ])
  })

  test('blocks in running text are read also when running text was read before their schemas were loaded', async () => {
    vi.resetModules()
    const { RichText: Early } = await import('./richtext.ts')
    const body = [{ component: 'sparkle', _uid: 'a' }]
    const blok = { type: 'blok', attrs: { body } }
    expect(Early.parse({ type: 'doc', content: [blok] }).content).toEqual([
      { type: 'blok', attrs: { body: [] } },
    ])
    await import('./blocks.ts')
    expect(Early.parse({ type: 'doc', content: [blok, { type: 'blok' }] }).content).toEqual([
      blok,
      { type: 'blok', attrs: { body: [] } },
    ])
  })

  test.each([undefined, null, '', 'plain', [], { type: 'doc' }, { content: 'x' }])(
    '%j is an empty one',
    (given) => {
      expect(RichText.parse(given)).toEqual({ type: 'doc', content: [] })
    },
  )
})
