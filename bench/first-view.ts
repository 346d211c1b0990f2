import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../tests/installed.ts'
import type { OnEnd, Row } from './measurement.ts'
import { median } from './median.ts'
import { startProduct, temporaryFolder } from './process.ts'

const port = 4876
const views = 7

/** Fast 4G as in the browsers' developer tools, and a processor slowed down four times. */
const phone = {
  screen: {
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  },
  network: {
    offline: false,
    latency: 165,
    downloadThroughput: (9e6 * 0.9) / 8,
    uploadThroughput: (1.5e6 * 0.9) / 8,
  },
  slowdown: 4,
}

/**
 * Measures the first view of /booking on a phone with an empty cache: until the first paint, and until a free slot that is
 * tapped right after it shows as chosen. Medians; each view has a browser context of its own.
 * @throws Error when there is no Chromium
 */
export async function measureFirstView(onEnd: OnEnd): Promise<Row[]> {
  const url = `http://localhost:${port}/booking`
  await startProduct(onEnd, { port, dataDir: temporaryFolder(onEnd), path: '/booking' })
  const browser = await chromium.launch({ executablePath: findChromium() })
  onEnd(() => browser.close())
  // A server that has just been started is slower than one that runs.
  for (let warm = 0; warm < 20; warm++) await fetch(url).then((response) => response.arrayBuffer())
  const seen: View[] = []
  for (let view = 0; view < views; view++) seen.push(await firstView(browser, url))
  return [
    {
      measurement: 'first view of /booking on a phone, painted',
      value: Math.round(median(seen.map(({ painted }) => painted))),
      unit: 'ms',
    },
    {
      measurement: 'the same, a tapped slot is chosen',
      value: Math.round(median(seen.map(({ chosen }) => chosen))),
      unit: 'ms',
    },
  ]
}

/** Milliseconds since the navigation began. */
interface View {
  painted: number
  chosen: number
}

async function firstView(browser: Browser, url: string): Promise<View> {
  const context = await browser.newContext(phone.screen)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', phone.network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.slowdown })
  await page.addInitScript(tapWhenPainted)
  await page.goto(url, { waitUntil: 'commit' })
  const view = await page.waitForFunction(() => (window as { view?: View }).view)
  const times = await view.jsonValue()
  await context.close()
  return times as View
}

/** Runs in the page: taps the first free slot after the first paint and records when it shows as chosen. */
function tapWhenPainted(): void {
  const grid = '[role=grid] td.shown-day'
  let painted = 0
  const step = () => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const free = document.querySelector<HTMLElement>(`${grid}[data-state=free]`)
    if (painted === 0 && paint && free) {
      painted = paint.startTime
      free.click()
    }
    if (painted > 0 && document.querySelector(`${grid}[data-state=chosen]`)) {
      Object.assign(window, { view: { painted, chosen: performance.now() } })
    } else {
      setTimeout(step, 10)
    }
  }
  step()
}
