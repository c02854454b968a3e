import { createReadStream } from 'node:fs'
import { MissingBytes, type Partials, type Storage, StorageUnavailable } from './storage.ts'

/**
 * A storage whose files may still lie in a former one, from which `crier media move` brings them. New files are kept in
 * `storage` alone.
 */
export function withFormerStorage(storage: Storage, former: Storage): Storage {
  return {
    stage: storage.stage,
    read: (key, range) => fromEither(storage, former, (each) => each.read(key, range)),
    withFile: async (key, work) => {
      // A failure of the work itself is no reason to look elsewhere.
      let isFound = false
      const find = (each: Storage) =>
        each.withFile(key, (path) => {
          isFound = true
          return work(path)
        })
      return fromEither(storage, former, find, () => isFound)
    },
    signRead: (key, headers, seconds) =>
      storage.signRead(key, headers, seconds).catch((error: unknown) => {
        // `read` finds it in the former storage, which has no such addresses.
        if (error instanceof MissingBytes) return null
        throw error
      }),
    // A file that is moved meanwhile is seen in one of the two, because it moves the same way.
    delete: async (key) => {
      await former.delete(key)
      await storage.delete(key)
    },
    list: () => storage.list(),
    reapStaged: (olderThanMs) => storage.reapStaged(olderThanMs),
    partials: eitherPartials(storage, former),
    check: () => storage.check(),
  }
}

/**
 * Looks in the storage, in the former one, and once more in the storage: the file may have been moved between the first two
 * looks. While the storage is away, files that were not moved can still be read.
 */
async function fromEither<Result>(
  storage: Storage,
  former: Storage,
  find: (each: Storage) => Promise<Result>,
  isFound: () => boolean = () => false,
): Promise<Result> {
  try {
    return await find(storage)
  } catch (error) {
    if (isFound() || !(error instanceof MissingBytes || error instanceof StorageUnavailable)) throw error
    try {
      return await find(former)
    } catch (second) {
      if (isFound() || !(second instanceof MissingBytes)) throw second
      if (error instanceof StorageUnavailable) throw error
      return find(storage)
    }
  }
}

/** An upload goes on where it began. */
function eitherPartials(storage: Storage, former: Storage): Partials {
  const placeOf = async (key: string) =>
    (await former.partials.bytes(key)) > 0 ? former.partials : storage.partials
  return {
    append: async (key, at, source, expected) => (await placeOf(key)).append(key, at, source, expected),
    bytes: async (key) => (await placeOf(key)).bytes(key),
    join: async (key, expected) => {
      if ((await placeOf(key)) === storage.partials) return storage.partials.join(key, expected)
      const joined = await former.partials.join(key, expected)
      try {
        // Staged again, so that it is kept where new files are.
        return await storage.stage(createReadStream(joined.path), { ...expected, bytes: joined.bytes })
      } finally {
        await joined.discard()
      }
    },
    drop: async (key) => {
      await former.partials.drop(key)
      await storage.partials.drop(key)
    },
    reap: async (olderThanMs) =>
      (await former.partials.reap(olderThanMs)) + (await storage.partials.reap(olderThanMs)),
  }
}
