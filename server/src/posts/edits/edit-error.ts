import { Failure } from '../../connectors/connector.ts'
import { sentence } from '../../lib/text/sentence.ts'
import type { TargetError } from '../../publishing/move.ts'
import { targetError } from '../../publishing/target-error.ts'

/** The error of an edit whose post is no longer at its network. */
export function goneError(network: string): TargetError {
  const message = sentence('{network} no longer has this post. Somebody deleted it there.', { network })
  return { ...targetError(new Failure('invalid', message)), code: 'gone_at_network' }
}

/** The error of an edit that a deletion of the post overtook. */
export const overtakenError: TargetError = {
  ...targetError(new Failure('invalid', 'The post is being deleted at its network.')),
  code: 'edit_overtaken',
}
