import type { Checked, Connector } from '../../connectors/connector.ts'
import type { CallContext } from '../../context.ts'
import { type FieldProblem, invalid, type Notice, showNotices } from '../../lib/problem.ts'
import { isRowNumber } from '../../lib/requests/row-number.ts'
import { sentence, type Words, word } from '../../lib/text/sentence.ts'
import type { NewTarget } from '../../publishing/person/accept-targets.ts'
import type { Occurrence } from '../../queue/occurrences.ts'
import type { NewPostBody } from '../post-body.ts'
import { type AccountContent, type Converts, checkContent, draftMedia } from './check-content.ts'
import { loadSources } from './load-sources.ts'
import { listGroups, mediaProblems } from './media-problems.ts'
import { listOptionMedia, mapOptionMedia } from './option-media.ts'
import { missingOptions, optionProblems } from './option-problems.ts'
import { type IsNew, planTimes, storedTime, type Times } from './plan-times.ts'
import { type MediaReference, mergeLayers, type PostRequest, splitOptions } from './post-request.ts'
import { checkQueue } from './queue-request.ts'
import { type IdOfAccount, readPostRequest } from './read-post-request.ts'
import type { AccountSource, NamedSources, Sources } from './sources.ts'
import { targetOf } from './target-of.ts'

/** A post held against its accounts, its media and the clock: what would be stored, and everything wrong with it. */
export interface Plan {
  readonly request: PostRequest
  readonly sources: Sources
  /** As stored; null: now. */
  readonly scheduledAt: Date | null
  /** In the order sent. */
  readonly accounts: readonly AccountPlan[]
  /** Ids of all media named anywhere. */
  readonly mediaIds: readonly string[]
  /** Faults of the request itself, or things it names that are not its sender's: refused for drafts too. */
  readonly problems: readonly FieldProblem[]
  /** Times that cannot be meant, and faults that networks are certain to refuse: only warnings on a draft. */
  readonly objections: readonly FieldProblem[]
  readonly warnings: readonly FieldProblem[]
  /** The slot of the queue that gives the post its time; null: none. */
  readonly place: Pick<Occurrence, 'slotId' | 'slotAt'> | null
}

export interface AccountPlan {
  readonly source: AccountSource
  readonly target: NewTarget
  readonly checked: Checked
  /** Faults that its network is certain to refuse. */
  readonly objections: readonly FieldProblem[]
  readonly warnings: readonly FieldProblem[]
}

/** A request for a post that was read; its own faults are in `problems`. */
interface Reading extends NamedSources {
  readonly body: NewPostBody
  readonly request: PostRequest
  readonly problems: readonly FieldProblem[]
  /** The media of each row of pictures, in all layers. */
  readonly mediaGroups: readonly (readonly MediaReference[])[]
}

export interface PlanOptions {
  /** Left out: everything is new. */
  readonly isNew?: IsNew
  /** The plan of a faultless post may be made by accounts that were read up to five seconds ago. */
  readonly mayBeStale?: boolean
}

/**
 * Reads a request for a post and checks it against everything it names. Throws nothing: the faults are in the plan. When
 * stale sources lead to a fault or a warning, the sources are read and the post is planned again.
 */
export async function planPost(
  call: CallContext,
  body: NewPostBody,
  { isNew = () => true, mayBeStale = false }: PlanOptions = {},
): Promise<Plan> {
  const reading = readForPlan(call, body)
  const connectors = byPlatform(call.context.connectors)
  const sources = await loadSources(call, reading, { mayBeStale })
  // Numbers become ids once the accounts are known; the request is then read again by these.
  const isNumbered = reading.accountNames.some(isRowNumber)
  const known = isNumbered
    ? readForPlan(call, body, (name) => sources.accounts.get(name)?.id ?? name)
    : reading
  // A post without media does not wait for the search for programs.
  const converts = known.references.length > 0 ? await call.context.converter.can() : null
  const plan = planReading(known, { sources, connectors, converts }, isNew)
  return sources.mayBeStale && !isFaultless(plan) ? planPost(call, body, { isNew }) : plan
}

const platforms = new WeakMap<readonly Connector[], Connectors>()

/** Every post asks for the same connectors, so they are put in order once. */
function byPlatform(connectors: readonly Connector[]): Connectors {
  const known = platforms.get(connectors)
  if (known) return known
  const made = new Map(connectors.map((connector) => [connector.platform, connector]))
  platforms.set(connectors, made)
  return made
}

function isFaultless({ problems, objections, warnings }: Plan): boolean {
  return problems.length + objections.length + warnings.length === 0
}

