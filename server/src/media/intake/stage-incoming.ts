import type { Context } from '../../context.ts'
import type { ExpectedStream, StagedFile } from '../../storage/storage.ts'
import type { Incoming } from './incoming.ts'

/**
 * Stores the bytes that come in, not yet examined. A disk that takes nothing is not waited for; what it has stored late is
 * discarded.
 * @throws Problem, StorageFull, StorageUnavailable
 */
export async function stageIncoming(
  { storage, log }: Pick<Context, 'storage' | 'log'>,
  incoming: Incoming,
  expected: ExpectedStream,
): Promise<StagedFile> {
  const staging = storage.stage(incoming.chunks, expected)
  try {
    return await Promise.race([staging, incoming.heldUp])
  } catch (error) {
    staging
      .then((staged) => staged.discard())
      .catch((failed: unknown) => log.debug({ err: failed }, 'a file that came in was not stored'))
    throw error
  }
}
