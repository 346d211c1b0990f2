import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'

// The editor's address is the web's, this server's is this machine: browsers ask somebody before they let one frame the other.
test.use({ permissions: ['local-network-access'] })

const editor = 'https://app.storyblok.com/editor'

/** The address that the Visual Editor opens a story with, signed with the embedded service's preview token. */
function previewAddress(baseURL: string, path: string, storyId: number, previewToken = 'preview'): string {
  const timestamp = Math.floor(Date.now() / 1000)
  const token = createHash('sha1').update(`1:${previewToken}:${timestamp}`).digest('hex')
  const parameters = new URLSearchParams({
    _storyblok: String(storyId),
    _storyblok_c: 'page',
    '_storyblok_tk[space_id]': '1',
    '_storyblok_tk[timestamp]': String(timestamp),
    '_storyblok_tk[token]': token,
  })
  return `${baseURL}${path}?${parameters}`
}

/** A page at the editor's own address with the preview in a frame, as the editor has it. */
async function openEditor(page: Page, preview: string): Promise<void> {
  await page.route('https://app.storyblok.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><iframe name="preview" src="${preview}"></iframe>`,
    }),
  )
  await page.goto(editor)
}

/** The raw story of a file as the editor holds it. */
function storyFile(name: string) {
  const file = JSON.parse(readFileSync(`content/stories/${name}.json`, 'utf8')) as {
    id: number
    content: Record<string, unknown>
  }
  return { ...file, full_slug: name }
}

test('an editor sees a draft in the Visual Editor and what they type at once', async ({ page, baseURL }) => {
  const story = storyFile('faq')
  await openEditor(page, previewAddress(baseURL ?? '', '/faq', story.id))
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(preview.locator('[data-blok-uid]').first()).toBeAttached()
  await expect(preview.locator('html[data-hydrated]')).toBeAttached()

  const typed = {
    ...story,
    content: {
      ...story.content,
      body: [{ _uid: 'x', component: 'section-headers', title: 'Gerade getippt' }],
    },
  }
  await expect(async () => {
    await page.evaluate(
      (changed) => window.frames[0]?.postMessage({ action: 'input', story: changed }, '*'),
      typed,
    )
    await expect(preview.getByRole('heading', { name: 'Gerade getippt' })).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('a script that an editor types does not run', async ({ page, baseURL }) => {
  const story = storyFile('faq')
  await openEditor(page, previewAddress(baseURL ?? '', '/faq', story.id))
  const preview = page.frameLocator('iframe')
  await expect(preview.locator('html[data-hydrated]')).toBeAttached()
  const title = '<img src=x onerror="parent.postMessage(1)"><script>top.ran=1</script>'
  const typed = {
    ...story,
    content: { ...story.content, body: [{ _uid: 'x', component: 'section-headers', title }] },
  }
  await expect(async () => {
    await page.evaluate(
      (changed) => window.frames[0]?.postMessage({ action: 'input', story: changed }, '*'),
      typed,
    )
    await expect(preview.getByRole('heading', { name: '<img src=x' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(preview.locator('main img[src="x"]')).toHaveCount(0)
})

test('without a right signature it is the published page, which nobody can frame', async ({
  request,
  baseURL,
}) => {
  const signed = await request.get(previewAddress(baseURL ?? '', '/faq', 3))
  expect(signed.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(signed.headers()['content-security-policy']).toContain('frame-ancestors https://app.storyblok.com')
  const forged = await request.get(previewAddress(baseURL ?? '', '/faq', 3, 'guessed'))
  expect(forged.headers()['content-security-policy']).toContain(`frame-ancestors 'none'`)
  expect(await forged.text()).not.toContain('data-blok-uid')
})

test('what is typed is drawn for editors only', async ({ request, baseURL }) => {
  const { search } = new URL(previewAddress(baseURL ?? '', '/faq', 3, 'guessed'))
  const refused = await request.post(`/data/preview${search}`, { data: storyFile('faq') })
  expect(refused.status()).toBe(401)
  const { search: signed } = new URL(previewAddress(baseURL ?? '', '/faq', 3))
  for (const [data, status] of [
    ['{', 400],
    ['[]', 400],
    [JSON.stringify({ ...storyFile('faq'), content: { component: 'hologram' } }), 400],
  ] as const) {
    const answer = await request.post(`/data/preview${signed}`, {
      data,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status(), data).toBe(status)
  }
})
