import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { anyObject, nullable, stored, text } from './stored.ts'

const settings = stored(
  Type.Object({
    homeServer: text,
    software: nullable(text),
    limits: Type.Object({
      maxCharacters: Type.Integer({ minimum: 1, default: 500 }),
      mimeTypes: Type.Array(Type.String(), { default: ['image/png'] }),
    }),
    dids: Type.Record(Type.String(), Type.String(), { default: {} }),
    blob: Type.Optional(anyObject),
    media: Type.Array(Type.Object({ mediaId: text, isReady: Type.Boolean({ default: false }) }), {
      default: [],
    }),
    card: Type.Optional(Type.Union([Type.Null(), Type.Object({ pageTitle: text })])),
  }),
  'This account was stored without its server.',
)

const usual = {
  homeServer: 'a',
  software: null,
  limits: { maxCharacters: 500, mimeTypes: ['image/png'] },
  dids: {},
  media: [],
}

describe('stored data', () => {
  test('has names in snake_case, and is read as it was written', () => {
    const whole = {
      ...usual,
      software: 'b',
      dids: { 'Alice.test': 'did:plc:1' },
      blob: { $type: 'blob', mimeType: 'image/png', deep: { madeAt: [1] } },
      media: [{ mediaId: 'm', isReady: true }],
      card: { pageTitle: 'c' },
    }
    const json = settings.write(whole)
    expect(json).toEqual({
      home_server: 'a',
      software: 'b',
      limits: { max_characters: 500, mime_types: ['image/png'] },
      dids: { 'Alice.test': 'did:plc:1' },
      blob: { $type: 'blob', mimeType: 'image/png', deep: { madeAt: [1] } },
      media: [{ media_id: 'm', is_ready: true }],
      card: { page_title: 'c' },
    })
    expect(settings.read(json)).toEqual(whole)
    expect(settings.read({ ...json, card: null })).toMatchObject({ card: null })
  })

  test('leaves out what the schema does not name', () => {
    expect(settings.write({ ...usual, ...{ stray: 1 } })).not.toHaveProperty('stray')
    expect(settings.read({ home_server: 'a', stray: 1 })).toEqual(usual)
  })

  test.each([
    [{ limits: { max_characters: 0 } }],
    [{ limits: { max_characters: '5' } }],
    [{ limits: { mime_types: ['image/png', 7] } }],
    [{ software: '' }],
    [{ software: 7 }],
    [{ dids: { a: 1 } }],
    [{ blob: 'none' }],
    [{ card: { page_title: '' } }],
  ])('is read as usual where it makes no sense: %j', (wrong) => {
    const { card: _, ...read } = settings.read({ home_server: 'a', ...wrong })
    expect(read).toEqual(usual)
  })

  test.each([
    [{}],
    [{ home_server: '' }],
    [{ home_server: 'a', limits: 7 }],
    [{ home_server: 'a', media: [{ is_ready: true }] }],
  ])('is refused when it is incomplete: %j', (json) => {
    expect(() => settings.read(json)).toThrow('This account was stored without its server.')
  })
})
