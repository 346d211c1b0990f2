import { createHash } from 'node:crypto'
import { servicesOf } from '../context.ts'
import { offlineDocument } from '../offline/offline-document.tsx'
import { offlineFiles } from '../offline/offline-page.tsx'
import { workerScript } from '../offline/worker-script.ts'
import * as paths from '../paths.ts'
import type { Route } from './+types/service-worker'

/** `/sw.js`: the service worker. A browser that has one compares the text and takes over what differs. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const services = servicesOf(context)
  const documents = await Promise.all([offlineDocument(services, 'de'), offlineDocument(services, 'en')])
  const version = createHash('sha256').update(documents.join('')).digest('hex').slice(0, 16)
  const pages = { de: paths.page('de', 'offline'), en: paths.page('en', 'offline') }
  return new Response(workerScript(version, pages, offlineFiles), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      // The policy of this file is the worker's: it may ask this origin, and nothing else.
      'content-security-policy': `default-src 'none'; connect-src 'self'`,
      'cache-control': 'no-cache',
    },
  })
}
