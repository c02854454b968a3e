import { keep } from '../../boot/kept.ts'
import { wipeShares } from '../../shares/kept-shares.ts'
import { wipeAsides } from './asides.ts'
import { listOnDevice, wipeDevice } from './device-drafts.ts'
import { untickedAt } from './unticked-words.ts'

/** How many drafts only this device has. */
export async function countUnsaved(): Promise<number> {
  return (await listOnDevice()).length
}

/** Forgets all work on this device: its person has signed out. */
export async function wipeDrafts(): Promise<void> {
  wipeUnticked()
  await Promise.all([wipeDevice(), wipeAsides(), wipeShares()])
}

function wipeUnticked(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(untickedAt)) keep(name, null)
  } catch (error) {
    console.warn('This browser keeps no words.', error)
  }
}