function readForPlan(
  { workspaceId, mode, context }: CallContext,
  body: NewPostBody,
  idOf?: IdOfAccount,
): Reading {
  const { request, problems } = readPostRequest(body, idOf)
  const connectors = byPlatform(context.connectors)
  const layers = [request.post, ...request.platforms.values(), ...request.accounts.values()]
  const mediaGroups = listGroups(layers)
  return {
    workspaceId,
    mode,
    body,
    request,
    problems,
    mediaGroups,
    accountNames: [...new Set([...request.accountIds, ...request.accounts.keys()])],
    references: [...mediaGroups.flat(), ...possibleOptionMedia(request, connectors)],
  }
}

/** The platform of an account is not known yet: its options may name media of any. */
function possibleOptionMedia({ platforms, accounts }: PostRequest, connectors: Connectors): MediaReference[] {
  const ofPlatforms = [...platforms].flatMap(([platform, { options }]) => {
    const connector = connectors.get(platform)
    return connector ? listOptionMedia(options, connector.options) : []
  })
  const ofAccounts = [...accounts.values()].flatMap(({ options }) =>
    [...connectors.values()].flatMap((connector) => listOptionMedia(options, connector.options)),
  )
  return [...ofPlatforms, ...ofAccounts]
}

/** The media that options name, now that the platforms of all accounts are known. */
function optionMediaIn(
  { platforms, accounts }: PostRequest,
  sources: Sources,
  connectors: Connectors,
): MediaReference[] {
  const layers = [
    ...platforms,
    ...[...accounts].map(([id, layer]) => [sources.accounts.get(id)?.platform ?? '', layer] as const),
  ]
  return layers.flatMap(([platform, { options }]) => {
    const connector = connectors.get(platform)
    return connector ? listOptionMedia(options, connector.options) : []
  })
}

function planReading(
  reading: Reading,
  { sources, connectors, converts }: Pick<Surroundings, 'sources' | 'connectors' | 'converts'>,
  isNew: IsNew,
): Plan {
  const { body, request, problems, mediaGroups } = reading
  const queue = checkQueue(body, isNew)
  const inOptions = optionMediaIn(request, sources, connectors)
  const wrong = [
    ...problems,
    ...queue.problems,
    ...accountProblems(request, sources, connectors, isNew),
    ...configurationProblems(request, sources, connectors),
    ...mediaProblems(mediaGroups, inOptions, sources),
  ]
  const times = planTimes(request, sources.now, isNew)
  const faulty = placesOf(wrong)
  const accounts = request.accountIds.flatMap(
    (id) => planAccount(id, { request, sources, connectors, converts, times, faulty }) ?? [],
  )
  return {
    request,
    sources,
    scheduledAt: request.isDraft
      ? times.plan
      : storedTime(
          times.goesAt('/scheduled_at'),
          accounts.map(({ target }) => target.scheduledAt),
        ),
    accounts,
    mediaIds: idsOf([...mediaGroups.flat(), ...inOptions], sources),
    problems: [...wrong, ...times.problems],
    objections: [...times.objections, ...accounts.flatMap(({ objections }) => objections)],
    warnings: [
      ...queue.warnings,
      ...unusedConfigurations(request, sources, connectors),
      ...accounts.flatMap(({ warnings }) => warnings),
    ],
    place: null,
  }
}

/** @throws Problem 422 with everything that keeps this plan from being stored. */
export function refuseFaults(plan: Plan): void {
  const faults = faultsOf(plan)
  if (faults.length > 0) throw invalid(faults)
}

/** Everything that keeps a plan from being stored; what networks would refuse binds no draft. */
export function faultsOf({ problems, objections, request }: Plan): readonly FieldProblem[] {
  return request.isDraft ? problems : [...problems, ...objections]
}

/** The warnings in the answer to a stored plan. */
export function warningsOf({ warnings, objections, request }: Plan): Notice[] {
  return showNotices(request.isDraft ? [...objections, ...warnings] : warnings)
}

/** Says that the caller sees no such account, and where those are that they see. */
function accountMissing(id: string): Words {
  return sentence(
    'There is no connected social account {id}. GET /v1/social-accounts lists those that there are; live and test data have accounts of their own.',
    { id },
  )
}

type Connectors = ReadonlyMap<string, Connector>

// An account that is missing, foreign, of the other mode or disconnected gets one answer, so that ids leak nothing. An
// account that was disconnected after it was named stays, because it may be connected again.
function accountProblems(
  { accountIds }: PostRequest,
  sources: Sources,
  connectors: Connectors,
  isNew: IsNew,
): FieldProblem[] {
  return accountIds.flatMap((id, index) => {
    const pointer = `/social_accounts/${index}`
    const source = sources.accounts.get(id)
    const isThere = source && connectors.has(source.platform)
    if (isThere && (source.status !== 'disconnected' || !isNew(pointer))) return []
    return [{ pointer, code: 'account_not_found', detail: accountMissing(id) }]
  })
}

