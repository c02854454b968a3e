import type { Role } from '../../callers/roles.ts'
import { Problem } from '../../lib/problem.ts'
import { sentence, word } from '../../lib/text/sentence.ts'

/** 403 for somebody whose role in a workspace is not enough; `least` is the lowest that would be. */
export function roleMissing(role: Role, least: Role): Problem {
  return new Problem(
    403,
    'role_missing',
    sentence('Your role in this workspace is {role}, and this needs {least}.', {
      role: word(role),
      least: word(least),
    }),
    { extra: { role: least } },
  )
}
