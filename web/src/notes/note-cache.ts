import type { ListPostNotesResult, PostNote } from '@crier/sdk'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

type Pages = InfiniteData<ListPostNotesResult, string>

/** The notes of a post as this page has read them, and changes of them that are shown before they are read again. */
export function openNoteCache(client: QueryClient, queryKey: readonly string[]) {
  const change = (update: (page: ListPostNotesResult, index: number) => ListPostNotesResult) =>
    client.setQueryData<Pages>(queryKey, (data) => data && { ...data, pages: data.pages.map(update) })
  const known = () => {
    const pages = client.getQueryData<Pages>(queryKey)?.pages ?? []
    return new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)))
  }
  return {
    /** The ids of the notes that are shown. */
    known,
    readAgain: () => client.invalidateQueries({ queryKey }),
    /** Answers that are on their way do not know of a change that is shown. */
    hold: () => client.cancelQueries({ queryKey }),
    put: (note: PostNote) =>
      change((page) => ({ ...page, data: page.data.map((each) => (each.id === note.id ? note : each)) })),
    add: (note: PostNote) => {
      if (known().has(note.id)) return
      change((page, index) =>
        index === 0 ? { ...page, data: [note, ...page.data], open: page.open + 1 } : page,
      )
    },
    countOpen: (more: 1 | -1) => change((page) => ({ ...page, open: page.open + more })),
  }
}
