import type { PostCheck } from '@crier/sdk'
import { type Content, isBlank } from './content.ts'
import { everyone, type Findings, type Variant } from './desk.ts'

/** A fault that the server found. */
export type Fault = PostCheck['problems'][number]

/** The place in the composer where a fault is mended. */
export interface FaultField {
  readonly variant: Variant
  /** The id of the element that takes the focus. */
  readonly field: string
}

/** A fault with its place, and the accounts that it concerns; none where it concerns the post. */
export interface Problem {
  readonly key: string
  readonly code: string
  readonly detail: string
  readonly pointer: string
  readonly accounts: readonly string[]
  readonly place: FaultField
}

export const captionField = (index: number) => `composer-text-${index}`
export const mediaField = (index: number) => `composer-media-${index}`
/** All options stand in one part; the field in it is found by the words of the problem. */
const optionsField = 'composer-options'

/** The faults that were found, each once with all accounts that it concerns, in the words of `wordsOf`. */
export function problemsOf({ check, ...findings }: Findings, wordsOf: (fault: Fault) => string): Problem[] {
  if (check === null || findings.of === null) return []
  const isPending = isPendingIn(findings)
  const problems = new Map<string, { fault: Fault; place: FaultField; accounts: string[] }>()
  for (const found of check.problems) {
    if (found.code === 'configuration_unused' || isPending(found)) continue
    const fault = { ...found, detail: wordsOf(found) }
    const place = placeOf(fault.pointer, findings.of)
    const key = `${place.variant} ${place.field} ${fault.detail}`
    const known = problems.get(key) ?? { fault, place, accounts: [] }
    const account = fault.social_account_id
    problems.set(key, account === undefined ? known : { ...known, accounts: [...known.accounts, account] })
  }
  return [...problems].map(([key, { fault, place, accounts }]) => ({
    key,
    code: fault.code,
    detail: fault.detail,
    pointer: fault.pointer,
    accounts,
    place,
  }))
}

function placeOf(pointer: string, content: Content): FaultField {
  const [, member = '', ...rest] = pointer.split('/').map(unescapeStep)
  if (member === 'platform_configurations') return placeInPlatform(rest, content)
  if (member === 'account_configurations') {
    const [account = '', ...inside] = rest
    return { variant: account, field: fieldOf(inside) }
  }
  if (member === 'social_accounts') {
    const id = content.accounts[Number(rest[0])]
    return { variant: everyone, field: id === undefined ? 'composer-accounts' : `composer-account-${id}` }
  }
  if (member === 'scheduled_at' || member === 'use_queue')
    return { variant: everyone, field: 'composer-when' }
  if (member === 'tags') return { variant: everyone, field: 'composer-tags' }
  return { variant: everyone, field: fieldOf([member, ...rest]) }
}

/** The shared thread and first comment are written into each network, and mended where they are written. */
function placeInPlatform([platform = '', ...inside]: readonly string[], content: Content): FaultField {
  const [name = ''] = inside
  const isOwn = content.platforms[platform]?.[name] !== undefined
  if (isOwn || (name !== 'thread' && name !== 'first_comment'))
    return { variant: everyone, field: optionsField }
  return { variant: everyone, field: fieldOf(inside) }
}

function fieldOf([member = '', ...rest]: readonly string[]): string {
  switch (member) {
    case 'caption':
    case 'body':
      return captionField(0)
    case 'media':
      return mediaField(0)
    case 'first_comment':
      return 'composer-first-comment'
    case 'scheduled_at':
      return 'composer-when'
    case 'thread': {
      const index = Number(rest[0] ?? 0) + 1
      return rest[1] === 'media' ? mediaField(index) : captionField(index)
    }
    default:
      return optionsField
  }
}

const unescapeStep = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** How an account stands: whether all of it fits its network. */
export interface Verdict {
  readonly problems: number
  /** Whether all that it lacks is a picture or a video. */
  readonly needsMedia: boolean
}

/** How each account stands; those that still wait for what nobody has written are left out. */
export function verdictsOf({ check, ...findings }: Findings): ReadonlyMap<string, Verdict> {
  const isPending = isPendingIn(findings)
  const accounts = check?.accounts.filter(({ problems }) => !problems.some(isPending)) ?? []
  return new Map(
    accounts.map(({ social_account_id: id, problems }) => [
      id,
      {
        problems: problems.length,
        needsMedia: problems.length > 0 && problems.every(({ code }) => code === 'media_required'),
      },
    ]),
  )
}

/** An empty sheet lacks words, media or a title, which is no fault as long as nobody wants it to go out. */
function isPendingIn({ of, isWanted }: Omit<Findings, 'check'>): (fault: Fault) => boolean {
  if (of === null || isWanted || !isBlank(of)) return () => false
  return ({ code }) => missingCodes.includes(code)
}

const missingCodes: readonly string[] = ['empty', 'media_required', 'title_required']
