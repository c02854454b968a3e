import { readDocument } from '../../../accounts/read-document.ts'
import { readIcon } from '../../../accounts/read-icon.ts'
import { notFound } from '../../../lib/problem.ts'
import { readGuide } from '../../../platform-apps/read-guide.ts'
import { markdownHtml } from '../../pages/markdown-html.ts'
import { plainPage } from '../../pages/plain-page.ts'
import { defineStream } from '../../stream-route.ts'

/** Documents that networks read at our address, such as the metadata of Crier as a client, and pages about networks. They are public. */
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
  defineStream({
    id: 'getNetworkDocs',
    method: 'GET',
    path: '/docs/networks/{platform}',
    group: 'pages',
    authentication: 'none',
    doc: null,
    run: async (context, { params: { platform = '' } }) => {
      const { name, markdown } = await readGuide(context, platform)
      return plainPage(200, name, markdownHtml(markdown), { isWide: true })
    },
  }),
  defineStream({
    id: 'getPlatformIcon',
    method: 'GET',
    path: '/v1/platforms/{platform}/icon.svg',
    group: 'api',
    authentication: 'none',
    doc: {
      summary: 'Read the icon of a network',
      description:
        'Public: its URL is `icon_url` in listPlatforms. A drawing of Crier’s own in one colour, `currentColor`.',
      responses: {
        200: { description: 'The icon.', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
        404: {
          description: 'This server speaks to no such network.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
    run: async (context, { params: { platform = '' } }) => {
      const { svg, etag } = await readIcon(context, platform)
      const headers = {
        'content-type': 'image/svg+xml; charset=utf-8',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=86400',
        etag,
      }
      return { status: 200, headers, body: svg }
    },
  }),
]
