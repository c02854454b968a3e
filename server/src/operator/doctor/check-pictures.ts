import { createMediaReader } from '../../media/reader/media-reader.ts'
import { type Finding, finding } from './finding.ts'

/** Checks that pictures can be decoded, by a process like those of the server. The decoder is built per kind of machine. */
export async function checkPictures(): Promise<Finding> {
  const advice = 'Install again on this machine: remove node_modules, then run npm start.'
  const reader = createMediaReader({ onLost: () => undefined })
  try {
    await reader.check()
    return finding('pictures', true, 'Pictures can be read.', advice)
  } catch (error) {
    return finding('pictures', false, `Pictures cannot be read: ${String(error)}`, advice)
  } finally {
    await reader.close()
  }
}
