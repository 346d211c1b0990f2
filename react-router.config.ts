import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // `run.mjs` names a folder for each build.
  buildDirectory: process.env['BUILD_DIRECTORY'] ?? 'build/unnamed',
  ssr: true,
  // One file per route: its client middleware in a file of its own would be one more round trip before hydration.
  splitRouteModules: false,
  // All routes are known at once: cacheable pages never ask for /__manifest (one request less).
  routeDiscovery: { mode: 'initial' },
} satisfies Config
