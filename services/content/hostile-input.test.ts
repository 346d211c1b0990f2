import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { askerOf, serveFiles } from './content.fixture.ts'
import { LinksQuery, StoriesQuery, StoryQuery } from './parameters.ts'

const { content, remove } = serveFiles()
afterAll(remove)

const ask = askerOf(content)

describe('hostile input is refused with the name of the parameter, never with 500', () => {
  const long = 'x'.repeat(3000)
  test.each([
    ['version', 'stories?version=all'],
    ['per_page', 'stories?per_page=1e9'],
    ['per_page', 'stories?per_page=0'],
    ['per_page', 'datasource_entries?per_page=-1'],
    ['page', 'stories?page=-1'],
    ['page', 'stories?page=1.5'],
    ['page', `stories?page=${'9'.repeat(40)}`],
    ['page', 'stories?page=1&page=2'],
    ['by_ids', 'stories?by_ids=1,x'],
    ['level', 'stories?level=deep'],
    ['is_startpage', 'stories?is_startpage=maybe'],
    ['published_at_gt', 'stories?published_at_gt=yesterday'],
    ['published_at_gt', 'stories?published_at_gt=2026-13-45'],
    ['resolve_links', 'stories/home?resolve_links=all'],
    ['resolve_links_level', 'stories/home?resolve_links=url&resolve_links_level=3'],
    ['resolve_assets', 'stories/home?resolve_assets=all'],
    ['in_workflow_stages', 'stories?in_workflow_stages=done'],
    ['find_by', 'stories/home?find_by=id'],
    ['search_term', `stories?search_term=${long}`],
    ['sort_by', 'stories?sort_by=name:sideways'],
    ['sort_by', `stories?sort_by=${'name,'.repeat(9)}name`],
    ['filter_query[x][gt_int]', 'stories?filter_query[x][gt_int]=many'],
    ['filter_query[x][gt_date]', 'stories?filter_query[x][gt_date]=soon'],
    ['filter_query[x][is]', 'stories?filter_query[x][is]=__proto__'],
    ['filter_query[x][constructor]', 'stories?filter_query[x][constructor]=1'],
    ['filter_query[x]', 'stories?filter_query[x]=1'],
    ['filter_query', 'stories?filter_query=1'],
    ['filter_query', `stories?${'filter_query[x][in]=1&'.repeat(40)}`],
    ['with_parent', 'links?with_parent=root'],
  ])('%s: %s', async (name, path) => {
    const { status, body } = await ask(path)
    expect(status).toBe(422)
    expect(body.error).toMatch(new RegExp(`^${name.replaceAll(/[[\]]/g, '\\$&')}: `))
  })

  test.each([
    ['a per_page above the limit', 'stories?per_page=1000000', 200],
    ['a pattern of a regular expression', 'stories?by_slugs=(a%2B)%2B$%5B&search_term=(.*', 200],
    ['a pattern made of stars', `stories?filter_query[title][like]=${'*a'.repeat(900)}b`, 200],
    ['NUL in a path', 'stories/%00', 400],
    ['NUL in a query', 'stories?starts_with=%00', 400],
    ['broken percent-encoding', 'stories/%E0%A4%A', 404],
    ['a very long address', `stories/${'y'.repeat(9000)}`, 414],
    ['own names of objects', 'stories/__proto__?language=constructor', 404],
    ['an unknown endpoint', '__proto__', 404],
    ['a datasource by a hostile name', 'datasources/__proto__', 404],
    ['traversal', 'stories/..%2f..%2fspace', 404],
  ])('%s', async (_, path, status) => {
    expect((await ask(path)).status).toBe(status)
  })

  test('a per_page above the limit counts as the limit', async () => {
    expect((await ask('stories?per_page=1000000')).headers.get('per-page')).toBe('100')
    expect((await ask('datasource_entries?per_page=1000000')).headers.get('per-page')).toBe('1000')
  })

  test('any query gives JSON and no server error', async () => {
    const names = [
      ...Object.keys({ ...StoriesQuery.shape, ...StoryQuery.shape, ...LinksQuery.shape }),
      'filter_query[title][like]',
      'filter_query[__or][][price][gt_int]',
      'filter_query[tags][is]',
      'filter_query[tags]',
      'datasource',
      'dimension',
    ]
    const paths = [
      'stories',
      'stories/home',
      'links',
      'datasource_entries',
      'datasources',
      'tags',
      'spaces/me',
    ]
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '0', '-1', '1e9', 'null', '__proto__', '[', '*', ','),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom(...paths), fc.string()),
        fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 }),
        async (path, query) => {
          const { status } = await ask(`${encodeURI(path.toWellFormed())}?${new URLSearchParams(query)}`)
          expect(status).toBeLessThan(500)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('every origin can read; other methods are refused', async () => {
    const send = (method: string) => content(new Request('http://x/v2/cdn/stories?token=public', { method }))
    expect((await send('POST')).status).toBe(405)
    const preflight = await send('OPTIONS')
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect((await send('HEAD')).status).toBe(301)
    expect((await ask('stories')).headers.get('access-control-expose-headers')).toContain('per-page')
  })
})
