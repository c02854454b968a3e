/** One page of a list. */
export interface Page<T> {
  data: T[]
  meta: {
    /** How many there are in all; left out of pages read from a cursor. */
    total?: number
    offset?: number
    limit: number
    /** The address of the next page; null on the last. */
    next: string | null
    /** The end of this page, where a list has one from which it can be read on later. */
    cursor?: string
  }
}

type ReadPage<T> = (query: object) => Promise<Page<T>>

interface List {
  readonly query?: object | undefined
  readonly start?: { readonly cursor?: string; readonly limit?: number }
}

/**
 * A list that is read while it is walked: `for await (const post of client.posts.list())`. No request is made before.
 * Each walk begins again.
 */
export class Pages<T> implements AsyncIterable<T> {
  readonly #read: ReadPage<T>
  readonly #list: List

  /** @internal */
  constructor(read: (query: object) => Promise<unknown>, list: List) {
    this.#read = read as ReadPage<T>
    this.#list = list
  }

  /** The page that the query names: the first one unless it has an `offset` or a `cursor`. */
  page(): Promise<Page<T>> {
    return this.#read({})
  }

  /** Every page from there on. Rows that are added meanwhile shift nothing, since pages are read from a cursor. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let query: object = this.#begin()
    for (;;) {
      const page = await this.#read(query)
      yield page
      const next = page.meta?.next
      if (!next) return
      query = placeOf(next)
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages()) yield* data
  }

  /** Every row as an array, or the first `limit`. */
  async toArray({ limit = Number.POSITIVE_INFINITY }: { limit?: number } = {}): Promise<T[]> {
    const rows: T[] = []
    if (limit <= 0) return rows
    for await (const row of this) if (rows.push(row) >= limit) break
    return rows
  }

  #begin(): object {
    const { query = {}, start = {} } = this.#list
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
    const { cursor, ...rest } = start
    return { ...rest, ...(cursor === undefined || 'offset' in given ? {} : { cursor }), ...given }
  }
}

/** Where the next page begins. The filters are those of the call, and its address is the one that the client was given. */
function placeOf(next: string): object {
  const { searchParams } = new URL(next, 'http://crier')
  return Object.fromEntries([...searchParams].filter(([name]) => /^(?:cursor|offset|limit)$/.test(name)))
}