function configurationProblems(
  request: PostRequest,
  sources: Sources,
  connectors: Connectors,
): FieldProblem[] {
  const ofPlatforms = [...request.platforms].flatMap(([platform, layer]) => {
    const connector = connectors.get(platform)
    if (connector) return optionProblems(layer, connector)
    const detail = sentence('There is no platform "{platform}". There are: {known}.', {
      platform: platform.slice(0, 40),
      known: [...connectors.keys()].join(', '),
    })
    return [{ pointer: layer.pointer, code: 'unknown_platform', detail }]
  })
  const ofAccounts = [...request.accounts].flatMap(([id, layer]) => {
    const connector = connectors.get(sources.accounts.get(id)?.platform ?? '')
    return connector ? optionProblems(layer, connector) : []
  })
  return [...ofPlatforms, ...ofAccounts]
}

function unusedConfigurations(
  request: PostRequest,
  sources: Sources,
  connectors: Connectors,
): FieldProblem[] {
  const used = new Set(request.accountIds.map((id) => sources.accounts.get(id)?.platform))
  return [...request.platforms].flatMap(([platform, { pointer }]) => {
    if (used.has(platform) || !connectors.has(platform)) return []
    const detail = sentence('No account of this post is on {network}; this configuration has no effect.', {
      network: connectors.get(platform)?.name ?? platform,
    })
    return [{ pointer, code: 'configuration_unused', detail }]
  })
}

interface Surroundings {
  request: PostRequest
  sources: Sources
  connectors: Connectors
  converts: Converts
  times: Times
  /** Pointers of faulty values, and of everything that contains one. */
  faulty: ReadonlySet<string>
}

function idsOf(references: readonly MediaReference[], { mediaOf }: Sources): string[] {
  return [...new Set(references.flatMap((reference) => mediaOf(reference)?.id ?? []))]
}

function placesOf(problems: readonly FieldProblem[]): Set<string> {
  const places = problems.flatMap(({ pointer }) => {
    const steps = pointer.split('/')
    return steps.map((_, index) => steps.slice(0, index + 1).join('/'))
  })
  return new Set(places)
}

/** Null where the account or a medium is not there to be checked. */
function planAccount(id: string, surroundings: Surroundings): AccountPlan | null {
  const { request, sources, connectors, converts, times, faulty } = surroundings
  const source = sources.accounts.get(id)
  const connector = connectors.get(source?.platform ?? '')
  if (!source || !connector) return null
  const content = mergeLayers(request.post, request.platforms.get(source.platform), request.accounts.get(id))
  // A connector is shown only options that its schema accepts; the others are problems already.
  const valid = new Map([...content.options].filter(([, { pointer }]) => !faulty.has(pointer)))
  const inOptions = listOptionMedia(valid, connector.options)
  const split = splitOptions(
    mapOptionMedia(valid, connector.options, (named) => sources.mediaOf(named)?.id ?? named.path),
  )
  const media = draftsOf(content.media.value, sources)
  const thread = split.thread.map((part) => ({ text: part.text, media: draftsOf(part.media, sources) }))
  const optionMedia = draftsOf(inOptions, sources)
  const incomplete = !media || !optionMedia || thread.some((part) => part.media === null)
  if (incomplete) return null
  const accountContent: AccountContent = {
    content,
    split,
    media,
    thread: thread.map(({ text, media: own }) => ({ text, media: own ?? [] })),
    optionMedia: [...new Map(optionMedia.map((medium) => [medium.id, medium])).values()],
    mayFit: request.mayFitMedia,
  }
  const { checked, problems, warnings } = checkContent(accountContent, connector, source, converts)
  const missing = missingOptions(content.options, connector)
  return {
    source,
    target: targetOf(
      source,
      accountContent,
      times.goesAt(content.scheduledAt?.pointer ?? '/scheduled_at'),
      request,
    ),
    checked,
    objections: [...missing.map((problem) => ({ ...problem, social_account_id: id })), ...problems],
    warnings: [...inactive(source, request.accountIds.indexOf(id)), ...warnings],
  }
}

function draftsOf(references: readonly MediaReference[], sources: Sources) {
  const drafts = references.map((reference) => {
    const source = sources.mediaOf(reference)
    return source?.state === 'ready' ? draftMedia(reference, source) : null
  })
  return drafts.every((draft) => draft !== null) ? drafts : null
}

const inactivity = {
  needs_reconnect: { code: 'needs_reconnect', why: word('must be connected again') },
  blocked: { code: 'account_blocked', why: word('is blocked by its network') },
  disabled: { code: 'account_disabled', why: word('is disabled') },
  disconnected: { code: 'account_disconnected', why: word('is disconnected') },
} as const

function inactive({ id, username, status }: AccountSource, index: number): FieldProblem[] {
  if (status === 'active') return []
  const { code, why } = inactivity[status]
  const detail = sentence('{username} {why}. Its post is held until that changes.', {
    username,
    why,
  })
  return [{ pointer: `/social_accounts/${index}`, code, detail, social_account_id: id }]
}
