import { PlanError, type PlanFacts, type PlanPlace, readPlan } from '@crier/sdk/plans'
import { useSyncExternalStore } from 'react'
import type { Session } from '../session/session.ts'
import { onSignOut } from '../session/sign-out.ts'
import { nowAtServer } from '../time/server-clock.ts'
import { lookAtRow, openRow } from './look-at-row.ts'
import { batchesOf, makeBatch, type Outcome } from './make-posts.ts'
import { PlanMedia } from './plan-media.ts'
import type { PlanRow } from './plan-row.ts'
import { readTableFile, type TableText, type UnreadTable } from './read-table-file.ts'

export type Facts = Omit<PlanFacts, 'now'>

export interface PlanDefaults {
  /** Ids of accounts, which rows without one take. */
  readonly accounts: readonly string[]
  /** Rows without a time; null: they are refused. */
  readonly when: 'queue' | 'draft' | null
}

/** The work on the rows at the moment. `stopped`: the person has stopped the look at them. */
export type Work = 'none' | 'looking' | 'stopped' | 'making'

export interface PlanState {
  readonly table: TableText | null
  /** Why the last table could not be read. */
  readonly fault: PlanError | UnreadTable | null
  readonly defaults: PlanDefaults
  /** How many rows leave open where or when, whatever the defaults say. */
  readonly lacking: { readonly accounts: number; readonly time: number }
  /** Files that lie beside the table. */
  readonly files: readonly File[]
  readonly rows: readonly PlanRow[]
  readonly work: Work
  /** How many rows are to be made now, and how many are. */
  readonly making: { readonly of: number; readonly done: number }
  /** Anything that ended the work early. While posts were made, nobody knows which of those that were sent are there. */
  readonly trouble: { readonly error: unknown; readonly isUnsure: boolean } | null
}

const atOnce = 4
const restMs = 300
const blank: PlanState = {
  table: null,
  fault: null,
  defaults: { accounts: [], when: null },
  lacking: { accounts: 0, time: 0 },
  files: [],
  rows: [],
  work: 'none',
  making: { of: 0, done: 0 },
  trouble: null,
}

/** A table on its way to posts. It goes on wherever the person goes in the app. */
export class PlanDesk {
  #state = blank
  readonly #watchers = new Set<() => void>()
  readonly #session: Session
  readonly #media: PlanMedia
  #facts: Facts | null = null
  #stop = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Rows that changed since they were last shown. */
  readonly #fresh = new Map<number, PlanRow>()

  constructor(session: Session) {
    this.#session = session
    this.#media = new PlanMedia(session.api)
  }

  readonly read = (): PlanState => this.#state

  readonly watch = (watcher: () => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Takes what is known of the workspace. The rows are read once it is there. */
  know(facts: Facts): void {
    const before = this.#facts
    this.#facts = facts
    if (before?.accounts !== facts.accounts || before.zone !== facts.zone) this.#readAgain(0)
  }

  async takeFile(file: File): Promise<void> {
    const table = await readTableFile(file)
    if (typeof table === 'string') this.#set({ fault: table })
    else this.takeTable(table)
  }

  /** Reads another table in place of the one that was there; the files and the choices stay. */
  takeTable(table: TableText): void {
    if (this.#is('making')) return
    this.#set({ table, fault: null, rows: [], trouble: null })
    this.#readAgain(0)
  }

  addFiles(files: readonly File[]): void {
    const isNew = (file: File) => !files.some(({ name }) => name === file.name)
    this.#set({ files: [...this.#state.files.filter(isNew), ...files] })
    this.#readAgain(0)
  }

  choose(defaults: PlanDefaults): void {
    this.#set({ defaults })
    this.#readAgain(restMs)
  }

  /** Begins anew, without a table. */
  clear(): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
    this.#set(blank)
  }

  /** Stops looking; while posts are made, stops after those that are under way. */
  stop(): void {
    this.#stop.abort()
  }

  /** Looks at the rows that nothing is known of, and again at those that nobody is sure of. */
  lookAgain(): void {
    this.#set({ trouble: null })
    this.#readAgain(0)
  }

  /** Makes the posts of all rows that are new. */
  async make(): Promise<void> {
    const batches = batchesOf(this.#state.rows)
    const of = batches.flat().length
    if (of === 0 || !this.#is('none')) return
    this.#stop = new AbortController()
    const { signal } = this.#stop
    this.#set({ work: 'making', making: { of, done: 0 }, trouble: null })
    try {
      for (const batch of batches) {
        if (signal.aborted) break
        this.#apply(await makeBatch(this.#session.api, batch))
        this.#change((before) => ({
          ...before,
          making: { of, done: before.making.done + batch.length },
        }))
      }
      this.#set({ work: 'none' })
    } catch (error) {
      // Nobody knows of these rows any more whether their posts are there.
      const { rows } = this.#state
      const unsure = rows.map((row) => (row.state === 'new' ? { ...row, state: 'open' as const } : row))
      this.#set({ work: 'none', rows: unsure, trouble: { error, isUnsure: true } })
    }
  }

