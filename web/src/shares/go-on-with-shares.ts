import { readFromDevice } from '../composer/drafts/device-drafts.ts'
import { isDeleted } from '../data/delete-post.ts'
import type { Session } from '../session/session.ts'
import { bringFiles } from './bring-files.ts'
import { listShares, type Share } from './kept-shares.ts'
import { alone, ownerOf } from './take-share.ts'

/** The rest of earlier shares. */
export interface Left {
  /** Whether some were never opened. */
  readonly isWaiting: boolean
  /** A draft whose files go on now; null for none. */
  readonly draft: string | null
}

/** Goes on with the files of shares that a page before this one had begun to bring, and says what is left besides. */
export async function goOnWithShares(session: Session): Promise<Left> {
  const all = await listShares()
  const begun = await Promise.all(
    all.filter((share) => isHere(share, session)).map((each) => goOn(session, each)),
  )
  return {
    isWaiting: all.some(({ place }) => place === null),
    draft: begun.findLast((draft) => draft !== null) ?? null,
  }
}

function isHere({ place }: Share, { person, workspace, mode }: Session): boolean {
  return place?.person === person.id && place.workspace === workspace.id && place.mode === mode
}

/** Answers the draft; null where it is gone, or another tab brings the files. */
async function goOn(session: Session, { id, draft }: Share): Promise<string | null> {
  const isThere = draft !== null && (await hasDraft(session, draft))
  return new Promise((resolve, reject) => {
    const work = async () => {
      resolve(isThere ? draft : null)
      // The files of a draft that is gone are found in the library.
      await bringFiles(session, { share: id, owner: isThere ? ownerOf(draft) : 'library' })
    }
    alone(id, work).then((isMine) => !isMine && resolve(null), reject)
  })
}

async function hasDraft({ api, workspace, mode }: Session, draft: string): Promise<boolean> {
  if ((await readFromDevice(workspace.id, mode, draft)) !== null) return true
  return api.posts.get(draft).then(
    ({ status }) => status === 'draft',
    (error: unknown) => !isDeleted(error),
  )
}
