import type { PostNote } from '@crier/sdk'
import { t } from '@lingui/core/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { newId } from '../composer/new-id.ts'
import { nextCursor } from '../data/next-cursor.ts'
import { isRefused } from '../session/query-client.ts'
import { type Session, useSession } from '../session/session.ts'
import { nowAtServer } from '../time/server-clock.ts'
import { sayThrown } from '../ui/say-problem.ts'
import { toast } from '../ui/toasts.tsx'
import { deleteNoteLater, useLeavingNotes } from './leaving-notes.ts'
import { openNoteCache } from './note-cache.ts'
import { changeUnsent, readUnsent, type UnsentNote, useUnsent } from './unsent-notes.ts'

const pageSize = 50

/** Where the unsent words about a post are kept. */
export const placeOf = ({ scope }: Session, postId: string) => [...scope, postId].join(' ')

/** The notes of a post, the oldest first, with those that are on their way. */
export function useNotes(postId: string) {
  const session = useSession()
  const { api, scope, person } = session
  const leaving = useLeavingNotes()
  const { notes: unsent } = useUnsent(placeOf(session, postId))
  const query = useInfiniteQuery({
    queryKey: [...scope, 'notes', postId],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.posts.listNotes(postId, { limit: pageSize, cursor: pageParam }, { signal }),
    getNextPageParam: nextCursor,
  })
  const all = query.data?.pages.flatMap(({ data }) => data) ?? []
  const notes = all.filter(({ id }) => !leaving.includes(id)).toReversed()
  // The list may know a note before its own answer comes.
  const isListed = ({ text, known, error }: UnsentNote) =>
    error === null &&
    all.some((each) => each.author.user_id === person.id && each.text === text && !known.has(each.id))
  const gone = all.filter(({ id, resolved_at }) => resolved_at === null && leaving.includes(id)).length
  return {
    ...{ query, notes },
    unsent: unsent.filter((each) => !isListed(each)),
    open: (query.data?.pages[0]?.open ?? 0) - gone,
  }
}

/** The changes that one makes to the notes of a post. */
export interface NoteActions {
  /** Writes a note: it stands there at once, and says so where it did not reach the server. */
  send(text: string, mentions: readonly string[]): void
  sendAgain(note: UnsentNote): void
  takeBack(note: UnsentNote): void
  /** Changes the words of a note. @throws where they were not changed */
  edit(note: PostNote, text: string, mentions: readonly string[]): Promise<void>
  /** Marks it as done or opens it again: shown at once, and put back with a reason where that fails. */
  resolve(note: PostNote, resolved: boolean): Promise<void>
  remove(note: PostNote): void
}

export function useNoteActions(postId: string): NoteActions {
  const session = useSession()
  const client = useQueryClient()
  const { api, scope, person } = session
  const cache = openNoteCache(client, [...scope, 'notes', postId])
  const { name, email, id: ownId } = person
  return {
    ...sending(session, postId, cache),
    edit: async ({ id }, text, mentions) => {
      cache.put(await api.posts.updateNote(postId, id, { text, mentions: [...mentions] }))
      await cache.readAgain()
    },
    resolve: async (note, resolved) => {
      const by = { kind: 'user', id: ownId, name: name || email } as const
      const at = new Date(nowAtServer()).toISOString()
      await cache.hold()
      cache.put({ ...note, resolved_at: resolved ? at : null, resolved_by: resolved ? by : null })
      cache.countOpen(resolved ? -1 : 1)
      try {
        await api.posts.updateNote(postId, note.id, { resolved })
      } catch (error) {
        cache.put(note)
        cache.countOpen(resolved ? 1 : -1)
        toast({ text: sayThrown(error), tone: 'bad' })
      }
      await cache.readAgain()
    },
    remove: ({ id }) =>
      deleteNoteLater({
        id,
        words: t`Note deleted.`,
        run: async () => {
          await api.posts.deleteNote(postId, id).catch((error: unknown) => {
            if (!isRefused(error, 404)) throw error
          })
          await cache.readAgain()
        },
      }),
  }
}

/** The sending of notes, and what may be done about those that were not sent. */
function sending(
  session: Session,
  postId: string,
  cache: ReturnType<typeof openNoteCache>,
): Pick<NoteActions, 'send' | 'sendAgain' | 'takeBack'> {
  const place = placeOf(session, postId)
  const set = (note: UnsentNote, next: UnsentNote | null) =>
    changeUnsent(place, (before) => ({
      ...before,
      notes: before.notes.flatMap((each) => (each.key === note.key ? (next ?? []) : each)),
    }))
  const deliver = async (note: UnsentNote) => {
    const { text, mentions, key } = note
    try {
      const body = { text, mentions: [...mentions] }
      const made = await session.api.posts.createNote(postId, body, { idempotencyKey: key })
      await cache.hold()
      cache.add(made)
      set(note, null)
    } catch (error) {
      set(note, { ...note, error })
    }
    await cache.readAgain()
  }
  return {
    send: (text, mentions) => {
      const known = cache.known()
      const note = { key: newId(), text: text.replace(/\s+$/u, ''), mentions, known, error: null }
      changeUnsent(place, ({ notes }) => ({ text: '', chosen: new Set(), notes: [...notes, note] }))
      void deliver(note)
    },
    sendAgain: (note) => {
      const next = { ...note, error: null }
      set(note, next)
      void deliver(next)
    },
    takeBack: (note) => {
      set(note, null)
      // Words that were not sent go back where they can be changed.
      if (readUnsent(place).text === '') changeUnsent(place, (before) => ({ ...before, text: note.text }))
    },
  }
}