  #readAgain(afterMs: number): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
    if (this.#is('making')) return
    this.#timer = setTimeout(() => this.#read(), afterMs)
    this.#set({ work: this.#state.table === null ? 'none' : 'looking' })
  }

  #read(): void {
    const { table, defaults } = this.#state
    const facts = this.#facts
    if (table === null || facts === null) return
    const { workspace, mode } = this.#session
    const place: PlanPlace = { workspace, mode }
    try {
      const planned = readPlan(table.text, { to: defaults.accounts, when: defaults.when })
      const known = new Map(this.#state.rows.map((row) => [row.id, row]))
      const rows = planned.map((row) => {
        const open = openRow(row, place, { ...facts, now: nowAtServer() })
        return keepKnown(open, known.get(open.id))
      })
      const without = readPlan(table.text, { to: [], when: 'draft' })
      const timeless = readPlan(table.text, { to: ['-'], when: null })
      const lacking = {
        accounts: without.filter(({ fault }) => fault?.code === 'no_account').length,
        time: timeless.filter(({ fault }) => fault?.code === 'no_time').length,
      }
      this.#set({ rows, lacking, fault: null })
      void this.#look()
    } catch (error) {
      if (!(error instanceof PlanError)) throw error
      this.#set({ fault: error, table: null, rows: [], work: 'none' })
    }
  }

  async #look(): Promise<void> {
    this.#stop = new AbortController()
    const { signal } = this.#stop
    const open = this.#state.rows.filter(({ state }) => state === 'open')
    const account = this.#facts?.accounts[0]?.id ?? null
    const { files } = this.#state
    const looking = { api: this.#session.api, media: this.#media, files, signal, account }
    const next = open.values()
    const work = async () => {
      for (const row of next) {
        if (signal.aborted) return
        this.#show(await lookAtRow(row, looking))
      }
    }
    const stop = this.#stop
    try {
      await Promise.all(Array.from({ length: atOnce }, () => work()))
      if (stop === this.#stop) this.#end(signal.aborted ? 'stopped' : 'none')
    } catch (error) {
      if (stop !== this.#stop) return
      const isStopped = signal.aborted
      stop.abort()
      this.#end(isStopped ? 'stopped' : 'none')
      if (!isStopped) this.#set({ trouble: { error, isUnsure: false } })
    }
  }

  #end(work: Work): void {
    // A table that was taken meanwhile is looked at from its beginning.
    if (!this.#is('looking')) return
    this.#flush()
    this.#set({ work })
  }

  /** Shows what was found, many rows at a time: a thousand are known within seconds. */
  #show(row: PlanRow): void {
    if (this.#fresh.size === 0) setTimeout(() => this.#flush(), 80)
    this.#fresh.set(row.line, row)
  }

  #flush(): void {
    const fresh = new Map(this.#fresh)
    this.#fresh.clear()
    if (fresh.size === 0) return
    this.#change((before) => ({
      ...before,
      rows: before.rows.map((row) => {
        const found = fresh.get(row.line)
        return found !== undefined && found.id === row.id ? found : row
      }),
    }))
  }

  #apply(outcomes: readonly Outcome[]): void {
    const changes = new Map(outcomes.map(({ line, change }) => [line, change]))
    this.#change((before) => ({
      ...before,
      rows: before.rows.map((row) => ({ ...row, ...changes.get(row.line) })),
    }))
  }

  #is(work: Work): boolean {
    return this.#state.work === work
  }

  #set(change: Partial<PlanState>): void {
    this.#change((before) => ({ ...before, ...change }))
  }

  #change(make: (before: PlanState) => PlanState): void {
    this.#state = make(this.#state)
    for (const watcher of [...this.#watchers]) watcher()
  }
}

/** A row that was looked at stays known, but for one whose media may lie beside the table only now. */
function keepKnown(open: PlanRow, known: PlanRow | undefined): PlanRow {
  if (known === undefined || open.state !== 'open') return open
  const isSettled = known.state === 'made' || known.state === 'existing' || known.state === 'deleted'
  const isSure = known.state === 'new' && known.media.length === 0 && open.planned !== null
  return isSettled || isSure ? { ...known, line: open.line } : open
}

/** The state of a desk, as it is now. */
export function usePlan({ watch, read }: PlanDesk): PlanState {
  return useSyncExternalStore(watch, read)
}

const desks = new Map<string, PlanDesk>()
onSignOut(async () => {
  for (const desk of desks.values()) desk.clear()
  desks.clear()
})

/** The desk of the workspace and mode in which the person works. */
export function deskOf(session: Session): PlanDesk {
  const name = session.scope.join(' ')
  const known = desks.get(name)
  if (known !== undefined) return known
  const made = new PlanDesk(session)
  desks.set(name, made)
  return made
}
