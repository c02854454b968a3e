import { sentence } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import {
  type Account,
  type Checked,
  type Draft,
  type DraftProblem,
  type Limits,
  longestCommitMs,
  type MediaLimit,
  type TextRules,
} from '../connector.ts'
import { checkByLimits } from '../kit/media/check-by-limits.ts'
import { unlimited } from '../kit/media/media-limits.ts'
import { countingBy } from '../kit/text/count-text.ts'
import { describePost } from './content.ts'
import { mostTitleLetters, readChoices } from './options.ts'
import { paragraphsOf } from './paragraphs.ts'
import { readSettings } from './settings.ts'
import { namesIn } from './text-blocks.ts'
import { warn } from './warn.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A limit of ours: a request to Crier may be 256 kB, which has room for so many characters of four bytes. */
const mostLetters = 60_000

/** Source: github.com/tumblr/docs, npf-spec.md, Post Content Limits. */
const most = {
  postBytes: 1_000_000,
  blocks: 1_000,
  pictures: 30,
  altText: 4_096,
}

/** Source: api.md, `/post` - Create a New Blog Post (Legacy); the newer page names no limits of files. */
const mostPictureBytes = 10_000_000
const longestVideoMs = 600_000

/**
 * A limit of ours, below the 500 MB that Tumblr takes: all files go in the one request that makes the post, which has two minutes.
 */
const mostTogether = 100_000_000

/** The fewest bytes that are sent in a millisecond, by which a request gets its time. */
export const slowestBytesPerMs = mostTogether / longestCommitMs

const kinds: readonly MediaLimit[] = [
  { ...unlimited, kind: 'image', types: ['image/jpeg', 'image/png'], maxBytes: mostPictureBytes },
  { ...unlimited, kind: 'gif', types: ['image/gif'], maxBytes: mostPictureBytes },
  {
    ...unlimited,
    kind: 'video',
    types: ['video/mp4'],
    maxBytes: mostTogether,
    maxDurationMs: longestVideoMs,
    video: {
      codecs: ['h264'],
      audioCodecs: ['aac'],
      maxFrameRate: null,
      maxBitRate: null,
      maxAudioChannels: null,
      maxSampleRate: null,
      needsFastStart: false,
    },
  },
]

/** The title is a block of its own. */
const titled: TextRules = {
  weights: null,
  links: null,
  mentions: null,
  fields: [
    { option: 'title', label: 'Title', max: mostTitleLetters, unit: 'codepoint', countsWithText: false },
  ],
}

/** A fifth of the calls that an app may make: a post takes four or five. Source: api.md, Rate Limits. */
const postsOfApp = { hour: 200, day: 1_000 }
const postsOfPerson = 250

/** The limits, which are the same for all blogs. README.md has the source of each. */
export function limits(account: Account | null): Limits {
  const { userName, clientId } = account ? readSettings(account) : { userName: '', clientId: '' }
  return {
    text: {
      max: mostLetters,
      unit: 'codepoint',
      also: [],
      linkCost: null,
      rules: titled,
    },
    media: {
      required: false,
      kinds,
      sets: [{ kinds: ['image', 'gif', 'video'], min: 1, max: most.pictures, most: { video: 1 } }],
      altTextMax: most.altText,
    },
    placements: null,
    threadMax: 1,
    rates: [
      { per: 'account', of: userName, posts: postsOfPerson, everyMs: dayMs },
      { per: 'app', of: clientId, posts: postsOfApp.hour, everyMs: hourMs },
      { per: 'app', of: clientId, posts: postsOfApp.day, everyMs: dayMs },
    ],
  }
}

/** Everything that Tumblr is certain to refuse. */
export function check(draft: Draft, account: Account): Checked {
  const { title, link } = readChoices(draft)
  const checked = checkByLimits(draft, limits(account), {
    network: 'Tumblr',
    counting: countingBy('codepoint'),
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
    mayBeEmpty: (title ?? '').trim() !== '' || link !== null,
  })
  return {
    ...checked,
    problems: [
      ...checked.problems,
      ...checkTitle(draft),
      ...checkBlocks(draft),
      ...checkFiles(draft),
      ...checkBytes(draft),
    ],
    warnings: [...checked.warnings, ...warn(draft)],
  }
}

function checkTitle(draft: Draft): DraftProblem[] {
  const { title } = readChoices(draft)
  if (title === null || title.trim() !== '') return []
  return [{ pointer: '/options/title', code: 'title_empty', detail: 'A title needs words. Leave it out.' }]
}

function checkBlocks(draft: Draft): DraftProblem[] {
  const { title, link } = readChoices(draft)
  const others = draft.media.length + Number(title !== null) + Number(link !== null)
  const count = paragraphsOf(draft.text).length
  const max = most.blocks - others
  if (count <= max) return []
  const detail = sentence(
    'Tumblr takes {max} paragraphs beside the rest of this post; the text has {count}.',
    {
      max,
      count,
    },
  )
  return [{ pointer: '/text', code: 'too_many_paragraphs', detail }]
}

/** A file that will be made smaller counts as large as it may be then. */
function checkFiles({ media }: Draft): DraftProblem[] {
  const count = media.reduce((sum, { kind, bytes }) => {
    return sum + Math.min(bytes, kind === 'video' ? mostTogether : mostPictureBytes)
  }, 0)
  if (count <= mostTogether) return []
  const detail = sentence(
    'The files of a post go in one request, which may have {max} bytes; these have {count}.',
    {
      max: mostTogether,
      count,
    },
  )
  return [{ pointer: '/media', code: 'media_too_large', detail }]
}

/** Everything but the files, as it is sent, with an id for each blog that may be mentioned. */
function checkBytes(draft: Draft): DraftProblem[] {
  const files = draft.media.map(({ id: mediaId, ...medium }) => ({ ...medium, mediaId }))
  const mentioned = new Map(namesIn(draft.text).map((name) => [name, `t:${'x'.repeat(22)}`]))
  const count = Buffer.byteLength(JSON.stringify(describePost(draft, files, mentioned)))
  if (count <= most.postBytes) return []
  const detail = sentence('Tumblr takes {max} bytes of words and links in one post; this one has {count}.', {
    max: most.postBytes,
    count,
  })
  return [{ pointer: '/text', code: 'post_too_large', detail }]
}
