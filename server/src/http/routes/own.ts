import { html } from '../../lib/html.ts'
import { etagOf, namesEtag } from '../../lib/requests/etag.ts'
import { readSessionCookie } from '../app/session-cookie.ts'
import { type ApiPages, createApiPages } from '../pages/api-pages.ts'
import type { DescribedOperation } from '../pages/described-operation.ts'
import { plainPage } from '../pages/plain-page.ts'
import { problemPage } from '../problem-page.ts'
import { type MonitoredPort, requireMonitor } from '../require-monitor.ts'
import { defineStream, type StreamAnswer, type StreamRoute } from '../stream-route.ts'
import { appPage } from '../web/app-page.ts'
import { appFileRoutes } from '../web/app-routes.ts'
import type { BuiltFile } from '../web/built-app.ts'

export interface OwnRoutesOptions {
  /** The address under which clients reach Crier, without a slash at the end. */
  readonly publicUrl: string
  /** Describes the API in OpenAPI, when somebody first asks for that. */
  readonly openapi: () => object
  /** Describes the session API. */
  readonly appOpenapi: () => object
  /** The operations that the pages of `/docs` tell of, when somebody first asks for those. */
  readonly described: () => readonly DescribedOperation[]
  /** The parts that are not ready yet; empty when requests can be answered. */
  readonly ready: () => Promise<readonly string[]>
  /** The text of `/metrics` and its media type. */
  readonly metrics: { text(): Promise<string>; readonly type: string }
  /** The files of the app; null where it was not built. */
  readonly app: ReadonlyMap<string, BuiltFile> | null
}

/** The state of this process, for monitors. */
export function probeRoutes(
  { ready, metrics }: Pick<OwnRoutesOptions, 'ready' | 'metrics'>,
  port: MonitoredPort,
): StreamRoute[] {
  return [
    defineStream({
      id: 'getHealth',
      method: 'GET',
      path: '/healthz',
      group: 'api',
      authentication: 'none',
      doc: null,
      run: async () => json(200, { status: 'ok' }),
    }),
    defineStream({
      id: 'getReadiness',
      method: 'GET',
      path: '/readyz',
      group: 'api',
      authentication: 'none',
      doc: null,
      run: async () => {
        const waitingFor = await ready()
        if (waitingFor.length === 0) return json(200, { status: 'ready' })
        return {
          ...json(503, { status: 'not_ready', waiting_for: waitingFor }),
          headers: { ...jsonHeaders, 'retry-after': '1' },
        }
      },
    }),
    defineStream({
      id: 'getMetrics',
      method: 'GET',
      path: '/metrics',
      group: 'api',
      authentication: 'none',
      doc: null,
      run: async ({ config }, request) => {
        requireMonitor(config.metricsToken, request, port)
        return { status: 200, headers: { 'content-type': metrics.type }, body: await metrics.text() }
      },
    }),
  ]
}

/** The server's own pages, which need no key. */
export function ownRoutes({
  publicUrl,
  openapi,
  appOpenapi,
  described,
  ready,
  metrics,
  app,
}: OwnRoutesOptions): StreamRoute[] {
  const root = publicUrl.replace(/\/$/, '')
  return [
    ...(app === null ? [] : appFileRoutes(app)),
    defineStream({
      id: 'getHome',
      method: 'GET',
      path: '/',
      group: 'app',
      authentication: 'none',
      readsCookies: 'for_looks',
      doc: null,
      run: async ({ config }, request) =>
        appPage(app, config, '/', readSessionCookie(config.publicUrl, request) !== null),
    }),
    ...probeRoutes({ ready, metrics }, 'api'),
    documentRoute('getOpenapi', '/openapi.json', openapi),
    documentRoute('getAppOpenapi', '/app/openapi.json', appOpenapi),
    ...['/docs/problems', '/docs/problems/{code}'].map((path, index) =>
      defineStream({
        id: ['listProblems', 'getProblem'][index] ?? path,
        method: 'GET',
        path,
        group: 'pages',
        authentication: 'none',
        doc: null,
        run: async (_context, { params }) => problemPage(root, params.code ?? null),
      }),
    ),
    ...docsRoutes(root, described),
  ]
}

/** The pages about the API for people, which need no key either. */
function docsRoutes(root: string, described: OwnRoutesOptions['described']): StreamRoute[] {
  let made: ApiPages | undefined
  const pages = () => {
    made ??= createApiPages(root, described())
    return made
  }
  const page = (id: string, path: string, answer: (name: string | undefined) => StreamAnswer) =>
    defineStream({
      id,
      method: 'GET',
      path,
      group: 'pages',
      authentication: 'none',
      doc: null,
      run: async (_context, { params }) => answer(params.id),
    })
  return [
    page('getDocs', '/docs', () => pages().index()),
    page('getOperationDocs', '/docs/operations/{id}', (id) => pages().of(id ?? '') ?? noOperation(root)),
  ]
}

function noOperation(root: string): StreamAnswer {
  const content = html`<p>The API has no operation of this name. <a href="${root}/docs">All operations</a></p>`
  return plainPage(404, 'No such operation', content)
}

function documentRoute(id: string, path: string, describe: () => object): StreamRoute {
  // However many wait for it, its bytes exist once.
  let document: { readonly bytes: Buffer; readonly etag: string } | undefined
  const write = () => {
    const json = JSON.stringify(describe())
    return { bytes: Buffer.from(json), etag: etagOf(json) }
  }
  return defineStream({
    id,
    method: 'GET',
    path,
    group: 'api',
    authentication: 'none',
    doc: null,
    run: async (_context, { headers }) => {
      document ??= write()
      const { bytes, etag } = document
      const cached = { etag, 'cache-control': 'public, max-age=60' }
      const known = headers['if-none-match']
      if (typeof known === 'string' && namesEtag(known, etag))
        return { status: 304, headers: cached, body: null }
      return { status: 200, headers: { ...jsonHeaders, ...cached }, body: bytes }
    },
  })
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

function json(status: number, body: Record<string, unknown>): StreamAnswer {
  return { status, headers: jsonHeaders, body: JSON.stringify(body) }
}
