import { useState } from 'react'
import { emptyContent } from '../../composer/content.ts'
import { forgetOnDevice, keepOnDevice } from '../../composer/drafts/device-drafts.ts'
import { newId } from '../../composer/new-id.ts'
import { nowAtServer } from '../../time/server-clock.ts'

interface FirstWords {
  readonly keep: (caption: string) => void
  /** Called once the server has them. */
  readonly forget: () => void
}

/** Keeps the words of a first post among the drafts of this device, so that somebody who leaves the page finds them there. */
export function useFirstWords(workspace: string, account: string): FirstWords {
  const [id] = useState(newId)
  const mode = 'test'
  return {
    keep: (caption) => {
      const content = { ...emptyContent, caption, accounts: [account] }
      void keepOnDevice({ workspace, mode, id, content, base: null, changedAt: nowAtServer() })
    },
    forget: () => void forgetOnDevice(workspace, mode, id),
  }
}
