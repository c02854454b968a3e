import { expect, test } from 'vitest'
import { allScopes } from '../../src/api-keys/create-key.ts'
import type { CallContext, Caller, KeyScope } from '../../src/context.ts'
import type { Input } from '../../src/http/operation.ts'
import { operations } from '../../src/http/routes/index.ts'
import { newId } from '../../src/lib/id.ts'

const touched = new Error('The verb has begun.')

/** Stands for a database and all other parts: a verb that uses any of it has begun. */
const untouched = new Proxy(
  {},
  {
    get: () => {
      throw touched
    },
  },
) as never

function callOf(caller: Caller): CallContext {
  return {
    context: untouched,
    db: untouched,
    workspaceId: newId(),
    mode: 'test',
    caller,
    from: { ip: null, userAgent: null },
    request: null,
    afterCommit: () => undefined,
  }
}

const input: Input = {
  params: { id: newId() },
  query: {},
  body: {},
  ifMatch: null,
  url: new URL('http://127.0.0.1/'),
}

const callersWith = (scopes: readonly KeyScope[]): Caller[] => {
  const remote = {
    userId: newId(),
    workspaceId: newId(),
    mode: 'test',
    subscription: 'active',
    needsApproval: false,
    limitKey: newId(),
  } as const
  return [
    { kind: 'key', keyId: newId(), ...remote, scopes },
    { kind: 'session', sessionId: newId(), hasFreshProof: true, ...remote, scopes },
    { kind: 'operator', userId: newId(), scopes },
    { kind: 'system', userId: newId(), scopes, needsApproval: false },
  ]
}

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s is refused to any caller without its scope before it begins, also without HTTP',
  async (_id, operation) => {
    for (const { kind } of callersWith([])) {
      const scope = kind === 'session' ? (operation.scopeOfPeople ?? operation.scope) : operation.scope
      const callers = callersWith(allScopes.filter((other) => other !== scope))
      for (const caller of callers.filter((each) => each.kind === kind))
        await expect(operation.run(callOf(caller), input)).rejects.toMatchObject({
          status: 403,
          code: 'scope_missing',
          extra: { scope },
        })
    }
  },
)

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s is refused to a workspace without a subscription, also without HTTP',
  async (_id, operation) => {
    for (const caller of callersWith(allScopes)) {
      if (caller.kind !== 'key' && (caller.kind !== 'session' || operation.scope !== 'publish')) continue
      const lapsed = { ...caller, mode: 'live', subscription: 'inactive' } as const
      await expect(operation.run(callOf(lapsed), input)).rejects.toMatchObject({
        status: 402,
        code: 'subscription_required',
      })
    }
  },
)

test('an operation begins for a caller with its scope', async () => {
  const reads = operations.filter(({ id }) => ['getMedia', 'getPost', 'deleteMedia'].includes(id))
  expect(reads).toHaveLength(3)
  for (const { run, scope } of reads)
    for (const caller of callersWith([scope])) await expect(run(callOf(caller), input)).rejects.toBe(touched)
})
