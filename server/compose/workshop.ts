import { createHash } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { startJob } from '../../platform/jobs/jobs.ts'
import { createCache } from '../../services/connector/cache/cache.ts'
import { touchedBy } from '../../services/connector/cache/cached-workshop.ts'
import type { ChangedBooking } from '../../services/connector/workshop-system.ts'
import { together } from '../../services/connector/cache/entries.ts'
import { createStoredAnswers } from '../../services/connector/cache/entries.store.ts'
import { createEngine, createEngineJobs } from '../../services/connector/engine/engine.ts'
import { createFabman } from '../../services/connector/fabman/fabman.ts'
import { createFabmanWebhook } from '../../services/webhooks/fabman.ts'
import { type Base, remoteFetch } from './base.ts'

export type Workshop = ReturnType<typeof composeWorkshop>

/** Workshop management: a Fabman account when its key is configured, else the embedded engine. */
export function composeWorkshop(base: Base) {
  const { config, db, isShared, clock, log } = base
  const cache = createCache({
    clock,
    log,
    ...(isShared && { answers: createStoredAnswers(db, scopeOf(config.fabman)) }),
  })
  const webhookTo = (received: Parameters<typeof createFabmanWebhook>[0]['received']) =>
    createFabmanWebhook({ secret: config.fabman.webhookSecret, received, log })

  if (config.fabman.apiKey) {
    const fabman = createFabman({
      db,
      clock,
      siteUrl: config.publicUrl,
      log,
      cache,
      baseUrl: config.fabman.url,
      apiKey: config.fabman.apiKey,
      fetch: remoteFetch,
      now: () => performance.now(),
      random: Math.random,
    })
    return {
      workshop: fabman.workshop,
      cache,
      fabmanWebhook: webhookTo(fabman.receive),
      startJobs: () => [
        startJob({ name: 'reconcile with Fabman', everyMs: 30_000, run: fabman.reconcile, log }),
      ],
    }
  }
  const options = {
    db,
    clock,
    siteUrl: config.publicUrl,
    mailFrom: config.mail.from,
    changed: (bookings: ChangedBooking[]) => cache.forget(together(bookings.map(touchedBy))),
  }
  return {
    workshop: createEngine(options),
    cache,
    fabmanWebhook: webhookTo(() => {}),
    startJobs: () =>
      Object.entries(createEngineJobs(options)).map(([name, run]) =>
        startJob({ name, everyMs: 10_000, run, log }),
      ),
  }
}

/** Names a Fabman account in cache keys without its key; empty for the engine. */
function scopeOf({ url, apiKey }: Config['fabman']): string {
  if (!apiKey) return ''
  return `${createHash('sha256').update(`${url} ${apiKey}`).digest('hex').slice(0, 12)} `
}
