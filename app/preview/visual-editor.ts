import StoryblokBridge from '@storyblok/preview-bridge'

/**
 * Connects a preview to the Visual Editor around it: typed changes are rendered by the server and shown at once; after
 * saving or publishing the page reloads. Only pages with signed parameters load this module.
 * @param show takes the HTML of the page's blocks
 */
export function joinVisualEditor(show: (html: string) => void): void {
  const bridge = new StoryblokBridge()
  let latest = 0
  bridge.on(['input', 'change', 'published'], (event) => {
    if (!event) return
    if (event.action !== 'input') return location.reload()
    const change = ++latest
    void render(event.story).then((html) => {
      // A response is dropped when a newer change was sent meanwhile.
      if (html !== null && change === latest) show(html)
    })
  })
}

async function render(story: unknown): Promise<string | null> {
  const response = await fetch(
    `/data/preview${location.search}&path=${encodeURIComponent(location.pathname)}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(story),
    },
  )
  return response.ok ? ((await response.json()) as { html: string }).html : null
}
