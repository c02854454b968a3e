import { listOnDevice, wipeDevice } from './device-drafts.ts'

/** How many drafts only this device has. */
export async function countUnsaved(): Promise<number> {
  return (await listOnDevice()).length
}

/** Forgets all work on this device: its person has signed out. */
export const wipeDrafts = wipeDevice
