import { parseLanguageString } from '@atproto/syntax'
import { Type } from 'typebox'
import { countGraphemes, offsetAfterGraphemes } from '../../lib/graphemes.ts'
import type { Checked, Draft, DraftMedia, DraftProblem, Limits, TextRange } from '../connector.ts'
import { isArray } from './api.ts'
import { findSpans } from './facets.ts'

/** What a post may say of itself, so that people can choose not to see it (com.atproto.label.defs). */
const labels = ['!no-unauthenticated', 'porn', 'sexual', 'nudity', 'graphic-media'] as const

const mediaItem = Type.Union([
  Type.String({ minLength: 1, maxLength: 1000 }),
  Type.Object(
    {
      media_id: Type.String({ minLength: 1, maxLength: 1000 }),
      alt_text: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      focus: Type.Optional(Type.Union([Type.Object({ x: Type.Number(), y: Type.Number() }), Type.Null()])),
    },
    { additionalProperties: false },
  ),
])

const part = Type.Object(
  { caption: Type.Optional(Type.String()), media: Type.Optional(Type.Array(mediaItem, { maxItems: 4 })) },
  { additionalProperties: false },
)

export const options = Type.Object(
  {
    langs: Type.Optional(
      Type.Array(Type.String({ minLength: 2, maxLength: 100 }), {
        title: 'Languages',
        description: 'The languages of the text, as BCP 47 tags such as en or pt-BR.',
        maxItems: 3,
        uniqueItems: true,
      }),
    ),
    labels: Type.Optional(
      Type.Array(Type.Union(labels.map((label) => Type.Literal(label))), {
        title: 'Content warnings',
        maxItems: labels.length,
        uniqueItems: true,
      }),
    ),
    thread: Type.Optional(Type.Array(part, { title: 'Thread', maxItems: 24 })),
  },
  { additionalProperties: false },
)

const text = {
  max: 300,
  unit: 'grapheme',
  also: [{ max: 3000, unit: 'utf8' }],
  linkCost: null,
} as const satisfies Limits['text']

const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/**
 * Text and pictures as the server enforces them (docs.bsky.app, lexicons app.bsky.feed.post and app.bsky.embed.images).
 * The length of an alt text is the official app's limit; that of a thread is ours.
 */
export const limits = {
  text,
  media: {
    max: 4,
    required: false,
    kinds: [{ kind: 'image', max: 4, types: imageTypes, maxBytes: null, maxDurationMs: null }],
    altTextMax: 2000,
    mixed: false,
  },
  threadMax: 25,
} as const satisfies Limits

/** Everything the server is certain to refuse, and what the official app would not let pass. */
export function check(draft: Draft): Checked {
  const count = countGraphemes(draft.text)
  const parts = draft.thread.flatMap((each, index) => checkPart(each, `/thread/${index}`))
  return {
    problems: [...checkPart(draft, ''), ...checkLanguages(draft), ...checkThread(draft), ...parts],
    length: { count, max: text.max, unit: text.unit },
    ranges: findRanges(draft.text),
  }
}

type Part = Pick<Draft, 'text' | 'media'>

function checkPart(part: Part, pointer: string): DraftProblem[] {
  if (part.text.trim() === '' && part.media.length === 0) {
    const detail = 'A Bluesky post needs a text or a picture.'
    return [{ pointer: `${pointer}/text`, code: 'empty', detail }]
  }
  return [...checkText(part.text, `${pointer}/text`), ...checkMedia(part.media, `${pointer}/media`)]
}

function checkText(words: string, pointer: string): DraftProblem[] {
  const graphemes = countGraphemes(words)
  if (graphemes > text.max) {
    const detail = `Bluesky takes ${text.max} characters; this text has ${graphemes}.`
    return [{ pointer, code: 'text_too_long', detail }]
  }
  const bytes = Buffer.byteLength(words)
  if (bytes <= text.also[0].max) return []
  const detail = `Bluesky takes ${text.also[0].max} bytes of text; these characters need ${bytes}.`
  return [{ pointer, code: 'text_too_long', detail }]
}

function checkMedia(media: readonly DraftMedia[], pointer: string): DraftProblem[] {
  const problems = media.flatMap((medium, index) => checkMedium(medium, `${pointer}/${index}`))
  if (media.length > limits.media.max) {
    const detail = `Bluesky shows up to ${limits.media.max} pictures in a post; this one has ${media.length}.`
    problems.push({ pointer: `${pointer}/${limits.media.max}`, code: 'too_many_media', detail })
  }
  return problems
}

function checkMedium(medium: DraftMedia, pointer: string): DraftProblem[] {
  if (medium.kind !== 'image') {
    const detail = `Crier sends Bluesky pictures only yet, no ${medium.kind}.`
    return [{ pointer, code: 'media_kind', detail }]
  }
  const problems: DraftProblem[] = []
  if (!imageTypes.includes(medium.mimeType)) {
    const detail = `${medium.mimeType} cannot be shown on Bluesky. Use JPEG, PNG, WebP or AVIF.`
    problems.push({ pointer, code: 'media_type', detail })
  }
  const altText = countGraphemes(medium.altText)
  if (altText > limits.media.altTextMax) {
    const detail = `An alt text on Bluesky has up to ${limits.media.altTextMax} characters; this one has ${altText}.`
    problems.push({ pointer: `${pointer}/alt_text`, code: 'alt_text_too_long', detail })
  }
  return problems
}

function checkLanguages(draft: Draft): DraftProblem[] {
  return readTexts(draft, 'langs').flatMap((lang, index) => {
    if (parseLanguageString(lang)) return []
    const detail = `"${lang}" is not a language tag. Use one such as en or pt-BR.`
    return [{ pointer: `/options/langs/${index}`, code: 'language_unknown', detail }]
  })
}

function checkThread(draft: Draft): DraftProblem[] {
  if (draft.thread.length < limits.threadMax) return []
  const detail = `A thread has up to ${limits.threadMax} posts, the first one included.`
  return [{ pointer: `/thread/${limits.threadMax - 1}`, code: 'thread_too_long', detail }]
}

/** The strings of a list option. */
export function readTexts(draft: Draft, name: 'langs' | 'labels'): string[] {
  const value = draft.options[name]
  return value !== undefined && isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function findRanges(words: string): TextRange[] {
  const ranges: TextRange[] = findSpans(words).map(({ kind, start, end }) => ({ kind, start, end }))
  const over = findOverflow(words)
  if (over !== null) ranges.push({ kind: 'over', start: over, end: words.length })
  return ranges
}

/** Where the text stops fitting, in whole characters; null if all of it fits. */
function findOverflow(words: string): number | null {
  const byCount = offsetAfterGraphemes(words, text.max)
  let fits = byCount
  while (fits > 0 && Buffer.byteLength(words.slice(0, fits)) > text.also[0].max) {
    fits = offsetAfterGraphemes(words, countGraphemes(words.slice(0, fits)) - 1)
  }
  return fits < words.length ? fits : null
}
