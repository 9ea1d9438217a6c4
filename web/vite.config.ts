import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
  ],
  resolve: {
    alias: { typebox: fileURLToPath(new URL('src/lib/no-schemas.ts', import.meta.url)) },
  },
  // The manifest tells the server which files belong to a route, to name them in the page's head.
  build: { manifest: true, target: 'baseline-widely-available', assetsInlineLimit: 0 },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/media'].map((path) => [path, process.env.API_ORIGIN ?? 'http://127.0.0.1:3000']),
    ),
  },
})
