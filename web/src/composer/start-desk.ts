import type { Platform, SocialAccount } from '@crier/sdk'
import { queryOptions } from '@tanstack/react-query'
import { isDeleted } from '../data/delete-post.ts'
import { isUnreached } from '../live/is-unreached.ts'
import { app } from '../session/clients.ts'
import { isAtLeast, type Session } from '../session/session.ts'
import type { Content, Places } from './content.ts'
import { type Desk, everyone, type Findings, type View } from './desk.ts'
import { type DeviceDraft, readFromDevice, type ServerPost } from './drafts/device-drafts.ts'
import { Saver } from './drafts/saver.ts'
import { hasAll, readPost } from './drafts/send.ts'
import { keepUnticked } from './drafts/unticked-words.ts'
import { freshContent } from './fresh-content.ts'
import { mergeContent } from './merge-content.ts'
import { createStore, type Store } from './store.ts'

export const workspaceQuery = ({ workspace, scope }: Session) =>
  queryOptions({
    queryKey: [...scope, 'workspace'],
    staleTime: 60_000,
    queryFn: ({ signal }) => app.workspaces.get(workspace.id, { signal }),
  })

/** Accounts and networks by their names. */
export function placesOf(accounts: readonly SocialAccount[], platforms: readonly Platform[]): Places {
  return {
    accounts: new Map(accounts.map((account) => [account.id, account])),
    platforms: new Map(platforms.map((platform) => [platform.platform, platform])),
  }
}

/** The beginning of the work: the post of the server, and the work on it that only this device has. */
export interface Beginning {
  readonly saved: ServerPost | null
  readonly local: DeviceDraft | null
  /** The post was deleted elsewhere, while there was work on it here. */
  readonly isGone?: true
}

/** Reads both. A post that only this device knows is not asked for. @throws ApiError 404 where nobody knows it */
export async function readBeginning(
  { api, workspace, mode }: Session,
  id: string,
  signal: AbortSignal,
): Promise<Beginning> {
  const local = await readFromDevice(workspace.id, mode, id)
  if (local !== null && local.base === null) return { saved: null, local }
  try {
    return { saved: await readPost(api, id, signal), local }
  } catch (error) {
    if (local === null || signal.aborted) throw error
    if (isDeleted(error)) return { saved: local.base, local, isGone: true }
    // Without the server, the work goes on from where this device knows it.
    if (!isUnreached(error)) throw error
    return { saved: local.base, local }
  }
}

export interface NewDesk {
  readonly id: string
  readonly session: Session
  readonly places: Places
  readonly beginning: Beginning | null
  /** Asked for by the address, such as the time of a free slot that was clicked. */
  readonly at: string | null
  readonly undoSeconds: number
  readonly approvalMode: 'authors' | 'everyone'
  readonly onBegin: () => void
}

/** Puts a composer together. */
export function startDesk(input: NewDesk): Desk {
  const { id, session, beginning, undoSeconds, approvalMode, onBegin } = input
  const { api, workspace, mode } = session
  const places = createStore(input.places)
  const merge = mergedBeginning(beginning, input.places)
  const content = createStore(merge?.content ?? freshContent(session, input.places.accounts, input.at))
  keepUnticked(id, content)
  const saver = new Saver({
    api,
    workspace: workspace.id,
    mode,
    id,
    saved: beginning?.saved ?? null,
    isGone: beginning?.isGone ?? false,
    sent: merge?.sent ?? null,
    content,
    places: places.read,
    onBegin,
  })
  if (merge?.clash) {
    const { clash } = merge
    saver.keeping.change((before) => ({ ...before, clash, state: { kind: 'conflict' } }))
  }
  return {
    id,
    session,
    content,
    saver,
    places,
    undoSeconds,
    view: startView(content, places),
    findings: createStore<Findings>({ check: null, of: null, isWanted: false, error: null }),
    mustAsk: approvalMode === 'everyone' || !isAtLeast(workspace.role, 'editor'),
  }
}

/** The view. It goes back to the words for everyone where an account is taken out: words for that one would go nowhere. */
function startView(content: Store<Content>, places: Store<Places>): Store<View> {
  const view = createStore<View>({ variant: everyone, tab: 'write', isCodeShown: false, isGoingOut: false })
  const look = () => {
    const { variant } = view.read()
    const isThere = content.read().accounts.includes(variant) && places.read().accounts.has(variant)
    if (variant !== everyone && !isThere) view.change((before) => ({ ...before, variant: everyone }))
  }
  content.watch(look)
  places.watch(look)
  return view
}

function mergedBeginning(beginning: Beginning | null, places: Places) {
  if (beginning === null) return null
  const { saved, local } = beginning
  if (local === null) return saved && { content: saved.content }
  const { base, content, sent } = local
  if (saved === null || base === null || saved.etag === base.etag) return { content, sent }
  // The change may be the one that was under way when the page was left.
  if (sent && hasAll(saved.content, sent, places)) return { content }
  const { merged, conflicts } = mergeContent(base.content, content, saved.content)
  const clash = conflicts.length === 0 ? null : { conflicts, theirs: saved, base }
  return { content: merged, clash }
}
