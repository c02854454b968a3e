import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { connectors } from '../server/src/connectors/index.ts'
import { describeApi } from '../server/src/http/docs/describe-api.ts'
import { fieldCatalog } from '../server/src/http/docs/field-catalog.ts'
import { problemCatalog } from '../server/src/http/docs/problem-catalog.ts'
import { operations, payingRoutes, streams } from '../server/src/http/routes/index.ts'
import type { JsonObject } from '../server/src/lib/json/json.ts'
import { errorCatalog } from '../server/src/publishing/error-catalog.ts'
import { settings } from '../server/src/settings.ts'
import { eventCatalog } from '../server/src/webhooks/event-catalog.ts'
import { translatedLocales } from '../server/src/words/locales.ts'
import { describeNetwork } from './describe-network.ts'
import { generateConfiguration } from './generate-configuration.ts'
import { generateErrors } from './generate-errors.ts'
import { generateEvents } from './generate-events.ts'
import { generateMedia } from './generate-media.ts'
import { generateNetworks } from './generate-networks.ts'
import { generateOperations } from './generate-operations.ts'
import { generatePageWords } from './generate-page-words.ts'
import { generateRights } from './generate-rights.ts'

/** A page that is generated from the code, and checked against it. */
export interface GeneratedPage {
  readonly path: string
  /** The file to edit to change the page. */
  readonly source: string
  readonly text: string
}

const root = join(import.meta.dirname, '..')

/** The settings of an account on a platform, as the folder of its connector gives them. */
function exampleSettings(platform: string): JsonObject {
  const file = join(root, 'server/src/connectors', platform, 'test/settings.json')
  const [example]: JsonObject[] = JSON.parse(readFileSync(file, 'utf8'))
  return example ?? {}
}

/** Generates every page that is made from the code. */
export function generatedPages(): GeneratedPage[] {
  const document = describeApi({ operations, streams, publicUrl: 'http://localhost:4747' })
  const catalogs = { problems: problemCatalog, fields: fieldCatalog, results: errorCatalog }
  return [
    {
      path: 'docs/configuration.md',
      source: 'server/src/settings.ts',
      text: generateConfiguration(settings),
    },
    {
      path: 'docs/media.md',
      source: 'scripts/generate-media.ts or the limits of a connector',
      text: generateMedia(connectors, exampleSettings),
    },
    {
      path: 'docs/networks.md',
      source: 'scripts/generate-networks.ts, a connector or the first paragraph of its README',
      text: generateNetworks(connectors.map((connector) => describeNetwork(root, connector))),
    },
    {
      path: 'docs/api/errors.md',
      source:
        'server/src/http/docs/problem-catalog.ts, field-catalog.ts or server/src/publishing/error-catalog.ts',
      text: generateErrors(catalogs),
    },
    {
      path: 'docs/api/events.md',
      source: 'server/src/webhooks/event-catalog.ts',
      text: generateEvents(eventCatalog),
    },
    {
      path: 'docs/api/operations.md',
      source: 'the OpenAPI document',
      text: generateOperations(document),
    },
    {
      path: 'docs/api/rights.md',
      source: 'an operation',
      text: generateRights(operations, payingRoutes.personOperations),
    },
    ...translatedLocales.map((locale) => ({
      path: `server/src/words/${locale}.json`,
      source: 'web/src/locales or the words of a page',
      text: generatePageWords(root, locale),
    })),
  ]
}

if (import.meta.main) {
  for (const { path, text } of generatedPages()) {
    if (process.argv.includes('--write')) writePage(join(process.cwd(), path), text)
    else process.stdout.write(text)
  }
}

function writePage(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
