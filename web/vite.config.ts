import { join } from 'node:path'
import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vite'
import { chunks } from './build/chunks.ts'
import { early } from './build/early.ts'
import { shipped } from './build/shipped.ts'

// The tools that build run in the folder of the whole project.
const inThisFolder = { cwd: import.meta.dirname }

// English texts stay in the code, so that a page loads its own texts alone. The other languages are a file each.
const macros = linguiTransformerBabelPreset(
  { descriptorFields: 'message', linguiConfig: getConfig(inThisFolder) },
  inThisFolder,
)

const isOfEntry = (file: string) => /^assets\/(?:index|rolldown-runtime)-[^/]+$/.test(file)

export default defineConfig({
  root: import.meta.dirname,
  // The server may be reached below a path; the files find each other from where they lie.
  base: './',
  // Components are written for React, and drawn by Preact: docs/decisions/0109-preact-draws-the-app.md.
  resolve: {
    alias: [
      { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      {
        find: /^react\/jsx(?:-dev)?-runtime$/,
        replacement: join(import.meta.dirname, 'src/preact/jsx-runtime.ts'),
      },
    ],
  },
  plugins: [
    lingui({ ...inThisFolder, failOnCompileError: true }),
    babel({ presets: [macros] }),
    early(),
    shipped(),
  ],
  build: {
    target: 'es2023',
    outDir: 'dist',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The entry is there when the app loads anything later: asking for it again costs bytes and time.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((name) => !isOfEntry(name)),
    },
    cssCodeSplit: true,
    // Some libraries mark what is for browsers, which all of this is.
    rolldownOptions: {
      output: chunks,
      checks: { moduleLevelDirective: false },
    },
    // The server compresses what it sends; the plugin `shipped` writes the compressed files.
    reportCompressedSize: false,
  },
  server: {
    // For work on the app beside a running server: the pages come from here, everything else from there.
    proxy: Object.fromEntries(
      ['/v1', '/app/', '/media', '/thumbnails', '/avatars', '/openapi.json', '/platforms'].map((path) => [
        path,
        { target: 'http://localhost:8080', changeOrigin: true, headers: { origin: 'http://localhost:8080' } },
      ]),
    ),
  },
})
