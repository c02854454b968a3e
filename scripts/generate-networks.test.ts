import { expect, test } from 'vitest'
import type { Connector } from '../server/src/connectors/connector.ts'
import { unlimited, upTo } from '../server/src/connectors/kit/media/media-limits.ts'
import { connectByName } from '../server/src/connectors/sandbox/connect.ts'
import { sandbox } from '../server/src/connectors/sandbox/connector.ts'
import { connectByOauth } from '../server/src/connectors/sandbox/sign-in.ts'
import { generateNetworks } from './generate-networks.ts'

const image = { ...unlimited, kind: 'image', types: ['image/jpeg'], maxBytes: 2_000_000 } as const
const video = {
  ...unlimited,
  kind: 'video',
  types: ['video/mp4'],
  maxBytes: 1_500_000_000,
  maxDurationMs: 180_000,
} as const

/** A network with everything that the page tells. */
const pelican: Connector = {
  ...sandbox,
  platform: 'pelican',
  name: 'Pelican Beach',
  app: connectByName.fields,
  connect: [{ ...connectByOauth, needsApp: true, needs: ['https', 'public_media'] }],
  powers: [{ power: 'api_version', inUse: () => ({ version: 'v25', endsOn: '2027-09-15' }) }],
  limits: () => ({
    text: { max: 2_200, unit: 'utf16', also: [{ max: 5_000, unit: 'utf8' }], linkCost: 23, rules: null },
    media: {
      kinds: [image, video],
      sets: [{ kinds: ['image', 'video'], min: 2, max: 10, most: { video: 1 } }, upTo(1, 'video')],
      required: true,
      altTextMax: 1_000,
    },
    placements: {
      option: 'placement',
      media: { story: { kinds: [video], sets: [upTo(1, 'video')], required: true, altTextMax: 0 } },
    },
    threadMax: 1,
    rates: [{ per: 'account', of: '', posts: 50, everyMs: 86_400_000 }],
  }),
}

const classes = [
  { name: 'two_phase', posts: ['image', 'video'] },
  { name: 'list', posts: ['first comment'] },
] as const

const page = generateNetworks([
  { connector: pelican, summary: 'It works.', readme: '../pelican.md', classes, described: ['image'] },
])

test.each([
  '| [Pelican Beach](#pelican-beach) | 2,200 | image, video | no | yes | no | no | no | yes |',
  '## Pelican Beach\n\nIt works. [README](../pelican.md)\n',
  '| Text | 2,200 UTF-16 units and 5,000 UTF-8 bytes; a link counts 23 |',
  '| Media | image (jpeg; up to 2 MB)<br>video (mp4; up to 1.5 GB; up to 3 min) |',
  '| In one post | 2 to 10 of image, video, at most 1 video; 1 of video |',
  '| `placement`: `story` | video (mp4; up to 1.5 GB; up to 3 min)<br>1 of video |',
  '| Alt text | up to 1,000, of image |',
  '| Rate | 50 posts in 24 h for each account |',
  '| Network class | `two_phase` (image, video) or `list` (first comment) |',
  '| Ways to connect | `oauth`: a page of the network; needs the operator’s app, https, media reachable from the internet |',
  '| Operator’s app | `PLATFORM_PELICAN_NAME`, `PLATFORM_PELICAN_BEHAVIOR` (optional), ',
  '| API version | `v25`, which ends on 2027-09-15 |',
  '| Deletes posts | no |',
  '| Edits posts | no |',
])('the page of networks says: %s', (line) => {
  expect(page).toContain(line)
})

test('the page tells which posts can be deleted or edited and which figures there are', () => {
  const described = { summary: 'Inside.', readme: '../sandbox.md', classes: [], described: [] }
  const text = generateNetworks([{ connector: sandbox, ...described }])
  expect(text).toContain('| Deletes posts | yes, with `?unpublish=true` |')
  expect(text).toContain('| Edits posts | yes: the text |')
  expect(text).toContain('| Tells figures | views, likes, comments |')
  expect(text).toContain('| Alt text | none; one that is given is left out |')
  expect(text).not.toContain('Network class |')
})
