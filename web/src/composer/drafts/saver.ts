import { ApiError, type CrierClient, StaleError } from '@crier/sdk'
import { deletePost, isDeleted } from '../../data/delete-post.ts'
import { isUnreached } from '../../live/is-unreached.ts'
import { nowAtServer } from '../../time/server-clock.ts'
import { type Content, emptyContent, isBlank, type Places } from '../content.ts'
import { mergeContent } from '../merge-content.ts'
import { createStore, type Store } from '../store.ts'
import { forgetOnDevice, keepOnDevice, type ServerPost } from './device-drafts.ts'
import { beginningOf, type Keeping, type SaveState, savedAt } from './keeping.ts'
import { takeOver } from './savers.ts'
import { changeDraft, createDraft, hasAll, readPost } from './send.ts'
import { rememberWayOfDraft } from './way-of-draft.ts'

interface SaverOptions {
  readonly api: CrierClient
  readonly workspace: string
  readonly mode: 'live' | 'test'
  readonly id: string
  readonly saved: ServerPost | null
  /** Whether the post was deleted elsewhere, and only the work on it is there. */
  readonly isGone: boolean
  /** The content of a change that this device sent before the page was loaded, and of which it heard nothing. */
  readonly sent: Content | null
  readonly content: Store<Content>
  readonly places: () => Places
  /** Called when work on a new post is first kept. */
  readonly onBegin: () => void
}

const deviceMs = 150
const serverMs = 1_000
const againMs = 5_000
// The words are safe on this device, which a person may know before a slow line has brought an answer.
const patienceMs = 3_000

/**
 * Keeps work on a post: each change on this device within a moment, and a draft on the server within a second. A planned
 * post is changed on the server by `push` alone, when the person says so.
 */
export class Saver {
  readonly keeping: Store<Keeping>
  readonly #options: SaverOptions
  #device: ReturnType<typeof setTimeout> | undefined
  #server: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<ServerPost | null> | null = null
  #isHeld = false
  /** Whether nothing is kept or sent any more. */
  #isOver = false
  readonly #stopped = new AbortController()
  #keptAt = Number.NEGATIVE_INFINITY
  /** The content that the draft was first sent with, until that is answered. */
  #first: Content | null = null
  /** The content of the change that was sent last, until it is answered: a server that has it was changed by nobody else. */
  #sent: Content | null

  constructor(options: SaverOptions) {
    this.#options = options
    this.#sent = options.sent
    this.keeping = createStore<Keeping>({
      saved: options.saved,
      state: beginningOf(options),
      clash: null,
      isDeviceFull: false,
    })
  }

  /** Follows the work until the page is left; answers how to stop. */
  follow(): () => void {
    const { workspace, mode, id } = this.#options
    takeOver([workspace, mode, id], this)
    const stopWatching = this.#options.content.watch(() => this.#onChange())
    const now = () => void this.flush()
    const onVisibility = () => document.visibilityState === 'hidden' && now()
    addEventListener('online', now)
    addEventListener('pagehide', now)
    document.addEventListener('visibilitychange', onVisibility)
    if (this.isDirty()) this.#onChange()
    else if (this.keeping.read().saved !== null) void this.#forget()
    return () => {
      stopWatching()
      removeEventListener('online', now)
      removeEventListener('pagehide', now)
      document.removeEventListener('visibilitychange', onVisibility)
      now()
    }
  }

  /** Whether there is work that the server does not have. */
  isDirty(): boolean {
    const { content, places } = this.#options
    const { saved } = this.keeping.read()
    if (saved === null) return !isBlank(content.read())
    return !hasAll(saved.content, content.read(), places())
  }

  /** Whether changes wait until the person saves them, because the post is no draft any more. */
  isWorkingCopy(): boolean {
    const { saved } = this.keeping.read()
    return saved !== null && saved.post.status !== 'draft'
  }

