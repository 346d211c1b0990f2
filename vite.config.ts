import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import {
  chunkGroups,
  chunkList,
  compressedFiles,
  noSummaries,
  shortNames,
  smallInlineScripts,
  throttledChunkReload,
} from './app/delivery/vite-plugins.ts'

export default defineConfig(({ command }) => ({
  plugins: [
    reactRouter(),
    throttledChunkReload(),
    shortNames(),
    chunkList(),
    compressedFiles(),
    smallInlineScripts(),
    noSummaries(),
  ],
  // No asset is inlined: the content policy allows no data URLs in scripts and fonts.
  // The compression of the files takes most of the time, which is no news at each build.
  build: { assetsInlineLimit: 0, rolldownOptions: { checks: { bundlerTimings: false } } },
  // Development: all dependencies are bundled at the start, so that no screen reloads when it is first opened.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!**/*.test.*'] },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } } },
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
