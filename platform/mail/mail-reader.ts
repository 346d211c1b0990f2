import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import { type Locale, Problem } from '../../contracts/problem.ts'
import type { Database } from '../database/database.ts'
import {
  createService,
  type Fetch,
  localeOf,
  readParams,
  readQuery,
  type ServiceEnv,
} from '../http/service.ts'
import type { Log } from '../log.ts'
import * as store from './mail.store.ts'

const limit = 100

const Filter = z.strictObject({ to: z.string().max(320).optional() })
const Path = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const AttachmentPath = Path.extend({ position: z.coerce.number().int().nonnegative().max(1000) })

interface Options {
  db: Database
  log: Log
  /** Returns the time zone of the space: the times of the pages are those of its clock. */
  zone: () => Promise<string>
}

/**
 * The mails that the installation wrote, for development: `/dev/mail` newest first (`?to=` one recipient) and
 * `/dev/mail/{id}`; pages for people, JSON with `Accept: application/json`. Attachments are downloaded from
 * `/dev/mail/{id}/attachments/{position}`; `/dev/mail/{id}/html` is the frame of the page of a mail.
 */
export function createMailReader({ db, log, zone }: Options): Fetch {
  const app = createService('mail-reader', log)
  app.get('/dev/mail', async (c) => {
    const { to } = readQuery(c, Filter)
    const mails = await store.newest(db, limit, to)
    const timeZone = await zone()
    return answer(c, mails.map(bodyOf), (locale) => listPage({ locale, timeZone }, mails))
  })
  app.get('/dev/mail/:id', async (c) => {
    const mail = await store.byId(db, readParams(c, Path).id)
    if (!mail) throw new Problem('notFound')
    const timeZone = await zone()
    return answer(c, bodyOf(mail), (locale) => mailPage({ locale, timeZone }, mail))
  })
  app.get('/dev/mail/:id/html', async (c) => {
    const mail = await store.byId(db, readParams(c, Path).id)
    if (!mail?.html) throw new Problem('notFound')
    c.header('content-security-policy', mailPolicy)
    c.header('cache-control', 'no-store')
    // Links open beside the reader: their pages allow no frame around them.
    return c.html(mail.html.replace(/<head>/i, '<head><base target="_blank" />'))
  })
  app.get('/dev/mail/:id/attachments/:position', async (c) => {
    const { id, position } = readParams(c, AttachmentPath)
    const found = (await store.byId(db, id))?.attachments.find((each) => each.position === position)
    if (!found) throw new Problem('notFound')
    return new Response(new Uint8Array(found.content), {
      headers: {
        'content-type': found.type,
        // Never shown in place: it is somebody else's file at our address.
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(found.name)}`,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  })
  return async (request) => app.fetch(request)
}

type Page = ReturnType<typeof html>

function attachmentsOf({ id, attachments }: store.StoredMail) {
  return attachments.map(({ name, type, position }) => ({
    name,
    type,
    href: `/dev/mail/${id}/attachments/${position}`,
  }))
}

const texts = {
  de: {
    title: 'Mails dieser Installation',
    empty: 'Noch keine Mail.',
    back: 'Alle Mails',
    gone: 'gelöscht',
    to: 'An',
    at: 'Am',
    links: 'Links',
    attachments: 'Anhänge',
    html: 'Als HTML',
    text: 'Als Text',
  },
  en: {
    title: 'Mails of this installation',
    empty: 'No mail yet.',
    back: 'All mails',
    gone: 'deleted',
    to: 'To',
    at: 'On',
    links: 'Links',
    attachments: 'Attachments',
    html: 'As HTML',
    text: 'As text',
  },
}

/** The colours and sizes of the site; its fonts where its pages have loaded them. */
const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#faf8f3, #141416);
  --ink: light-dark(#17171a, #f3f0e8);
  --quiet: light-dark(#55545a, #b3b0a8);
  --hairline: light-dark(rgb(23 23 26 / 14%), rgb(243 240 232 / 16%));
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem/1.5 system-ui, sans-serif;
}
body { max-width: 46rem; margin: 0 auto; padding: 1rem 1.25rem 3rem; overflow-wrap: anywhere }
h1, h2 { margin: 1rem 0 .5rem; font-weight: 800; letter-spacing: -.02em; line-height: 1.15 }
h1 { font-size: clamp(1.75rem, 1.2rem + 2.5vw, 2.5rem) }
h2 { font-size: 1.25rem; margin-top: 2rem; padding-top: 1rem; border-top: 1px solid var(--hairline) }
pre { white-space: pre-wrap; font: inherit; margin: 0 }
ul { margin: 0; padding: 0; list-style: none }
li { padding: .5rem 0; border-bottom: 1px solid var(--hairline) }
a { color: inherit; text-underline-offset: .2em }
li > a, .back { display: inline-block; padding: .6rem 0 }
li > a { font-weight: 600 }
li, .meta { color: var(--quiet) }
li > a { color: var(--ink) }
iframe { width: 100%; height: 48rem; border: 1px solid var(--ink); border-radius: 2px; background: var(--paper) }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px }
`

const styleTag = raw(`<style>${style}</style>`)

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Links may open a window of their own; nothing else is allowed, above all no script. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox'

/**
 * The policy of a mail's HTML form. It has an address of its own, because the text of a frame (`srcdoc`) inherits the
 * policy of its page, which allows no inline styles; mails have no others.
 */
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  `sandbox ${sandbox}`,
].join('; ')

function bodyOf(mail: store.StoredMail) {
  const { id, toAddress: to, subject, text, html: markup, createdAt, kind, doneAt: sentAt } = mail
  const attachments = attachmentsOf(mail)
  return { id, to, subject, text: text ?? '', html: markup ?? '', createdAt, kind, sentAt, attachments }
}

async function answer(
  c: Context<ServiceEnv>,
  body: object,
  page: (locale: Locale) => Page,
): Promise<Response> {
  c.header('cache-control', 'no-store')
  c.header('vary', 'accept, accept-language')
  if (/\bapplication\/json\b/i.test(c.req.header('accept') ?? '')) return c.json(body)
  c.header('content-security-policy', policy)
  c.header('x-content-type-options', 'nosniff')
  return c.html(await page(localeOf(c.req.raw)))
}

interface Reader {
  locale: Locale
  timeZone: string
}

function listPage(reader: Reader, mails: store.StoredMail[]): Page {
  const { locale } = reader
  const t = texts[locale]
  const items = mails.map(
    (mail) =>
      html`<li>
        <a href="/dev/mail/${mail.id}">${mail.subject}</a><br />${mail.toAddress},
        ${timeOf(mail, reader)}${mail.attachments.map(({ name }) => `, ${name}`)}
      </li>`,
  )
  const list = html`<ul>
    ${items}
  </ul>`
  return document(locale, t.title, mails.length > 0 ? list : html`<p>${t.empty}</p>`)
}

function mailPage(reader: Reader, mail: store.StoredMail): Page {
  const { locale } = reader
  const t = texts[locale]
  const links = linksOf(mail.html ?? '').map(
    (link) => html`<li><a href="${link}" rel="noreferrer">${link}</a></li>`,
  )
  return document(
    locale,
    mail.subject,
    html`<p><a class="back" href="/dev/mail">${t.back}</a></p>
      <p class="meta">${t.to} ${mail.toName} (${mail.toAddress})<br />${t.at} ${timeOf(mail, reader)}</p>
      ${
        mail.html &&
        html`<h2>${t.html}</h2>
          <iframe src="/dev/mail/${mail.id}/html" sandbox="${sandbox}" title="${t.html}"></iframe>`
      }
      <h2>${t.text}</h2>
      <pre lang="${mail.locale}">${mail.text === null ? t.gone : linkified(mail.text)}</pre>
      ${
        links.length > 0
          ? html`<h2>${t.links}</h2>
              <ul>
                ${links}
              </ul>`
          : ''
      }
      ${
        mail.attachments.length > 0
          ? html`<h2>${t.attachments}</h2>
              <ul>
                ${attachmentsOf(mail).map(
                  ({ name, type, href }) => html`<li><a href="${href}">${name}</a> (${type})</li>`,
                )}
              </ul>`
          : ''
      }`,
  )
}

function document(locale: Locale, title: string, content: Page): Page {
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleTag}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

function timeOf({ createdAt }: store.StoredMail, { locale, timeZone }: Reader): Page {
  const format = new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
  const time = format.format(createdAt).replace(/ (um|at) /, ', ')
  return html`<time datetime="${createdAt.toISOString()}">${time}${locale === 'de' ? ' Uhr' : ''}</time>`
}

/** Text with its addresses as links; only http and https, so nothing in a mail becomes a script. */
function linkified(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : part))
}

function linksOf(markup: string): string[] {
  const found = [...markup.matchAll(/\shref="(https?:\/\/[^"<>\s]+)"/g)].map((match) => match[1] ?? '')
  return [...new Set(found.map((link) => link.replaceAll('&amp;', '&')))]
}
