import { readDocument } from '../../accounts/read-document.ts'
import { notFound } from '../../lib/problem.ts'
import { defineStream } from '../stream-route.ts'

/** Documents that networks read at our address, such as the metadata of Crier as a client. They are public. */
export const platformDocumentStreams = [
  defineStream({
    id: 'getPlatformDocument',
    method: 'GET',
    path: '/oauth/{platform}/{document}',
    group: 'api',
    authentication: 'none',
    doc: null,
    run: async (context, { params: { platform = '', document = '' } }) => {
      const found = await readDocument(context, `/oauth/${platform}/${document}`)
      if (found === null) throw notFound('document')
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=300',
      }
      return { status: 200, headers, body: JSON.stringify(found) }
    },
  }),
]