  /** Keeps at once what waits for its moment. */
  async flush(): Promise<void> {
    if (this.#device !== undefined) await this.#keepOnDevice()
    if (!this.isWorkingCopy()) await this.save()
  }

  /** Nothing is sent by itself while something else changes the post, such as its publication. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
  }

  /** Resolves when nothing about the post is on its way to the server or from it. */
  async settled(): Promise<void> {
    clearTimeout(this.#server)
    while (this.#sending !== null) await this.#sending
  }

  /** Takes over a post that something else changed. */
  adopt(saved: ServerPost): void {
    this.keeping.change((before) => ({ ...before, saved, state: { kind: 'saved', at: nowAtServer() } }))
    if (this.isDirty()) this.#onChange()
    else void this.#forget()
  }

  /** Goes back to the post as the server has it, also on this device. Answers the work that was let go. */
  async discard(): Promise<Content> {
    const { content } = this.#options
    const work = content.read()
    const { saved } = this.keeping.read()
    if (saved !== null) content.change(() => saved.content)
    await this.#keepOnDevice()
    return work
  }

  /** Takes up work that was let go, also after the page was left. */
  async resume(work: Content): Promise<void> {
    this.#options.content.change(() => work)
    this.#onChange()
    await this.#keepOnDevice()
  }

  /** Changes the work, also after the page was left. */
  async rewrite(change: (now: Content) => Content): Promise<void> {
    await this.resume(change(this.#options.content.read()))
  }

  /** Keeps and sends nothing any more, also where it still tried after its page was left. */
  stop(): void {
    this.#isOver = true
    this.#stopped.abort()
    clearTimeout(this.#device)
    clearTimeout(this.#server)
  }

  /**
   * Stops because the person threw a new draft away. Answers whether the server may have it, or get it by a call that is under way: it
   * is deleted there once that call is over.
   */
  throwAway(): boolean {
    const mayBeThere = this.#first !== null || this.keeping.read().saved !== null
    this.#isOver = true
    if (mayBeThere) void this.#unmake()
    else this.stop()
    return mayBeThere
  }

  async #unmake(): Promise<void> {
    await this.settled()
    this.stop()
    const { api, id } = this.#options
    await deletePost(api, id).catch((error: unknown) => {
      console.warn('A draft that was thrown away may be on the server.', error)
    })
  }

  /** Ends the work, because the person threw the post away: nothing of it is kept or sent any more. */
  async end(): Promise<void> {
    if (this.keeping.read().saved === null) this.throwAway()
    else this.stop()
    const { workspace, mode, id } = this.#options
    await forgetOnDevice(workspace, mode, id)
  }

  /** Keeps the work on this device alone, because the post was deleted elsewhere. Nothing is sent any more. */
  async lose(): Promise<null> {
    clearTimeout(this.#server)
    this.#setState({ kind: 'gone' })
    await this.#keepOnDevice()
    return null
  }

  /** Whether the post was deleted elsewhere. */
  isGone(): boolean {
    return this.keeping.read().state.kind === 'gone'
  }

  /** Goes on after the person chose between the versions. */
  async settle(content: Content): Promise<void> {
    this.keeping.change((before) => ({ ...before, clash: null }))
    await this.resume(content)
    await this.flush()
    // News that came while the person chose, such as that the post was canceled, were not looked at.
    if (this.isWorkingCopy()) await this.refresh().catch((error: unknown) => this.#fail(error))
  }

  /** Sends a draft as it is now; answers the post, or null where it could not be sent. */
  async save(): Promise<ServerPost | null> {
    clearTimeout(this.#server)
    this.#server = undefined
    while (this.#sending !== null) await this.#sending
    if (this.#isHeld || this.#isOver || this.isGone() || this.keeping.read().clash !== null) return null
    if (!this.isDirty()) return this.#rest()
    this.#sending = this.#send().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  #onChange(): void {
    // The first letter after a pause is kept at once, and what follows soon after together.
    const pauseMs = Math.max(0, this.#keptAt + deviceMs - performance.now())
    this.#device ??= setTimeout(() => void this.#keepOnDevice(), pauseMs)
    if (this.#isHeld || this.isGone() || this.keeping.read().clash !== null) return
    if (this.isWorkingCopy()) {
      if (this.isDirty()) this.#setState({ kind: 'device', why: 'working-copy' }, 'device')
      else void this.#rest()
      return
    }
    clearTimeout(this.#server)
    this.#server = setTimeout(() => void this.save(), serverMs)
  }

  async #keepOnDevice(): Promise<void> {
    clearTimeout(this.#device)
    this.#device = undefined
    if (this.#isOver) return
    this.#keptAt = performance.now()
    const { workspace, mode, id, content } = this.#options
    const isGone = this.isGone()
    if (!this.isDirty() && !isGone) return this.#forget()
    const { saved, clash } = this.keeping.read()
    // Work that waits for a choice goes on from where it began, so that the choice is asked for again.
    const base = clash?.base ?? saved
    const state = { content: content.read(), base, sent: this.#sent, changedAt: nowAtServer() }
    const isKept = await keepOnDevice({ workspace, mode, id, ...state, ...(isGone ? { isGone } : {}) })
    if (isKept === this.keeping.read().isDeviceFull)
      this.keeping.change((before) => ({ ...before, isDeviceFull: !isKept }))
    // An address that names words which are nowhere could not be opened again.
    if (saved === null && isKept) this.#options.onBegin()
  }

  async #send(): Promise<ServerPost | null> {
    const { id, content } = this.#options
    const { saved } = this.keeping.read()
    // A change without an answer is sent again as it was, so that it is known what the server may have.
    const now = this.#sent ?? content.read()
    if (now.accounts.length === 0) return this.#stay({ kind: 'device', why: 'no-account' })
    this.#setState({ kind: 'saving' })
    const slow = setTimeout(() => this.#setState({ kind: 'device', why: 'offline' }), patienceMs)
    try {
      const next = saved === null ? await this.#make(now) : await this.#change(saved, now)
      if (next === null) return null
      if (!this.isWorkingCopy()) rememberWayOfDraft(id, now.when)
      this.keeping.change((now) => ({ ...now, saved: next, state: { kind: 'saved', at: nowAtServer() } }))
      if (saved === null) this.#options.onBegin()
      if (this.isDirty()) this.#onChange()
      else await this.#forget()
      return next
    } catch (error) {
      return error instanceof StaleError && saved !== null ? this.meet(saved) : this.#fail(error)
    } finally {
      clearTimeout(slow)
    }
  }

  /**
   * Makes the draft on the server. The content that was sent first is sent until it is answered, so that it is known what the draft began
   * with. Answers null where somebody has changed it meanwhile in a way that the person has to settle.
   */
  async #make(now: Content): Promise<ServerPost | null> {
    const { api, id, places } = this.#options
    const isAgain = this.#first !== null
    this.#first ??= now
    try {
      const { saved, isChanged } = await createDraft(api, id, this.#first, places(), this.#stopped.signal)
      this.#first = null
      // The news of what became of it since may have come before its answer.
      if (isAgain) setTimeout(() => void this.refresh())
      return isChanged ? this.meet({ ...saved, content: emptyContent }) : saved
    } catch (error) {
      if (error instanceof ApiError) this.#first = null
      throw error
    }
  }

  async #change(saved: ServerPost, now: Content): Promise<ServerPost> {
    const { api, places } = this.#options
    this.#sent = now
    try {
      const next = await changeDraft(api, saved, now, places(), this.#stopped.signal)
      this.#sent = null
      return next
    } catch (error) {
      // Another refusal than that of an old version took nothing of it. A server that is away may have.
      const isRefused = error instanceof ApiError && error.status <= 500 && !isUnreached(error)
      if (isRefused && !(error instanceof StaleError)) this.#sent = null
      throw error
    }
  }

  /** Reads the post again after the server reported a change, and takes over what is new. */
  async refresh(): Promise<void> {
    while (this.#sending !== null) await this.#sending
    const { saved, clash } = this.keeping.read()
    if (saved === null || clash !== null || this.#isHeld || this.#isOver || this.isGone()) return
    const reading = this.#readAgain(saved)
    this.#sending = reading.then(nothing, nothing).finally(() => {
      this.#sending = null
    })
    await reading
  }

  // Other calls about the post wait for this one, so that nobody reads it while it is being deleted here.
  async #readAgain(saved: ServerPost): Promise<void> {
    const theirs = await readPost(this.#options.api, this.#options.id).catch((error: unknown) => {
      if (!isDeleted(error) || this.#isHeld) throw error
      return this.lose()
    })
    if (theirs === null) return
    const now = this.keeping.read()
    if (now.saved === saved && theirs.etag !== saved.etag && !this.#isHeld) await this.meet(saved)
    else if (this.isDirty()) this.#onChange()
  }

  /** Puts the work together with what somebody else made of the post meanwhile. */
  async meet(saved: ServerPost): Promise<ServerPost | null> {
    const { api, id, content, places } = this.#options
    try {
      const theirs = await readPost(api, id)
      // The change may be the one that was sent from here, whose answer was lost.
      const base = this.#sent !== null && hasAll(theirs.content, this.#sent, places()) ? theirs : saved
      this.#sent = null
      const { merged, conflicts } = mergeContent(base.content, content.read(), theirs.content)
      const clash = conflicts.length === 0 ? null : { conflicts, theirs, base }
      this.keeping.change((before) => ({ ...before, saved: theirs, clash }))
      content.change(() => merged)
      if (clash !== null) {
        this.#setState({ kind: 'conflict' })
        await this.#keepOnDevice()
        return null
      }
      if (!this.isDirty()) return this.#rest()
      if (!this.isWorkingCopy()) return this.#send()
      this.#onChange()
      return theirs
    } catch (error) {
      return this.#fail(error)
    }
  }

  #fail(error: unknown): null | Promise<null> {
    if (this.#isOver) return null
    if (isDeleted(error)) return this.lose()
    if (isUnreached(error)) {
      this.#server = setTimeout(() => void this.save(), againMs)
      return this.#stay({ kind: 'device', why: 'offline' })
    }
    // A version that appeared between reading and writing is met with the next change.
    if (error instanceof ApiError && (error.status === 429 || error.status >= 500))
      this.#server = setTimeout(() => void this.save(), Math.max(againMs, error.retryAfterMs ?? 0))
    return this.#stay({ kind: 'failed', error })
  }

  #stay(state: SaveState): null {
    this.#setState(state)
    return null
  }

  #setState(state: SaveState, unless?: SaveState['kind']): void {
    this.keeping.change((before) => (before.state.kind === unless ? before : { ...before, state }))
  }

  /** Comes to rest: the server has everything. */
  async #rest(): Promise<ServerPost | null> {
    const { saved } = this.keeping.read()
    if (saved === null) this.#setState({ kind: 'none' }, 'none')
    else this.#setState({ kind: 'saved', at: savedAt(saved) }, 'saved')
    await this.#forget()
    return saved
  }

  /** Forgets the copy on this device where it has nothing of its own, or it would come back after somebody else's change. */
  async #forget(): Promise<void> {
    const { workspace, mode, id } = this.#options
    if (!this.isDirty() && !this.isGone()) await forgetOnDevice(workspace, mode, id)
  }
}

const nothing = () => null
