import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { descriptions, skipWithout } from '../../../../../scripts/test-needs.ts'
import { asObject, isArray, isObject, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { publishing } from './fake.ts'
import { readContent } from './fake-npf.ts'
import { layOut, makeGif, pictures, publish } from './steps.ts'
import { makeVideo, openHouse, type TumblrHouse } from './world.ts'

/** The examples in npf-spec.md of github.com/tumblr/docs, which lie beside this project as far as they are JSON. */
const file = join(descriptions, 'tumblr-npf-examples.json')

/** The identifier is in api.md alone, and the example of a mention is no JSON: it has a comma too many. */
const besides = [
  ['medium.identifier', 'string'],
  ['mention.start', 'number'],
  ['mention.end', 'number'],
  ['mention.type', 'string'],
  ['mention.blog', 'object'],
] as const

beforeEach(skipWithout('folder of official descriptions'))

let house: TumblrHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

function readExamples(): readonly JsonObject[] {
  const { examples } = JSON.parse(readFileSync(file, 'utf8')) as { examples: { example: JsonObject }[] }
  return examples.map(({ example }) => example)
}

/** Every object in a value that has a type, itself among them. */
function typed(value: Json): JsonObject[] {
  if (isArray(value)) return value.flatMap(typed)
  if (!isObject(value)) return []
  return [...(textOf(value.type) === null ? [] : [value]), ...Object.values(value).flatMap(typed)]
}

/** Media are told from blocks by their types, such as `image/jpeg`. */
function kindOf({ type }: JsonObject): string {
  return String(type).includes('/') ? 'medium' : String(type)
}

const shapeOf = (value: Json) => (isArray(value) ? 'array' : typeof value)

test('every member that is sent is one of the specification, and of the form that its examples have', async () => {
  const known = new Map<string, Set<string>>()
  for (const object of readExamples().flatMap(typed))
    for (const [name, value] of Object.entries(object)) {
      const place = `${kindOf(object)}.${name}`
      known.set(place, (known.get(place) ?? new Set()).add(shapeOf(value)))
    }
  for (const [place, shape] of besides) known.set(place, new Set([shape]))
  expect(known.size).toBeGreaterThan(20)

  const text = 'A day at sea with @tide-pools.\n\nSee https://boats.example/a'
  await publish(house, { text, options: { title: 'At sea', link: 'https://boats.example/' } })
  const media = [...(await pictures(house, 2)), await makeGif(), await makeVideo()]
  const bench = layOut(house, { text, media })
  await bench.send(await bench.readyToSend())
  const sent = house.fake.world.posts.flatMap(({ fields }) => typed(fields.content ?? null))
  expect(new Set(sent.map(kindOf))).toEqual(new Set(['text', 'image', 'video', 'link', 'medium', 'mention']))
  expect(house.fake.calls.filter(({ name }) => name === publishing)).toHaveLength(2)
  const faults = sent.flatMap((object) =>
    Object.entries(object).flatMap(([name, value]) => {
      const place = `${kindOf(object)}.${name}`
      return known.get(place)?.has(shapeOf(value)) ? [] : [`${place} is ${shapeOf(value)}`]
    }),
  )
  expect(faults).toEqual([])
})

test('the fake takes the examples that are posts of kinds it knows', () => {
  const everyone = { has: () => true }
  const posts = readExamples().flatMap(({ content }) => {
    const blocks = isArray(content) ? content.map(asObject) : []
    const isKnown = blocks.every((block) => ['text', 'image', 'video', 'link'].includes(String(block?.type)))
    const isWhole = blocks.every((block) => !isArray(block?.media) || block.media.length > 0)
    return blocks.length > 0 && isKnown && isWhole ? [content as Json] : []
  })
  expect(posts.length).toBeGreaterThan(8)
  for (const content of posts) expect(() => readContent(content, everyone)).not.toThrow()
})
