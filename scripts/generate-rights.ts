import { type Role, roles, scopesOf } from '../server/src/callers/roles.ts'
import type { KeyScope } from '../server/src/context.ts'

/** The parts of an operation of the API that say who may do it. */
interface Scoped {
  readonly id: string
  readonly scope: KeyScope
  readonly needsProof?: true
}

/** The parts of an operation for people that say who may do it. */
interface ForPeople {
  readonly id: string
  readonly who: 'anybody' | 'person'
  readonly least?: Role
  readonly needsProof?: true
}

/** Generates the page of who may do what, from the operations themselves. */
export function generateRights(
  operations: readonly Scoped[],
  personOperations: readonly ForPeople[],
): string {
  const scopes = [...new Set(operations.map(({ scope }) => scope))].sort(byFirstRole)
  return [
    introduction,
    row(['Scope', ...roles, 'Operations']),
    row(['---', ...roles.map(() => '---'), '---']),
    ...scopes.map((scope) => {
      const names = operations.filter((each) => each.scope === scope).map(({ id }) => id)
      return row([`\`${scope}\``, ...roles.map((role) => (has(role, scope) ? 'yes' : '–')), list(names)])
    }),
    provenSession(operations.filter(({ needsProof }) => needsProof).map(({ id }) => id)),
    people,
    row(['Who', 'Operations', 'Those that need a fresh proof']),
    row(['---', '---', '---']),
    ...groups(personOperations).map(([who, ids, proven]) => row([who, list(ids), list(proven)])),
  ].join('')
}

const introduction = `# Rights

This page lists which rights each operation needs. It is generated from the operations by \`npm run check -- --fix\`; to change
it, edit the operation. [Security](../security.md) explains the model.

## The API

A key has the scopes that it was made with. If a person made it, it also has no more than this person's role. A person who is
signed in has the scopes of their role. Publishing and scheduling need \`publish\` as well as \`write\`.

`

const provenSession = (names: readonly string[]) => `
In a session these need a *fresh proof*, which is the password or a passkey within the last ten minutes:
${list(names)}, and \`updateWebhookEndpoint\` where it names a \`url\`.
`

const people = `
## The app

These operations need a session, and no key replaces it.

`

function has(role: Role, scope: KeyScope): boolean {
  const own = scopesOf(role)
  return own === 'all' || own.includes(scope)
}

function byFirstRole(one: KeyScope, other: KeyScope): number {
  const first = (scope: KeyScope) => roles.findIndex((role) => has(role, scope))
  return first(one) - first(other) || one.localeCompare(other)
}

function groups(operations: readonly ForPeople[]): [string, string[], string[]][] {
  const names = ['anybody', 'everybody who is signed in', ...roles.map((role) => `${role} of the workspace`)]
  return names.flatMap((name): [string, string[], string[]][] => {
    const own = operations.filter((each) => groupOf(each) === name)
    const ids = (isProven: boolean) => own.filter((each) => (each.needsProof ?? false) === isProven)
    const text = (isProven: boolean) => ids(isProven).map(({ id }) => id)
    return own.length === 0 ? [] : [[name, text(false), text(true)]]
  })
}

function groupOf({ who, least }: ForPeople): string {
  if (least !== undefined) return `${least} of the workspace`
  return who === 'anybody' ? 'anybody' : 'everybody who is signed in'
}

const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ') || '–'

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
