import type {
  Checked,
  Connector,
  Draft,
  DraftMedia,
  MediaKind,
  MediaLimit,
} from '../server/src/connectors/connector.ts'
import { planFit } from '../server/src/connectors/kit/fitting/plan-fit.ts'
import type { JsonObject } from '../server/src/lib/json/json.ts'

/** A kind of file as people name it, and an ordinary one of it. */
interface Sample {
  readonly name: string
  readonly medium: DraftMedia
}

/** A column of a table: a network, or a kind of post or an option of one. */
interface Column {
  readonly head: string
  sent(medium: DraftMedia): string
}

/** The settings of some account on a platform. */
type ExampleOf = (platform: string) => JsonObject

/** Generates the page about media: the changes that fit files to networks, and what each network is sent of each file. */
export function generateMedia(connectors: readonly Connector[], exampleOf: ExampleOf): string {
  return [
    introduction,
    table(connectors.map((connector) => usualPost(connector, exampleOf(connector.platform)))),
    placementsHead,
    table(connectors.flatMap(placements)),
    optionsHead,
    table(connectors.flatMap((connector) => namedByOptions(connector, exampleOf(connector.platform)))),
    explanation,
  ].join('\n')
}

function table(columns: readonly Column[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const heads = ['File', ...columns.map(({ head }) => head)]
  const rows = samples.map(({ name, medium }) => [name, ...columns.map(({ sent }) => sent(medium))])
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A network that shows media from where they lie refuses in `check` those that would have to be changed. */
function usualPost({ name, limits, check }: Connector, settings: JsonObject): Column {
  const { kinds } = limits(null).media
  const isRefused = (medium: DraftMedia) =>
    check(
      { text: '', media: [medium], options: {}, thread: [], optionMedia: [], mayFit: true },
      { ...someAccount, settings },
    ).problems.some(({ code }) => code === 'media_not_fitted')
  return { head: name, sent: (medium) => (isRefused(medium) ? 'not taken' : sentOf(medium, kinds)) }
}

/** The kinds of post that an option of a network chooses, each with limits of its own. */
function placements({ name, limits }: Connector): Column[] {
  const { placements: chosen } = limits(null)
  return Object.entries(chosen?.media ?? {}).map(([value, { kinds }]) => ({
    head: `${name}, \`${chosen?.option}: ${value}\``,
    sent: (medium) => sentOf(medium, kinds),
  }))
}

/** The options that name one medium, such as a cover, as `check` judges it. */
function namedByOptions(connector: Connector, settings: JsonObject): Column[] {
  const { name, options, check } = connector
  const named = Object.entries<{ format?: unknown }>(options.properties).filter(
    ([, { format }]) => format === 'media-id',
  )
  return named.map(([option]) => ({
    head: `${name}, \`${option}\``,
    sent: (medium) => sentAs(option, medium, (draft) => check(draft, { ...someAccount, settings })),
  }))
}

const someAccount = { id: '', externalId: '', username: '' }

function sentAs(option: string, medium: DraftMedia, check: (draft: Draft) => Checked): string {
  const picture = { ...medium, id: 'named' }
  const film = samples.find(({ medium: { kind } }) => kind === 'video')
  const draft = {
    text: '',
    media: film ? [film.medium] : [],
    options: { [option]: picture.id },
    thread: [],
    optionMedia: [picture],
    mayFit: true,
  }
  const { fits, problems } = check(draft)
  const isOurs = ({ pointer }: { readonly pointer: string }) => pointer === `/options/${option}`
  if (problems.some(isOurs)) return 'not taken'
  const fit = fits.find(isOurs)
  return fit ? nameOf(fit.result.mimeType) : 'as it is'
}

function sentOf(medium: DraftMedia, kinds: readonly MediaLimit[]): string {
  const fitting = planFit(medium, kinds)
  switch (fitting.outcome) {
    case 'as_it_is':
      return kinds.some(({ kind, types }) => kind === medium.kind && types.includes(medium.mimeType))
        ? 'as it is'
        : 'not taken'
    case 'unfit':
      return 'not taken'
    case 'made': {
      const { plan, result } = fitting
      if (plan.remux) return 'MP4, packed anew'
      if (result.kind === 'video') return 'MP4 (H.264, AAC)'
      return nameOf(plan.mimeType)
    }
  }
}

function nameOf(mimeType: string): string {
  return names[mimeType] ?? mimeType
}

const names: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
}

function sample(name: string, kind: MediaKind, mimeType: string, codec: string | null = null): Sample {
  const isMoving = kind === 'gif' || kind === 'video'
  return {
    name,
    medium: {
      id: '',
      kind,
      mimeType,
      bytes: 900_000,
      width: kind === 'document' ? null : 1_280,
      height: kind === 'document' ? null : 720,
      durationMs: isMoving ? 10_000 : null,
      altText: '',
      focus: null,
      crop: null,
      video:
        kind === 'video'
          ? {
              container: mimeType === 'video/webm' ? 'webm' : 'mp4',
              codec,
              profile: null,
              frameRate: 30,
              bitRate: 720_000,
              rotation: 0,
              isFastStart: true,
              audio: {
                codec: codec === 'vp9' ? 'opus' : 'aac',
                channels: 2,
                sampleRate: 48_000,
                bitRate: null,
              },
            }
          : null,
      pages: kind === 'document' ? 3 : null,
      orientation: 1,
      removed: [],
    },
  }
}

const samples: readonly Sample[] = [
  sample('JPEG', 'image', 'image/jpeg'),
  sample('PNG', 'image', 'image/png'),
  sample('WebP', 'image', 'image/webp'),
  sample('AVIF', 'image', 'image/avif'),
  sample('HEIC', 'image', 'image/heic'),
  sample('GIF that moves', 'gif', 'image/gif'),
  sample('MP4 (H.264)', 'video', 'video/mp4', 'h264'),
  sample('MP4 (HEVC)', 'video', 'video/mp4', 'hevc'),
  sample('QuickTime (H.264)', 'video', 'video/quicktime', 'h264'),
  sample('QuickTime (HEVC)', 'video', 'video/quicktime', 'hevc'),
  sample('WebM (VP9)', 'video', 'video/webm', 'vp9'),
  sample('PDF', 'document', 'application/pdf'),
]

const introduction = `# Media

Upload any sensible file once. Crier makes of it what each network accepts, and says beforehand what it will change.

This page is generated. To change it, edit scripts/generate-media.ts, then run \`npm run check -- --fix\`.

## Ways to upload

- \`POST /v1/media/create-upload-url\` answers an \`upload_url\`. \`PUT\` the file there in one request, with the \`Content-Type\` that
  you announced.
- \`POST /v1/media/tus\` begins a resumable upload by the [tus](https://tus.io) protocol: for large files, and for lines that break.
- \`POST /v1/media/import\` fetches a file from an address, and so does \`media_urls\` of a post.

Each way ends in the same examination: a file that is damaged, or another type than announced, is refused with the reason.

## How a file is made to fit

The place where a picture or a video was taken is removed when it is uploaded, and so are bytes that do not belong to such a file.
They are never sent or served. A file that a network accepts is then sent as it is. Any other is changed as
little as possible, in this order:

1. A picture that lies on its side is turned upright, because not every network turns it.
2. It is cropped to the \`crop\` of the post or of the medium: \`{x, y, width, height}\`, as shares from the top left.
3. A shape that the network does not show is cropped around the \`focus\`, if there is one. Without a focus it gets a border,
   so that nothing is lost. White is the colour for pictures, black for videos.
4. It is scaled down. Nothing is ever made larger.
5. It is converted to a type, and a video to the codecs, frame rate, bit rate and sound that the network plays.
6. It is compressed to the bytes that the network takes.

A file that Crier makes has no notes at all, such as its camera or its title. A video is never cut shorter: one that is too long for a network is a problem when the post is created.

\`POST /v1/posts/validate\` shows the steps and the result for each account and medium, in \`media_changes\`. Creating a post warns
only of losses that people see: a border, a crop around the focus, a lower frame rate, a GIF that becomes a video, or an animated
WebP or PNG of which only the first picture is left. With \`processing_enabled: false\` in a post none of this is done, and a
file that would need it is a problem; one that lies on its side is sent so.

Each changed file is made once for all accounts and posts, and for all media with the same bytes in one workspace and mode. It is
not shown as a medium, does not count against the quota, and is deleted with the last of these media or after two weeks in which
nothing used it. \`renditions\` of \`GET /v1/media/{id}\` lists these files, and how much of a video is done. A conversion ends with
its media, and three minutes after the last post that waited for it was canceled or changed.

For a scheduled post a conversion begins up to twelve hours before its time, and a video of more than twelve hours is not converted.
The videos of the posts that are due first come first. Each workspace has those of twenty posts waiting at once, so that a full
calendar leaves places to others.

## Programs of the server

Videos, and moving pictures that become videos, need \`ffmpeg\`; HEIC needs \`heif-convert\` (on Debian the packages \`ffmpeg\` and
\`libheif-examples\`). Without them such a file is sent as it is, and a network that would refuse it is a problem when the post
is created. The [settings](configuration.md) name other places for these programs.

Videos are converted by background jobs, so the machines that work need the programs. A job of a machine that dies is taken
over by another. A file that ends the program three times is given up, and its post fails with the reason.

## Networks that fetch media

Some networks fetch media from this server. Each attempt gives them addresses of their own, which cannot be guessed and end after
six hours. They need a \`PUBLIC_URL\` with https that is reachable from the internet. A network that keeps no
copies shows pictures from here, under the address that \`url\` of the medium names, for as long as the medium is kept.

## What each network is sent

For an ordinary file of each type: 1280 × 720 pixels, 900 kB, ten seconds. The limits of an account's own server may differ;
\`GET /v1/social-accounts\` shows them.
`

const placementsHead = `
### Other kinds of post

An option of a post chooses them. A file of another shape than they show is cropped around its focus or gets a border besides.
`

const optionsHead = `
### Pictures that an option names

Some take a video as well, and then one picture of it is sent.
`

const explanation = `
Mastodon and Bluesky are many servers, each with limits of its own, by which pictures are planned. A picture is made smaller while
it is uploaded only where a server or a proxy before it takes less than it says.
`
