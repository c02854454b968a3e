import { etagOf, namesEtag } from '../../lib/etag.ts'
import { problemPage } from '../problem-page.ts'
import { type MonitoredPort, requireMonitor } from '../require-monitor.ts'
import { defineStream, type StreamAnswer, type StreamRoute } from '../stream-route.ts'
import { feedsPath } from './index.ts'

export interface OwnRoutesOptions {
  /** The address under which clients reach Crier, without a slash at the end. */
  readonly publicUrl: string
  /** The whole OpenAPI document, as JSON. */
  readonly openapi: string
  /** The OpenAPI document of the session API. */
  readonly appOpenapi: string
  /** The parts that are not ready yet; empty when requests can be answered. */
  readonly ready: () => Promise<readonly string[]>
  /** The text of `/metrics` and its media type. */
  readonly metrics: { text(): Promise<string>; readonly type: string }
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
  ready,
  metrics,
}: OwnRoutesOptions): StreamRoute[] {
  // The path under which a proxy serves Crier.
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  const homePage = page(home)
  const allProblems = page(problemPage(null))
  return [
    defineStream({
      id: 'getHome',
      method: 'GET',
      path: '/',
      group: 'pages',
      authentication: 'none',
      doc: null,
      run: async () => homePage,
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
        run: async (_context, { params }) =>
          params.code === undefined ? allProblems : page(problemPage(params.code)),
      }),
    ),
  ]

  function page(body: string): StreamAnswer {
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: Buffer.from(body.replaceAll('{url}', publicUrl).replaceAll('{base}', base)),
    }
  }
}

function documentRoute(id: string, path: string, json: string): StreamRoute {
  const etag = etagOf(json)
  // However many wait for it, its bytes exist once.
  const document = Buffer.from(json)
  return defineStream({
    id,
    method: 'GET',
    path,
    group: 'api',
    authentication: 'none',
    doc: null,
    run: async (_context, { headers }) => {
      const cached = { etag, 'cache-control': 'public, max-age=60' }
      const known = headers['if-none-match']
      if (typeof known === 'string' && namesEtag(known, etag))
        return { status: 304, headers: cached, body: null }
      return { status: 200, headers: { ...jsonHeaders, ...cached }, body: document }
    },
  })
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

function json(status: number, body: Record<string, unknown>): StreamAnswer {
  return { status, headers: jsonHeaders, body: JSON.stringify(body) }
}

const home = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Crier</title>
<h1>Crier</h1>
<p>This server publishes posts to social accounts, on time and once, and reports truthfully what happened.</p>
<ul>
<li>Posts on test accounts are published to a simulated network: <a href="{base}${feedsPath}">its feeds</a></li>
<li>The API is at <code>{url}/v1</code> and needs a key: <code>Authorization: Bearer crier_…</code></li>
<li>The description of the API: <a href="{base}/openapi.json">openapi.json</a></li>
<li>The error codes and their remedies: <a href="{base}/docs/problems">docs/problems</a></li>
<li>The state of the server: <a href="{base}/healthz">healthz</a>, <a href="{base}/readyz">readyz</a></li>
</ul>
</html>
`
