import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  // Every address of the site is served by main.ts; nothing is inlined, so that the content policy stays strict.
  build: { assetsInlineLimit: 0, ...(isSsrBuild && { rollupOptions: { input: './app/server.ts' } }) },
  // React is bundled in its production form whatever NODE_ENV says at run time (decision: policy only).
  ...(command === 'build' &&
    isSsrBuild && {
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
    }),
  server: { middlewareMode: true },
}))
