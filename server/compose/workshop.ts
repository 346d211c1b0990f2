import { startJob } from '../../platform/jobs/jobs.ts'
import { createCache } from '../../services/connector/cache/cache.ts'
import type { ChangedBooking } from '../../services/connector/workshop-system.ts'
import { createSharedCache } from '../../services/connector/cache/shared-cache.ts'
import { createEngine, createEngineJobs } from '../../services/connector/engine/engine.ts'
import { createFabman } from '../../services/connector/fabman/fabman.ts'
import { createFabmanWebhook } from '../../services/webhooks/fabman.ts'
import { type Base, remoteFetch } from './base.ts'

export type Workshop = ReturnType<typeof composeWorkshop>

/**
 * Workshop management: a Fabman account when its key is configured, else the embedded engine.
 * @param trainingChanged a message of Fabman tells that somebody has changed a training there
 * On PostgreSQL cached bookings live shorter, see docs/decisions/023-shared-cache.md.
 */
export function composeWorkshop(base: Base, trainingChanged: (member: number) => void) {
  const { config, db, clock, log } = base
  const { databaseUrl } = config
  const sharedCache = databaseUrl ? createSharedCache({ clock, databaseUrl, db, log }) : null
  const cache = sharedCache ?? createCache({ clock })
  const changed = (bookings: ChangedBooking[]) => cache.invalidate(bookings)
  const close = async () => sharedCache?.close()
  const webhookTo = (received: Parameters<typeof createFabmanWebhook>[0]['received']) =>
    createFabmanWebhook({ secret: config.fabman.webhookSecret, received, log })

  if (config.fabman.apiKey) {
    const fabman = createFabman({
      db,
      clock,
      siteUrl: config.publicUrl,
      log,
      cache,
      changed,
      trainingChanged,
      baseUrl: config.fabman.url,
      apiKey: config.fabman.apiKey,
      fetch: remoteFetch(base, 'fabman'),
      now: () => performance.now(),
      random: Math.random,
    })
    return {
      workshop: fabman.workshop,
      cache,
      bookingsSeconds: () => (sharedCache?.isInformed() === false ? 5 : 60),
      fabmanWebhook: webhookTo(fabman.receive),
      startJobs: () => [
        startJob({ name: 'reconcile with Fabman', everyMs: 30_000, run: fabman.reconcile, log }),
        startJob({ name: 'look for Fabman', everyMs: 1000, run: fabman.recover, log }),
      ],
      close,
    }
  }
  const options = {
    db,
    clock,
    siteUrl: config.publicUrl,
    mailFrom: config.mail.from,
    changed,
  }
  return {
    workshop: createEngine(options),
    cache,
    bookingsSeconds: () => (sharedCache ? 5 : 60),
    fabmanWebhook: webhookTo(() => {}),
    startJobs: () =>
      Object.entries(createEngineJobs(options)).map(([name, run]) =>
        startJob({ name, everyMs: 10_000, run, log }),
      ),
    close,
  }
}
