import { open } from 'node:fs/promises'

/**
 * Makes the names in a folder durable: a rename lasts through a power cut only once its folder is on the disk too. Every
 * upload does this. Unlike the function of `lib/files/`, it leaves the event loop free.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
