import { wipeAsides } from './asides.ts'
import { listOnDevice, wipeDevice } from './device-drafts.ts'

/** How many drafts only this device has. */
export async function countUnsaved(): Promise<number> {
  return (await listOnDevice()).length
}

/** Forgets all work on this device: its person has signed out. */
export async function wipeDrafts(): Promise<void> {
  await Promise.all([wipeDevice(), wipeAsides()])
}
