import StoryblokBridge from '@storyblok/preview-bridge'

/**
 * Joins a preview with the Visual Editor around it: what somebody types there is drawn by the server and shown at once,
 * what is saved or published is loaded anew. Only pages with signed parameters load this.
 * @param show takes the HTML of the page's blocks
 */
export function joinVisualEditor(show: (html: string) => void): void {
  const bridge = new StoryblokBridge()
  let asked = 0
  bridge.on(['input', 'change', 'published'], (event) => {
    if (!event) return
    if (event.action !== 'input') return location.reload()
    const turn = ++asked
    void drawn(event.story).then((html) => {
      // An answer that was overtaken by the next key is dropped.
      if (html !== null && turn === asked) show(html)
    })
  })
}

async function drawn(story: unknown): Promise<string | null> {
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
