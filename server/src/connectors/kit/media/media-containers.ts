import { Type } from 'typebox'
import { type DraftMedia, Failure, type Io, type Limits, type Prepared, type Step } from '../../connector.ts'
import { takeFitting } from '../fitting/take-fitting.ts'
import { type ContainerNetwork, type KeptContainer, readyContainer, readyContainers } from './container.ts'
import { nullable, stored, text } from './stored.ts'

const keptContainer = Type.Object({
  id: text,
  createdAt: text,
  looks: Type.Integer({ minimum: 0 }),
  failed: Type.Integer({ minimum: 0 }),
})

/** The containers of one post, as the artefacts of a connector keep them: those of a carousel's media, and the one to publish. */
const { read, write } = stored(
  Type.Object({ items: Type.Array(keptContainer, { default: [] }), post: nullable(keptContainer) }),
  'A container was stored incompletely.',
)

export const readContainers = read

/** A medium as the network takes it, and the address under which it is fetched: of one attempt, and never stored. */
export interface HostedMedium {
  readonly medium: DraftMedia
  readonly url: string
}

/** The content of the container that is published, besides its text. */
export type PostContent =
  | { readonly shows: 'text' }
  | { readonly shows: 'medium'; readonly hosted: HostedMedium }
  | { readonly shows: 'carousel'; readonly itemIds: readonly string[] }

/** A two-phase network that fetches media by their address. Each call may throw Failure. */
export interface MediaContainerNetwork extends Omit<ContainerNetwork, 'create'> {
  /** The limits that media are made to fit. */
  readonly limits: Limits
  createPost(content: PostContent): Promise<string>
  /** Creates the container of one medium of a carousel. */
  createItem(hosted: HostedMedium): Promise<string>
}

/**
 * Goes one step further with the containers of a post: the media are made to fit, each of several gets a container, and once
 * these are finished the container of the post is created and waited for. Containers that the network may
 * have dropped are made again.
 * @throws Failure as `readyContainer`
 */
export async function prepareContainers(
  step: Step,
  io: Io,
  network: MediaContainerNetwork,
): Promise<Prepared> {
  const now = io.now()
  const { items, post } = freshContainers(step, network.freshForMs, now)
  const { media } = step.draft
  const pending = (kept: readonly KeptContainer[], againInMs: number) => ({
    outcome: 'pending' as const,
    artefacts: write({ items: [...kept], post }),
    againInMs,
  })
  const next = post ? undefined : media[media.length > 1 ? items.length : 0]
  const fitting = next && (await takeFitting(next, network.limits, step, io))
  if (fitting?.state === 'pending') return pending(items, fitting.againInMs)
  if (post === null && media.length > 1) {
    const networks = media.map((medium) => ({
      ...network,
      create: async () => network.createItem(await hostMedium(medium, step, io, network)),
    }))
    const { kept, againInMs } = await readyContainers(items, networks, now)
    if (againInMs !== null || !isSame(kept, items)) return pending(kept, againInMs ?? 0)
  }
  const create = async () => network.createPost(await contentOf(step, items, io, network))
  const { kept, ...progress } = await readyContainer(post, { ...network, create }, now)
  return { ...progress, artefacts: write({ items, post: kept }) }
}

/** The kept containers; none where one may be gone, because the others were made before or from it. */
function freshContainers({ artefacts }: Step, freshForMs: number, now: Date) {
  const kept = read(artefacts)
  const all = [...kept.items, ...(kept.post ? [kept.post] : [])]
  const isStale = all.some(({ createdAt }) => now.getTime() - Date.parse(createdAt) >= freshForMs)
  return isStale ? { items: [], post: null } : kept
}

function isSame(kept: readonly KeptContainer[], before: readonly KeptContainer[]): boolean {
  return kept.length === before.length && kept.every(({ id }, index) => id === before[index]?.id)
}

async function contentOf(
  step: Step,
  items: readonly KeptContainer[],
  io: Io,
  network: MediaContainerNetwork,
): Promise<PostContent> {
  const [medium, ...others] = step.draft.media
  if (!medium) return { shows: 'text' }
  if (others.length > 0) return { shows: 'carousel', itemIds: items.map(({ id }) => id) }
  return { shows: 'medium', hosted: await hostMedium(medium, step, io, network) }
}

async function hostMedium(
  medium: DraftMedia,
  step: Step,
  io: Io,
  { limits }: MediaContainerNetwork,
): Promise<HostedMedium> {
  const fitting = await takeFitting(medium, limits, step, io)
  // It was ready before the first container, so it was lost since.
  if (fitting.state === 'pending')
    throw new Failure('unavailable', 'A medium is being made to fit once more.')
  return { medium: fitting.medium, url: await io.media.publicUrl(fitting.medium.id) }
}
