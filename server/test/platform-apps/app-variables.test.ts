import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { appOfVariables, refuseWrongVariables, variableOf } from '../../src/platform-apps/app-variables.ts'

const app = Type.Object(
  { client_id: Type.String({ minLength: 3 }), client_secret: Type.String(), level: Type.Integer() },
  { additionalProperties: false },
)
const networks = [
  { platform: 'example', name: 'Example', app },
  { platform: 'plain', name: 'Plain', app: null },
]
const whole = {
  PLATFORM_EXAMPLE_CLIENT_ID: 'abc',
  PLATFORM_EXAMPLE_CLIENT_SECRET: 's',
  PLATFORM_EXAMPLE_LEVEL: '2',
}

describe('the variables of an app', () => {
  it('are named after the network and the field', () => {
    expect(variableOf('example', 'client_id')).toBe('PLATFORM_EXAMPLE_CLIENT_ID')
  })

  it('make an app, with numbers where its form asks for them', () => {
    expect(appOfVariables(whole, 'example', app)).toEqual({ client_id: 'abc', client_secret: 's', level: 2 })
    expect(appOfVariables({}, 'example', app)).toBeNull()
  })

  it('are accepted when they are whole, and when there are none', () => {
    expect(() => refuseWrongVariables(whole, networks)).not.toThrow()
    expect(() => refuseWrongVariables({}, networks)).not.toThrow()
  })

  it.each([
    [
      'a misspelt name',
      { ...whole, PLATFORM_EXAMPLE_CLIENT: 'x' },
      /^PLATFORM_EXAMPLE_CLIENT sets nothing: the known/,
    ],
    ['a network without an app', { PLATFORM_PLAIN_CLIENT_ID: 'x' }, /^PLATFORM_PLAIN_CLIENT_ID sets nothing/],
    ['half an app', { PLATFORM_EXAMPLE_CLIENT_ID: 'abc', PLATFORM_EXAMPLE_LEVEL: '1' }, /client_secret/i],
    ['a value too short', { ...whole, PLATFORM_EXAMPLE_CLIENT_ID: 'a' }, /^PLATFORM_EXAMPLE_CLIENT_ID: /],
    ['no number', { ...whole, PLATFORM_EXAMPLE_LEVEL: 'two' }, /^PLATFORM_EXAMPLE_LEVEL: /],
  ])('stop the start where they are wrong: %s', (_name, variables, refusal) => {
    expect(() => refuseWrongVariables(variables, networks)).toThrow(refusal)
  })

  it('never repeat a value', () => {
    const wrong = { ...whole, PLATFORM_EXAMPLE_LEVEL: 'hunter2', PLATFORM_EXAMPLE_X: 'hunter2' }
    expect(() => refuseWrongVariables(wrong, networks)).toThrow(/^(?!.*hunter2)/s)
  })
})
