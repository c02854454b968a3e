import { type DraftMedia, Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { quotaOfPosts, refuseOverQuota } from '../kit/graph/graph-quota.ts'
import { readyContainer, readyContainers } from '../kit/media/container.ts'
import { type Access, callInstagram, openAccess } from './api.ts'
import { readArtefacts, writeArtefacts } from './artefacts.ts'
import { coverLimits, limits } from './check.ts'
import { containerNetwork, describeCarousel, describeChild, describeSingle } from './containers.ts'
import { readChoices } from './options.ts'
import { listPublicIds } from './own-posts.ts'

type Kept = ReturnType<typeof readArtefacts>

/**
 * Makes the media fit, then a container of each and one for all, a call at a time, and waits until they are processed. At
 * last it lists what is there already, so that none of it is ever taken for ours. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const access = await openAccess(step.account, io.credentials, io)
  const kept = { ...readArtefacts(step.artefacts), version: access.version }
  if (step.part === 'first_comment') return readyWith(kept, step, access)
  const fitted = await takeAll(step, io)
  if (fitted.state === 'pending') return pendingWith(kept, fitted.againInMs)
  if (!kept.container && kept.children.length === 0) await askQuota(access)
  const made = await makeContainers(step, fitted, dropStale(kept, io.now()), access, io)
  return made.againInMs === null ? readyWith(made.kept, step, access) : pendingWith(made.kept, made.againInMs)
}

async function readyWith(kept: Kept, step: Step, access: Access): Promise<Prepared> {
  return { outcome: 'ready', artefacts: writeArtefacts({ ...kept, seen: await listPublicIds(step, access) }) }
}

function pendingWith(kept: Kept, againInMs: number): Prepared {
  return { outcome: 'pending', artefacts: writeArtefacts(kept), againInMs }
}

interface Fitted {
  readonly state: 'ready'
  readonly media: readonly DraftMedia[]
  readonly cover: DraftMedia | null
}

/** Renditions are stored, so that asking again costs nothing. */
async function takeAll(step: Step, io: Io): Promise<Fitted | { state: 'pending'; againInMs: number }> {
  const { draft, account } = step
  const { coverImage } = readChoices(draft.options)
  const cover = draft.optionMedia.find(({ id }) => id === coverImage) ?? null
  const media: DraftMedia[] = []
  for (const medium of cover ? [...draft.media, cover] : draft.media) {
    const fitting = await takeFitting(medium, medium === cover ? coverLimits() : limits(account), step, io)
    if (fitting.state === 'pending') return { state: 'pending', againInMs: fitting.againInMs }
    media.push(fitting.medium)
  }
  return { state: 'ready', media: media.slice(0, draft.media.length), cover: cover && (media.at(-1) ?? null) }
}

const childrenLiveMs = 20 * 3_600_000

/** A carousel is made again with all of its media: they expire as it does. */
function dropStale(kept: Kept, now: Date): Kept {
  const isStale = kept.children.some(
    ({ createdAt }) => now.getTime() - Date.parse(createdAt) >= childrenLiveMs,
  )
  return isStale ? { ...kept, children: [], container: null } : kept
}

async function makeContainers(
  { draft }: Step,
  { media, cover }: Fitted,
  kept: Kept,
  access: Access,
  io: Io,
): Promise<{ kept: Kept; againInMs: number | null }> {
  const sent = media.map((medium) => ({ medium, urlOf: io.media.publicUrl }))
  const [single, ...more] = sent
  if (!single) throw new Failure('invalid', 'A post at Instagram needs a picture or a video.')
  const isCarousel = more.length > 0
  if (isCarousel && !kept.container) {
    const networks = sent.map((one, index) =>
      containerNetwork(access, () => describeChild(one, index, draft)),
    )
    const { kept: children, againInMs } = await readyContainers(kept.children, networks, io.now())
    if (againInMs !== null) return { kept: { ...kept, children: [...children] }, againInMs }
  }
  const ids = kept.children.map(({ id }) => id)
  const network = containerNetwork(access, async () =>
    isCarousel ? describeCarousel(ids, draft) : describeSingle(single, cover, draft),
  )
  const progress = await readyContainer(kept.container, network, io.now())
  const againInMs = progress.outcome === 'pending' ? progress.againInMs : null
  return { kept: { ...kept, container: progress.kept }, againInMs }
}

function askQuota(access: Access): Promise<void> {
  const path = `${access.home}/content_publishing_limit`
  return refuseOverQuota('Instagram', quotaOfPosts, (query) => callInstagram(access, { path, query }))
}
