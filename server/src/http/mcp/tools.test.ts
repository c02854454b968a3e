import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { operations } from '../routes/index.ts'
import { makeTools } from './mcp-route.ts'
import { toolSpecs } from './tools.ts'

const tools = makeTools(operations)
const namesOf = (schema: unknown) => Object.keys((schema as { properties?: object } | null)?.properties ?? {})

describe('the tools of agents', () => {
  it('are all there, each with a name that every client takes', () => {
    expect(tools).toHaveLength(toolSpecs.length)
    for (const { name } of tools) expect(name).toMatch(/^[a-z][a-z_]{2,40}$/)
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  })

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s takes each argument in one place only',
    (_name, { operation, spec, inputSchema }) => {
      const places = [operation.params, operation.query, operation.body].flatMap(namesOf)
      const hidden = (name: string) =>
        spec.hides?.includes(name) === true && !inputSchema.required.includes(name)
      const shown = places.filter((name) => !hidden(name))
      expect(new Set(shown).size).toBe(shown.length)
      expect(Object.keys(inputSchema.properties).filter((name) => name !== 'idempotency_key')).toEqual(shown)
      expect(Object.keys(inputSchema.properties)).toEqual(expect.arrayContaining([...inputSchema.required]))
    },
  )

  it('speak of tools, where the documentation of the API speaks of addresses', () => {
    const texts = JSON.stringify(tools.map(({ description, inputSchema }) => ({ description, inputSchema })))
    const known = operations
      .map(({ id }) => id)
      .filter((id) => toolSpecs.some((spec) => spec.operation === id))
    for (const id of known) expect(texts).not.toContain(id)
    expect(texts.match(/`(?:GET|POST|PATCH|DELETE) [^`]*`/g) ?? []).toEqual([])
    expect(texts).not.toContain('patternProperties')
  })

  it('fit into the memory of an agent', () => {
    const bytes = JSON.stringify(
      tools.map(({ operation: _operation, spec: _spec, ...shown }) => shown),
    ).length
    expect(bytes).toBeLessThan(50_000)
  })

  it('leave to another tool what it describes in the same words, and say which one', () => {
    const of = Object.fromEntries(tools.map((tool) => [tool.name, tool]))
    const [made, changed] = [of.create_post, of.update_post]
    expect(made?.inputSchema.properties.media).toMatchObject({
      description: expect.stringContaining('order'),
    })
    expect(changed?.inputSchema.properties.media).toEqual({
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'object' }] },
    })
    expect(changed?.description).toMatch(/Arguments without a description are those of `create_post`\.$/)
    // The other words of the recurrence are its own.
    expect(of.create_recurrence?.inputSchema.properties.late_policy).toMatchObject({
      description: expect.stringContaining('by default'),
    })
    for (const { inputSchema } of tools) {
      JSON.parse(JSON.stringify(inputSchema), (_name, member) => {
        if (member?.type === 'array') expect(member).toHaveProperty('items')
        return member
      })
    }
  })

  it('let an agent pause and resume a feed, and change nothing else of it', () => {
    const { properties, required } = tools.find(({ name }) => name === 'update_feed')?.inputSchema ?? {}
    expect(Object.keys(properties ?? {})).toEqual(['id', 'status', 'idempotency_key'])
    expect(required).toEqual(['id', 'status'])
  })

  it('say which of them change something that cannot be brought back', () => {
    const { delete_post, get_post, update_media } = Object.fromEntries(
      tools.map(({ name, annotations }) => [name, annotations]),
    )
    expect(delete_post).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    expect(get_post).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(update_media).toMatchObject({ readOnlyHint: false, destructiveHint: false })
  })
})

describe('docs/agents.md', () => {
  it('lists every tool by the scope that it needs', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/agents.md'), 'utf8')
    const rows = [...page.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)]
    const listed = rows.map(([, scope, names = '']) => [scope, names.match(/\w+/g)])
    const scopes = ['read', 'write', 'publish']
    expect(listed).toEqual(
      scopes.map((scope) => [
        scope,
        tools.filter((tool) => tool.operation.scope === scope).map(({ name }) => name),
      ]),
    )
  })
})
