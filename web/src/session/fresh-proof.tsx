import { ProofRequiredError } from '@crier/sdk'
import { useSyncExternalStore } from 'react'
import { Late } from '../ui/late.tsx'
import { lazyPart } from '../ui/lazy-part.ts'

/** A call that waits until its person has shown once more who they are. */
interface Waiting {
  readonly onProven: () => void
  readonly onDeclined: () => void
  /** Called where the dialog could not be shown. */
  readonly onFail: (error: unknown) => void
}

let waiting: readonly Waiting[] = []
const watchers = new Set<() => void>()

function wait(next: readonly Waiting[]): void {
  waiting = next
  for (const watcher of watchers) watcher()
}

/**
 * Makes a call, and where the server wants to be shown once more that it is the same person, asks for the password or a passkey
 * in a dialog and repeats the call.
 * @throws ProofRequiredError where the person closed the dialog, and whatever the call itself throws
 */
async function proven<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ProofRequiredError)) throw error
    await new Promise<void>((resolve, reject) => {
      wait([...waiting, { onProven: resolve, onDeclined: () => reject(error), onFail: reject }])
    })
    return call()
  }
}

/** The way to make a call that may ask for a fresh proof; see `proven`. The page needs a `FreshProof`, which the shell has. */
export function useProven(): <T>(call: () => Promise<T>) => Promise<T> {
  return proven
}

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx'), 'ProofDialog')

/** The place of the dialog that asks for a fresh proof. The shell has it once. */
export function FreshProof() {
  const all = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => waiting,
  )
  if (all.length === 0) return null
  const end = (how: (each: Waiting) => void) => {
    wait([])
    for (const each of all) how(each)
  }
  return (
    <Late onFail={(error) => end(({ onFail }) => onFail(error))}>
      <ProofDialog
        onProven={() => end(({ onProven }) => onProven())}
        onDeclined={() => end(({ onDeclined }) => onDeclined())}
      />
    </Late>
  )
}
