import { exportPath } from '../../../moving-out/export/export-url.ts'
import { serveExport } from '../../../moving-out/export/serve-export.ts'
import { defineStream, type StreamRequest } from '../../stream-route.ts'

/** The archives of exports, at signed addresses. Pages of other sites may not read them. */
export const exportStreams = [
  defineStream({
    id: 'downloadExport',
    method: 'GET',
    path: `${exportPath}/{id}`,
    group: 'app',
    authentication: 'none',
    mayWait: true,
    doc: null,
    run: (context, request) =>
      serveExport(context, {
        id: request.params.id ?? '',
        query: request.query,
        range: header(request, 'range'),
        ifRange: header(request, 'if-range'),
        withBody: request.method !== 'HEAD',
      }),
  }),
]

function header(request: StreamRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}
