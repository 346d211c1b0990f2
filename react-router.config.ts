import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // All routes are known at once: cacheable pages never ask for /__manifest (facts: one request less).
  // A route is one file: its middleware alone in another would be asked for when the rest has come.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
