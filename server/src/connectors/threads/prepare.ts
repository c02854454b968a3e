import type { Io, Prepared, Step } from '../connector.ts'
import { prepareContainers } from '../kit/media-containers.ts'
import { containerNetwork } from './containers.ts'

/** Makes the invisible container of the post, and waits until Threads has fetched and processed its media. @throws Failure */
export function prepare(step: Step, io: Io): Promise<Prepared> {
  return prepareContainers(step, io, containerNetwork(step, io))
}
