import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), throttledChunkReload(), compressedFiles()],
  // Nothing is inlined, so that the content policy stays strict.
  build: { assetsInlineLimit: 0 },
  // Development: every dependency is found at the start, so that no screen reloads when it is first opened.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!**/*.test.*'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // What every page needs is one file: nine small ones compress worse, and each route would name all of them. So
          // is what the screens with live data share: over HTTP/1.1 a dozen small files are two more round trips.
          output: {
            codeSplitting: {
              groups: [
                { name: 'frame', test: everywhere },
                { name: 'live', test: liveScreens },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { input: './app/server.ts' } },
      // React is bundled in its production form; NODE_ENV at run time selects policy only.
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
    },
  },
}))

/** Modules that the frame of every page imports. */
const everywhere =
  /preload-helper|\/app\/(paths|i18n\/(locale|messages|titled)|frame\/(content-page|listed|link|same-page|coming|error-screen)|session\/(refusal|session|sign-in-button)|delivery\/(session-storage|preload-queue|preload-route))\.tsx?$/

/** Modules that screens with live data share. */
const liveScreens =
  /\/node_modules\/@tanstack\/|\/clients\/store-error\.ts$|\/contracts\/age\.ts$|\/app\/(live\/(ask-data|live-query|stale-notice|use-connector|use-member-write|use-own-bookings|use-settled|use-waitlist|write-keys)|booking\/(access-notice|booking-views|calendar-button|reasons|use-access|zone-note)|i18n\/format)\.tsx?$/

/** Every file that a browser fetches as text stands beside its small forms, made once here; the front sends those. */
function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg|json)$/.test(file))) {
        const bytes = readFileSync(join(dir, name))
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/**
 * React Router reloads the page whenever a route's file can't be loaded, without end when it stays away. The build
 * asks our throttle first (app/delivery/chunk-reload.ts). When it says no, the screen is one that fails: an error thrown
 * here would be swallowed (single fetch awaits the reload). A version of React Router that no longer has this place
 * fails the build.
 */
function throttledChunkReload(): Plugin {
  return {
    name: 'throttled-chunk-reload',
    apply: 'build',
    transform(code, id) {
      if (!/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/.test(id)) return null
      const reload = 'window.location.reload();'
      if (!code.includes(reload)) this.error(`${id} no longer reloads: look at app/delivery/chunk-reload.ts`)
      const failed = 'return { default() { throw error } }'
      return code.replace(reload, `if (window.mayReloadForChunk?.() === false) ${failed};\n${reload}`)
    },
  }
}
