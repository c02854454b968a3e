import { accountOf } from '../../accounts/account-of.ts'
import type {
  Account,
  Checked,
  Connector,
  Draft,
  DraftMedia,
  DraftProblem,
  MediaFit,
} from '../../connectors/connector.ts'
import type { FieldProblem } from '../../lib/problem.ts'
import type { Converter } from '../../media/convert/converter.ts'
import { effectiveCrop } from '../../media/crop.ts'
import { draftFacts } from '../../media/stored-facts.ts'
import type { MediaReference, PostContent, SplitOptions } from './post-request.ts'
import type { AccountSource, MediaSource } from './sources.ts'

/** The content for one account, in the connector's terms. */
export interface AccountContent {
  readonly content: PostContent
  readonly media: readonly DraftMedia[]
  readonly split: SplitOptions
  readonly thread: readonly { readonly text: string; readonly media: readonly DraftMedia[] }[]
  /** The media that the options name, each once. */
  readonly optionMedia: readonly DraftMedia[]
  /** Whether media may be changed to fit the network. */
  readonly mayFit: boolean
}

/** Asks a connector for the faults that its network is certain to refuse; its pointers become pointers into the request. */
export function checkContent(
  accountContent: AccountContent,
  connector: Connector,
  source: AccountSource,
  converts: Converts,
): { checked: Checked; problems: FieldProblem[]; warnings: FieldProblem[] } {
  const account = accountOf(source)
  const { content, media, split, thread, optionMedia, mayFit } = accountContent
  const { options } = split
  const draft: Draft = { text: content.text.value, media, options, thread, optionMedia, mayFit }
  const checked = connector.check(draft, account)
  const inRequest = <Found extends { readonly pointer: string }>(found: readonly Found[]): Found[] =>
    found.map((one) => ({ ...one, pointer: placeOf(one.pointer, content, connector) }))
  const { firstComment } = split
  const commented = firstComment === null ? [] : checkComment(firstComment, draft, connector, account)
  const commentPointer = content.options.get('first_comment')?.pointer ?? ''
  const all = [
    ...inRequest([...checked.problems, ...missingPrograms(checked.fits, converts)]),
    ...commented.map((problem) => ({ ...problem, pointer: commentPointer })),
  ]
  const ofAccount = (found: readonly FieldProblem[]) =>
    found.map((one) => ({ ...one, social_account_id: source.id }))
  return {
    checked: { ...checked, ranges: fewRanges(checked.ranges), fits: inRequest(checked.fits) },
    problems: ofAccount(all),
    warnings: ofAccount(inRequest(checked.warnings)),
  }
}

/** The programs beside Crier that convert files; null where this server may look for none. */
export type Converts = Awaited<ReturnType<Converter['can']>> | null

/** Media that would have to be made to fit by a program that this server does not have. */
export function missingPrograms(fits: readonly MediaFit[], converts: Converts): DraftProblem[] {
  return fits.flatMap(({ pointer, needs, why }) => {
    const program = needs && converts?.[needs]
    if (!program || program.isThere) return []
    return [{ pointer, code: 'media_unfit', detail: `${why ?? 'It is to be cropped.'} ${program.why}` }]
  })
}

// A limit above any network's own: without one, 500 accounts and 50,000 mentions would fill the memory.
const mostRanges = 1_000

function fewRanges(ranges: Checked['ranges']): Checked['ranges'] {
  if (ranges.length <= mostRanges) return ranges
  const over = ranges.filter(({ kind }) => kind === 'over')
  const others = ranges.filter(({ kind }) => kind !== 'over')
  return [...others.slice(0, mostRanges), ...over]
}

// A comment needs no picture, even where a post does: only problems of its text count.
function checkComment(text: string, post: Draft, connector: Connector, account: Account): FieldProblem[] {
  const { problems } = connector.check({ ...post, text, media: [], thread: [] }, account)
  return problems.filter(({ pointer }) => pointer === '/text' || pointer.startsWith('/text/'))
}

function placeOf(pointer: string, content: PostContent, connector: Connector): string {
  const [, part = '', ...rest] = pointer.split('/')
  const tail = rest.map((step) => `/${step}`).join('')
  if (part === 'text') return content.text.pointer
  if (part === 'media') return placeOfMedium(content.media, rest)
  if (part === 'thread')
    return `${optionPointer('thread', content, connector)}${tail.replace(/\/text$/, '/caption')}`
  if (part === 'options') {
    const [name = '', ...deeper] = rest
    return [optionPointer(name, content, connector), ...deeper].join('/')
  }
  return content.text.pointer
}

/** A medium may be named elsewhere in the request than among its media: by one of its URLs. */
function placeOfMedium({ value, pointer }: PostContent['media'], [index = '', ...deeper]: string[]): string {
  if (index === '') return pointer
  return [value[Number(index)]?.pointer ?? `${pointer}/${index}`, ...deeper].join('/')
}

function optionPointer(name: string, content: PostContent, connector: Connector): string {
  return content.options.get(name)?.pointer ?? `/platform_configurations/${connector.platform}/${name}`
}

/** A medium as a connector sees it: its alt text, focus and crop are the post's, else its own. */
export function draftMedia(reference: MediaReference, source: MediaSource): DraftMedia {
  const own =
    source.focus_x === null || source.focus_y === null ? null : { x: source.focus_x, y: source.focus_y }
  return {
    id: source.id,
    kind: source.kind ?? 'document',
    mimeType: source.mime_type,
    bytes: source.bytes,
    width: source.width,
    height: source.height,
    durationMs: source.duration_ms,
    altText: reference.altText ?? source.alt_text,
    focus: reference.focus ?? own,
    crop: effectiveCrop(reference.crop ?? source.crop),
    ...draftFacts(source.facts),
  }
}
