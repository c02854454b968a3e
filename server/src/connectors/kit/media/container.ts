import { Failure, type PublishedPost, type Settled } from '../../connector.ts'

/** A container of a two-phase network, as the artefacts of a connector keep it. */
export interface KeptContainer {
  readonly id: string
  readonly createdAt: string
  /** How often its status was read. */
  readonly looks: number
  /** How many containers of this draft failed before it. */
  readonly failed: number
}

/** The state of a container, as its network describes it. */
export type ContainerState =
  /** `againInMs` is the network's own wish, if it said one. */
  | { readonly state: 'in_progress'; readonly againInMs: number | null }
  | { readonly state: 'finished' }
  /** `post` is null where the post is public and could not be found yet. */
  | { readonly state: 'published'; readonly post: PublishedPost | null }
  /** `isLasting` says that another container of the same content would fail too. */
  | { readonly state: 'error'; readonly failure: Failure; readonly isLasting: boolean }
  | { readonly state: 'expired' }
  /** The network knows no such container. */
  | { readonly state: 'gone' }

/** The calls and the patience of a two-phase network. @throws Failure */
export interface ContainerNetwork {
  /** Creates an invisible container, and answers its id. */
  create(): Promise<string>
  read(id: string): Promise<ContainerState>
  /** How long a container is certain to live after it was created, in milliseconds: less than the network says. */
  readonly freshForMs: number
  /** How long the network may work on a container before another one is tried, in milliseconds. */
  readonly patienceMs: number
  /** How many containers of one draft may fail before it is given up. */
  readonly mostFailed: number
}

export type ContainerProgress =
  | { readonly outcome: 'ready'; readonly kept: KeptContainer }
  | { readonly outcome: 'pending'; readonly kept: KeptContainer; readonly againInMs: number }

const shortestPauseMs = 3_000
const longestPauseMs = 30_000

/**
 * Goes one step further with a container, so that its id is stored before anything else happens: it is created, then read
 * until it is finished, with growing pauses. One that failed, expired or takes too long is replaced. A process that dies
 * after `create` leaves a container that nobody publishes.
 * @throws Failure the container's own where it lasts, or after the last container; `unavailable` where none is finished
 */
export async function readyContainer(
  kept: KeptContainer | null,
  network: ContainerNetwork,
  now: Date,
): Promise<ContainerProgress> {
  if (!kept) return createContainer(0, network, now)
  const ageMs = now.getTime() - Date.parse(kept.createdAt)
  if (ageMs >= network.freshForMs) return createContainer(kept.failed, network, now)
  const found = await network.read(kept.id)
  switch (found.state) {
    case 'finished':
    // A commit that nobody answered published it: `settleContainer` finds that out.
    case 'published':
      return { outcome: 'ready', kept }
    case 'in_progress':
      if (ageMs >= network.patienceMs) return replaceContainer(kept, tooSlow(), network, now)
      return {
        outcome: 'pending',
        kept: { ...kept, looks: kept.looks + 1 },
        againInMs: found.againInMs ?? pauseAfter(kept.looks),
      }
    case 'error':
      if (found.isLasting) throw found.failure
      return replaceContainer(kept, found.failure, network, now)
    case 'expired':
      return replaceContainer(kept, lost(), network, now)
    case 'gone':
      // A network of many machines may not know everywhere yet what it has just created.
      if (ageMs < unknownForMs)
        return { outcome: 'pending', kept: { ...kept, looks: kept.looks + 1 }, againInMs: longestPauseMs }
      return replaceContainer(kept, lost(), network, now)
  }
}

const unknownForMs = 60_000
const tooSlow = () => new Failure('unavailable', 'The network did not finish processing the post in time.')
const lost = () => new Failure('unavailable', 'The network dropped what was prepared for the post.')

/**
 * Goes one step further with the containers of a carousel, one of which is created in a step. Its parent is made by
 * `readyContainer` once they are ready. @throws Failure as `readyContainer`
 */
export async function readyContainers(
  kept: readonly KeptContainer[],
  networks: readonly ContainerNetwork[],
  now: Date,
): Promise<{ readonly kept: readonly KeptContainer[]; readonly againInMs: number | null }> {
  const next = networks[kept.length]
  if (next) {
    const { kept: created } = await createContainer(0, next, now)
    return { kept: [...kept, created], againInMs: 0 }
  }
  const progress: ContainerProgress[] = []
  for (const [index, network] of networks.entries())
    progress.push(await readyContainer(kept[index] ?? null, network, now))
  const waits = progress.flatMap((one) => (one.outcome === 'pending' ? [one.againInMs] : []))
  return {
    kept: progress.map((one) => one.kept),
    againInMs: waits.length === 0 ? null : Math.min(...waits),
  }
}

/**
 * Reads what became of the commit that was to publish a container. A container is published once, so a finished one may be
 * published again, and one that can no longer be published proves that nothing is public.
 */
export async function settleContainer(
  kept: Pick<KeptContainer, 'id'>,
  looks: number,
  network: Pick<ContainerNetwork, 'read'>,
): Promise<Settled> {
  const found = await network.read(kept.id)
  switch (found.state) {
    case 'published':
      return found.post ? { outcome: 'published', ...found.post } : { outcome: 'not_found' }
    case 'finished':
      return { outcome: 'repeat' }
    case 'in_progress':
      return { outcome: 'pending', againInMs: found.againInMs ?? pauseAfter(looks) }
    case 'error':
      return found.isLasting ? { outcome: 'rejected', failure: found.failure } : { outcome: 'absent' }
    case 'expired':
      return { outcome: 'absent' }
    // A network that forgets containers may have published this one before.
    case 'gone':
      return { outcome: 'not_found' }
  }
}

function pauseAfter(looks: number): number {
  return Math.min(longestPauseMs, shortestPauseMs * 1.5 ** looks)
}

async function replaceContainer(
  { failed }: KeptContainer,
  failure: Failure,
  network: ContainerNetwork,
  now: Date,
): Promise<ContainerProgress & { outcome: 'pending' }> {
  if (failed + 1 >= network.mostFailed) throw failure
  return createContainer(failed + 1, network, now)
}

async function createContainer(
  failed: number,
  network: ContainerNetwork,
  now: Date,
): Promise<ContainerProgress & { outcome: 'pending' }> {
  const id = await network.create()
  return { outcome: 'pending', kept: { id, createdAt: now.toISOString(), looks: 0, failed }, againInMs: 0 }
}
