import { expect, test } from 'vitest'
import { type KnownStory, Story } from '../../contracts/story.ts'
import { servicesOf } from '../context.ts'
import { aCourse, aDate, eventsRequest } from '../events/events.fixture.ts'
import '../i18n/message-files.server.ts'
import { withData } from './load-page.ts'

function story(uuid: string, content: object): KnownStory {
  const addresses = { de: `/x/${uuid}`, en: `/en/x/${uuid}` }
  return Story.parse({
    id: 1,
    uuid,
    name: uuid,
    slug: uuid,
    full_slug: `x/${uuid}`,
    content,
    addresses,
  }) as KnownStory
}

const project = (uuid: string, machines: string[]) =>
  story(uuid, { component: 'project-card', title: uuid, maker: 'Mia', machines })
const ofType = {
  'project-card': [project('box', ['laser', 'saw']), project('bag', ['sewing']), project('sign', ['laser'])],
} as Record<string, KnownStory[]>

function load(content: object) {
  const services = {
    content: { storiesOfType: async (type: string) => ofType[type] ?? [], story: async () => null },
    labels: async () => ({}),
    readAsset: async () => null,
  }
  const { context } = eventsRequest('/', [aCourse(1, [aDate(11, '2026-11-26')])], services as never)
  return withData(servicesOf(context), 'en', story('laser', content))
}

test('a machine has the projects that name it, in the editors’ order', async () => {
  const { projects } = await load({
    component: 'machine',
    resource: 1,
    title: 'Laser',
    machine_type: 'laser',
  })
  expect(projects.map(({ href, label }) => [href, label])).toEqual([
    ['/en/x/box', 'Mia'],
    ['/en/x/sign', 'Mia'],
  ])
})

test('a page has courses where a card may be that of a course', async () => {
  const dates = async (component: string) => {
    const { courses } = await load({ component: 'page', title: 'Page', body: [{ component, _uid: 'a' }] })
    return courses.flatMap((course) => course.dates.map(({ id }) => id))
  }
  expect([await dates('preview'), await dates('workshops'), await dates('intro')]).toEqual([[11], [11], []])
})
