import type { CrierClient } from '@crier/sdk'
import type { Person } from '@crier/sdk/app'
import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { boot } from '../boot/boot.ts'
import { keep, readKept } from '../boot/kept.ts'
import { keepFirstCursors } from '../live/first-cursors.ts'
import { isUnreached } from '../live/is-unreached.ts'
import { pause } from '../live/pause.ts'
import { app, type Mode } from './clients.ts'
import { isRefused } from './query-client.ts'

export type Membership = Person['workspaces'][number]
export type Role = Membership['role']

/** The person who is signed in, and where they work now. */
export interface Session {
  readonly person: Person
  readonly workspace: Membership
  readonly mode: Mode
  /** The public API in this workspace and mode. */
  readonly api: CrierClient
  /** Begins the keys of queries, so that nothing of one workspace is ever shown in another. */
  readonly scope: readonly [workspace: string, mode: Mode]
}

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

/** The session of the page. Only pages behind the sign-in have one. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('This page is shown to people who are signed in.')
  return session
}

/** The person who is signed in; null where nobody is. */
export const personQuery = queryOptions({
  queryKey: ['person'],
  staleTime: 60_000,
  queryFn: async ({ client, signal }): Promise<Person | null> => {
    if (isSurelyNobody()) return null
    const asked = askForPerson(signal)
    const last = remembered.read()
    if (last === null) return keepFirstCursors(await asked)
    // Without a network one goes on writing as the person who was here last, and without an answer for the time being.
    const first = asked.then(keepFirstCursors)
    const person = await Promise.race([first, pause(patienceMs, signal)]).catch((error: unknown) => {
      if (isUnreached(error)) return last
      throw error
    })
    // The page now asks for more, so an answer that is still to come says nothing of the time before that.
    keepFirstCursors(null)
    if (person !== undefined) return person
    asked.then((late) => client.setQueryData(personQuery.queryKey, late)).catch(() => undefined)
    return last
  },
})

const patienceMs = 4_000

async function askForPerson(signal: AbortSignal): Promise<Person | null> {
  try {
    return remembered.write(await app.getPerson({ signal }))
  } catch (error) {
    if (isRefused(error, 401)) return remembered.write(null)
    throw error
  }
}

let wasAsked = false

/** Whether the server said with the page that nobody is there. A second question goes to the server: somebody may have come since. */
function isSurelyNobody(): boolean {
  const isFirst = !wasAsked
  wasAsked = true
  return isFirst && !boot.mayHaveSession && remembered.read() === null
}

const personAt = 'crier-person'

/** The person who was signed in when the server was last reached. */
const remembered = {
  read: (): Person | null => JSON.parse(readKept(personAt) ?? 'null'),
  write: (person: Person | null): Person | null => {
    keep(personAt, person && JSON.stringify(person))
    return person
  },
}

/** Forgets who was signed in here. */
export function forgetPerson(): void {
  remembered.write(null)
}

/** The roles, the one that may do least first. */
export const roles: readonly Role[] = ['viewer', 'author', 'editor', 'admin', 'owner']

/** Whether a role may do what the least role for it may. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

const workspaceAt = 'crier-workspace'
/** Where this browser keeps the mode in which the person works there. */
export const modeAt = (workspace: string) => `crier-mode-${workspace}`

/** The workspace that this browser showed last, else the one in which the person worked last, else the first. */
export function chooseWorkspace(person: Person): Membership | null {
  const wanted = [readKept(workspaceAt), person.last_workspace_id]
  // One that was deleted can be restored, and does nothing else.
  const there = person.workspaces.filter(({ purge_at }) => purge_at === null)
  const known = wanted.flatMap((id) => there.filter((each) => each.id === id))
  return [...known, ...there][0] ?? null
}

/** Remembers where the person works in this browser. */
export function rememberPlace(workspace: string, mode?: Mode): void {
  keep(workspaceAt, workspace)
  if (mode !== undefined) keep(modeAt(workspace), mode)
}
