import type { CreatePostInput, FieldProblem, SocialAccount } from '@crier/sdk'
import { findAccounts, findCause, nameOf, setEverywhere } from '@crier/sdk/plans'
import type { Given } from '../command/given.ts'
import { readList } from '../command/read-arguments.ts'
import { UsageError } from '../command/refusals.ts'
import { gatherMedia } from '../media/gather-media.ts'
import type { Terminal } from '../output/terminal.ts'
import { fullTime, readMoment } from '../output/times.ts'
import type { Session } from '../session/session.ts'
import { readTextFile } from '../settings/read-input.ts'
import { readOptions } from './read-options.ts'

/** The members of a post that the command line names. */
export type PostMembers = { -readonly [Name in keyof CreatePostInput]?: CreatePostInput[Name] }

export interface BuiltPost {
  readonly members: PostMembers
  /** Says which part of the command a fault of the request is from; null where none is. */
  readonly causeOf: (fault: FieldProblem) => string | null
}

interface BuildOptions {
  /** The accounts of a post that is there already. */
  readonly standing?: readonly string[]
  /** Names the post, so that a repeated command brings its media once; the name of the change unless given. */
  readonly name?: string
}

/**
 * Reads from a command line all that a post is. Nothing is sent before all of it was read; then media are brought to the server.
 * @throws UsageError
 */
export async function buildPost(
  given: Given,
  session: Session,
  terminal: Terminal,
  { standing = [], name = session.idempotencyKey }: BuildOptions = {},
): Promise<BuiltPost> {
  const members: PostMembers = {}
  const causes = new Map<string, string>()
  const set = <Name extends keyof PostMembers>(name: Name, value: PostMembers[Name], cause: string): void => {
    members[name] = value
    causes.set(`/${name}`, cause)
  }
  const text = await readText(given, terminal)
  if (text !== null) set('caption', text, 'The text')
  const names = readList(given, 'to')
  const accounts = await accountsOf(given, names, session)
  const to = findAccounts(names, accounts)
  if (to.length > 0)
    set(
      'social_accounts',
      to.map(({ id }) => id),
      '--to',
    )
  await setTime(given, session, terminal, set)
  const targets = to.length > 0 ? to : accounts.filter(({ id }) => standing.includes(id))
  await setOptions(given, session, { accounts, targets, set, causes })
  setLabels(given, set)
  const media = given.texts('media')
  const alts = given.texts('alt')
  if (alts.length > media.length)
    throw new UsageError('There are more --alt than --media; each describes one medium.')
  if (media.length > 0) {
    const ids = await gatherMedia(media, session, terminal, name)
    const items = ids.map((id, index) =>
      alts[index] === undefined ? id : { media_id: id, alt_text: alts[index] },
    )
    set('media', items, '--media')
    for (const [index, one] of media.entries()) causes.set(`/media/${index}`, `--media ${one}`)
    for (const index of alts.keys()) causes.set(`/media/${index}/alt_text`, '--alt')
  }
  return { members, causeOf: (fault) => sayCause(fault, causes, accounts) }
}

type Setter = <Name extends keyof PostMembers>(name: Name, value: PostMembers[Name], cause: string) => void

async function readText(given: Given, terminal: Terminal): Promise<string | null> {
  const [text, file] = [given.text('text'), given.text('file')]
  if (text !== null && file !== null)
    throw new UsageError('The text is given twice: as an argument and with --file.')
  if (file !== null) return readTextFile(file, terminal)
  return text === '-' ? readTextFile('-', terminal) : text
}

/** The accounts are needed for names alone: a key without the right to read them can still name ids. */
async function accountsOf(
  given: Given,
  names: readonly string[],
  session: Session,
): Promise<readonly SocialAccount[]> {
  const needsThem = [
    ...names,
    ...['thread', 'option'].flatMap(given.texts),
    given.text('first-comment'),
  ].some(Boolean)
  return needsThem ? session.accounts() : []
}

async function setTime(given: Given, session: Session, terminal: Terminal, set: Setter): Promise<void> {
  // The times of what repeats follow from its rule.
  if (!given.declares('at')) return
  const at = given.text('at')
  if (at !== null && given.flag('queue'))
    throw new UsageError('--at and --queue both say when; give one of them.')
  if (given.flag('draft') && given.flag('queue'))
    throw new UsageError('A draft takes no slot of the queue, so --draft and --queue exclude each other.')
  if (given.flag('queue')) set('use_queue', true, '--queue')
  if (given.flag('draft')) set('is_draft', true, '--draft')
  if (at === null) return
  const zone = await session.zone()
  const { iso, remark } = readMoment('at', at, zone)
  terminal.advise(`--at is ${fullTime(iso, zone)}.`)
  if (remark !== null) terminal.warn(remark)
  set('scheduled_at', iso, '--at')
}

interface OptionParts {
  readonly accounts: readonly SocialAccount[]
  /** The accounts of the post. */
  readonly targets: readonly SocialAccount[]
  readonly set: Setter
  readonly causes: Map<string, string>
}

async function setOptions(
  given: Given,
  session: Session,
  { accounts, targets, set, causes }: OptionParts,
): Promise<void> {
  const [thread, comment, options] = [
    given.texts('thread'),
    given.text('first-comment'),
    given.texts('option'),
  ]
  if (thread.length === 0 && comment === null && options.length === 0) return
  const platforms = await session.platforms()
  const read = readOptions(options, accounts, platforms)
  const everywhere = (member: string, value: unknown, name: string) => {
    for (const pointer of setEverywhere(read, { member, name, value }, targets, platforms))
      causes.set(pointer, name)
  }
  if (thread.length > 0)
    everywhere(
      'thread',
      thread.map((caption) => ({ caption })),
      '--thread',
    )
  if (comment !== null) everywhere('first_comment', comment, '--first-comment')
  for (const [pointer, cause] of read.causes) causes.set(pointer, cause)
  if (Object.keys(read.platforms).length > 0) set('platform_configurations', read.platforms, '--option')
  if (Object.keys(read.accounts).length > 0) set('account_configurations', read.accounts, '--option')
}

function setLabels(given: Given, set: Setter): void {
  const [tags, externalId, latePolicy] = [
    readList(given, 'tag'),
    given.text('external-id'),
    given.text('late-policy'),
  ]
  if (tags.length > 0) set('tags', tags, '--tag')
  if (externalId !== null) set('external_id', externalId, '--external-id')
  if (latePolicy !== null) set('late_policy', latePolicy as 'ask', '--late-policy')
  const notes = given.texts('metadata').map((text): [string, string] => {
    const end = text.indexOf('=')
    if (end < 1) throw new UsageError(`--metadata is "${text}"; it must be NAME=VALUE.`)
    return [text.slice(0, end), text.slice(end + 1)]
  })
  if (notes.length > 0) set('metadata', Object.fromEntries(notes), '--metadata')
}

function sayCause(
  fault: FieldProblem,
  causes: ReadonlyMap<string, string>,
  accounts: readonly SocialAccount[],
): string | null {
  const { column: cause, number, account } = findCause(fault, causes, accounts)
  const where = account === null ? '' : ` on ${nameOf(account)}`
  if (cause === null) return where === '' ? null : `The post${where}`
  // The place in something that was given several times, such as the second `--thread`.
  const isOne = number === null || !cause.startsWith('--') || cause.includes(' ')
  return `${cause}${isOne ? '' : ` (number ${number})`}${where}`
}
