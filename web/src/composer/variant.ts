import type { SocialAccount } from '@crier/sdk'
import {
  type Content,
  captionFor,
  type Layer,
  type MediaEntry,
  mediaFor,
  optionsFor,
  type ThreadPart,
  threadFor,
} from './content.ts'
import { everyone, type Variant } from './desk.ts'

/** The words, media and posts that follow, as one variant has them. */
export interface VariantContent {
  readonly caption: string
  readonly media: readonly MediaEntry[]
  readonly thread: readonly ThreadPart[]
  readonly firstComment: string
}

/** The words of a variant: its own where it differs, and the shared otherwise. */
export function contentOfVariant(
  content: Content,
  variant: Variant,
  account: SocialAccount | undefined,
): VariantContent {
  if (variant === everyone || account === undefined) return content
  const comment = optionsFor(content, account.id, account.platform).first_comment
  return {
    caption: captionFor(content, account.id, account.platform),
    media: mediaFor(content, account.id, account.platform),
    thread: threadFor(content, account.id, account.platform),
    firstComment: typeof comment === 'string' ? comment : content.firstComment,
  }
}

const memberOf: Readonly<Record<keyof VariantContent, string>> = {
  caption: 'caption',
  media: 'media',
  thread: 'thread',
  firstComment: 'first_comment',
}

/** Changes what a variant says. An account that says it differently has a member of its own from then on. */
export function changeVariant(content: Content, variant: Variant, words: Partial<VariantContent>): Content {
  if (variant === everyone) return { ...content, ...words }
  const members = Object.entries(words).map(([name, value]) => [
    memberOf[name as keyof VariantContent],
    value,
  ])
  return withOwn(content, variant, { ...content.own[variant], ...Object.fromEntries(members) })
}

/** One post of a variant: the first, or one of those that follow. */
export function blockOf({ caption, media, thread }: VariantContent, index: number): ThreadPart {
  return index === 0 ? { caption, media } : (thread[index - 1] ?? nothing)
}

const nothing: ThreadPart = { caption: '', media: [] }

/** Changes one post of a variant. */
export function changeBlock(
  words: VariantContent,
  index: number,
  part: Partial<ThreadPart>,
): Partial<VariantContent> {
  if (index === 0) return part
  return { thread: words.thread.map((each, at) => (at === index - 1 ? { ...each, ...part } : each)) }
}

/** Replaces all by which one account differs; with nothing in it, the account is like everyone again. */
export function withOwn(content: Content, account: string, layer: Layer): Content {
  const { [account]: _, ...others } = content.own
  return { ...content, own: Object.keys(layer).length === 0 ? others : { ...others, [account]: layer } }
}

/** Takes away one member by which an account differs. */
export function shareAgain(content: Content, account: string, member: string): Content {
  const { [member]: _, ...rest } = content.own[account] ?? {}
  return withOwn(content, account, rest)
}

/** How one calls an account: by its name, with the mark of names where it has none. */
export function accountLabel({ username, display_name: name }: SocialAccount): string {
  return username === '' ? name : `@${username.replace(/^@/, '')}`
}
