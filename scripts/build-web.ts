import { join } from 'node:path'
import { build } from 'vite'

/**
 * Builds the app into `web/dist`, where the server reads it when it starts. The result lies in the repository, so that
 * `npm start` needs none of the tools that make it (docs/decisions/0060-the-app-arrives-built.md).
 */
export async function buildWeb(outDir = join(import.meta.dirname, '../web/dist')): Promise<void> {
  // Where a test builds, the setting of the test would make the slow variant of every library.
  process.env.NODE_ENV = 'production'
  const root = join(import.meta.dirname, '../web')
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
}

if (import.meta.main) {
  await buildWeb()
  process.stdout.write('Built the app into web/dist.\n')
}
