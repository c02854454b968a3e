import type { SocialAccount } from '@crier/sdk'
import { keepOnDevice } from '../composer/drafts/device-drafts.ts'
import { freshContent } from '../composer/fresh-content.ts'
import { newId } from '../composer/new-id.ts'
import type { Session } from '../session/session.ts'
import { nowAtServer } from '../time/server-clock.ts'
import { bringFiles } from './bring-files.ts'
import { captionOf } from './caption-of.ts'
import { filesOf, forgetShare, putShare, readShare, type Share } from './kept-shares.ts'

/** Has one tab alone work on a share, until `work` is over. Answers false where another does. */
export async function alone(share: string, work: () => Promise<void>): Promise<boolean> {
  return navigator.locks.request(`crier-share-${share}`, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
    return lock !== null
  })
}

/**
 * Makes a draft of a share. Answers its id once it is on the device; its files follow. Each share has one draft for good, whatever
 * happens meanwhile. Null where nothing of it is left to take.
 */
export function takeShare(
  session: Session,
  share: string,
  accounts: readonly SocialAccount[],
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const take = async () => {
      const draft = await writeDraft(session, share, accounts)
      resolve(draft)
      if (draft !== null) await bringFiles(session, { share, owner: ownerOf(draft) })
    }
    alone(share, take)
      .then(async (isMine) => {
        if (!isMine) resolve((await readShare(share))?.draft ?? null)
      })
      .catch(reject)
  })
}

/** Names the field of a draft that takes the files of a share. */
export function ownerOf(draft: string): string {
  return `${draft} everyone 0`
}

async function writeDraft(
  session: Session,
  id: string,
  accounts: readonly SocialAccount[],
): Promise<string | null> {
  const share = await readShare(id)
  if (share === undefined) return null
  if (share.place !== null) return share.draft
  const { person, workspace, mode } = session
  // The id is kept first: a page that ends here writes the same draft the next time.
  const known: Share & { readonly draft: string } = { ...share, draft: share.draft ?? newId() }
  await putShare(known)
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const content = { ...freshContent(session, byId), caption: captionOf(share) }
  const place = { workspace: workspace.id, mode }
  const work = { ...place, id: known.draft, content, base: null, changedAt: nowAtServer() }
  // Where the device refuses that, the share is all that outlasts this page.
  if (!(await keepOnDevice(work))) return known.draft
  if ((await filesOf(id)).length === 0) await forgetShare(id)
  else await putShare({ ...known, place: { ...place, person: person.id } })
  return known.draft
}
