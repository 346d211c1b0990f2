import { expect, test } from './fixtures.ts'

const people = { name: 'Ada Lovelace', contract: 'B-2026-000000', email: 'ada@example.org' }
const forms = [
  {
    home: '/',
    link: 'Verträge hier kündigen',
    labels: { name: 'Dein Name', contract: 'Vertrag', email: 'E-Mail für die Bestätigung' },
    next: null,
    declare: 'jetzt kündigen',
    receipt: 'Deine Kündigung ist angekommen',
    store: 'Erklärung speichern',
  },
  {
    home: '/',
    link: 'Vertrag widerrufen',
    labels: { name: 'Dein Name', contract: 'Vertrag', email: 'E-Mail für die Bestätigung' },
    next: 'Weiter zur Bestätigung',
    declare: 'Widerruf bestätigen',
    receipt: 'Dein Widerruf ist angekommen',
    store: 'Erklärung speichern',
  },
  {
    home: '/en',
    link: 'Cancel contracts here',
    labels: { name: 'Your name', contract: 'Contract', email: 'Email for the confirmation' },
    next: null,
    declare: 'Cancel now',
    receipt: 'Your cancellation has arrived',
    store: 'Store the declaration',
  },
  {
    home: '/en',
    link: 'Withdraw from contract',
    labels: { name: 'Your name', contract: 'Contract', email: 'Email for the confirmation' },
    next: 'Continue to confirm',
    declare: 'Confirm withdrawal',
    receipt: 'Your withdrawal has arrived',
    store: 'Store the declaration',
  },
]

/** A browser that knows links, forms and cookies only, and sends no header `Origin`. */
class TextBrowser {
  private readonly cookies = new Map<string, string>()
  html = ''
  url: string

  constructor(url: string) {
    this.url = url
  }

  async open(path: string, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = new URL(path, this.url)
    const answer = await fetch(url, {
      headers: { cookie },
      redirect: 'manual',
      ...(form && { method: 'POST', body: form }),
    })
    for (const each of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      this.cookies.set(name, value)
    }
    this.url = url.href
    const location = answer.headers.get('location')
    if (location) return this.open(location)
    this.html = await answer.text()
    return answer
  }

  /** Where the last link with this text leads. */
  href(text: string): string {
    const links = this.html.matchAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gs)
    return (
      [...links].findLast(([, , inner = '']) => plain(inner) === text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    )
  }

  /** Presses a button after typing into fields by their labels. */
  async press(button: string, typed: Record<string, string> = {}): Promise<Response> {
    const found = [...this.html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].find(([, , inner = '']) =>
      [...inner.matchAll(/<button\b[^>]*>(.*?)<\/button>/gs)].some(([, text = '']) => plain(text) === button),
    )
    expect(found, `a form with the button ${button}`).toBeDefined()
    const [, attributes = '', inner = ''] = found ?? []
    const fields = new URLSearchParams()
    for (const [tag] of inner.matchAll(/<(?:input|textarea)\b[^>]*>/g)) {
      const isChoice = /type="(?:radio|checkbox)"/.test(tag)
      if (!isChoice || tag.includes('checked')) fields.append(valueOf(tag, 'name'), valueOf(tag, 'value'))
    }
    for (const [label, value] of Object.entries(typed)) {
      const labels = [...inner.matchAll(/<label\b([^>]*)>(.*?)<\/label>/gs)]
      const id = valueOf(labels.find(([, , text = '']) => plain(text) === label)?.[1] ?? '', 'for')
      const field = [...inner.matchAll(/<(?:input|textarea)\b[^>]*>/g)].find(
        ([tag]) => valueOf(tag, 'id') === id,
      )
      expect(field, `a field with the label ${label}`).toBeDefined()
      fields.set(valueOf(field?.[0] ?? '', 'name'), value)
    }
    return this.open(valueOf(attributes, 'action') || this.url, fields)
  }
}

function valueOf(tag: string, attribute: string): string {
  return new RegExp(`\\b${attribute}="([^"]*)"`).exec(tag)?.[1] ?? ''
}

function plain(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '').trim()
}

for (const { home, link, labels, next, declare, receipt, store } of forms) {
  test(`a text browser gets from ${home} to the receipt: ${link}`, async ({ baseURL }) => {
    const browser = new TextBrowser(baseURL ?? '')
    await browser.open(home)
    await browser.open(browser.href(link))
    const typed = Object.fromEntries(
      Object.entries(labels).map(([name, label]) => [label, people[name as keyof typeof people]]),
    )
    if (next !== null) {
      expect((await browser.press(next, typed)).status).toBe(200)
      expect(plain(browser.html)).toContain(people.contract)
    }
    const asked = browser.html
    const declares = () => browser.press(declare, next === null ? typed : {})
    const answer = await declares()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(browser.html).toContain(receipt)
    const { url } = browser
    const stored = await browser.open(browser.href(store))
    expect(stored.headers.get('content-disposition')).toContain('attachment')
    for (const text of Object.values(people)) expect(browser.html).toContain(text)
    // The button pressed twice leads to the same receipt. Once only: a network may send ten declarations an hour.
    if (next !== null || home !== '/') return
    browser.html = asked
    await declares()
    expect(browser.url).toBe(url)
  })
}
