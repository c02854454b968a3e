import { isOwnResource } from '../programs/authorization-request.ts'
import { OauthFault } from '../programs/oauth-fault.ts'
import { readForm } from './read-form.ts'
import type { StreamRequest } from './stream-route.ts'

/** The parameters of a program, by name. */
export interface OauthForm {
  /** Null for what was not sent, or sent empty, which is the same (RFC 6749, 3.2). */
  text(name: string): string | null
  /** @throws OauthFault `invalid_request` */
  needed(name: string): string
  /** @throws OauthFault `invalid_target` unless it is the place for which tokens are made, or none is named */
  requireResource(publicUrl: string): void
}

/** Reads the form of a program. @throws OauthFault `invalid_request` for a name that comes twice; Problem 413, 415, 422 */
export async function readOauthForm(request: StreamRequest): Promise<OauthForm> {
  const form = await readForm(request)
  const twice = [...form.keys()].find((name) => form.getAll(name).length > 1)
  if (twice !== undefined) throw new OauthFault('invalid_request', 'Send each parameter once.')
  const text = (name: string) => form.get(name) || null
  return {
    text,
    needed: (name) => {
      const value = text(name)
      if (value === null) throw new OauthFault('invalid_request', `Send ${name}.`)
      return value
    },
    requireResource: (publicUrl) => {
      const resource = text('resource')
      if (resource !== null && !isOwnResource(resource, publicUrl))
        throw new OauthFault('invalid_target', 'Tokens are made for the address of /mcp alone.')
    },
  }
}
