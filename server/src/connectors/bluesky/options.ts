import { Type } from 'typebox'
import { isArray, type Json } from '../../lib/json/json.ts'
import { ThreadOption } from '../thread-option.ts'

/** Warnings a post may carry, so that people can choose not to see it (com.atproto.label.defs). */
const labels = ['!no-unauthenticated', 'porn', 'sexual', 'nudity', 'graphic-media'] as const

/** The words for warnings whose names say nothing to people. */
const titles: Readonly<Record<string, { title: string }>> = {
  '!no-unauthenticated': { title: 'Only for people who are signed in' },
}

/** The accounts that may reply (app.bsky.feed.threadgate). */
const answerers = ['mentioned', 'followers', 'following'] as const

const threadGate = Type.Object(
  {
    allow: Type.Array(Type.Union(answerers.map((who) => Type.Literal(who))), {
      description:
        'Who can reply: mentioned users, your followers, or users you follow. An empty list means nobody.',
      maxItems: answerers.length,
      uniqueItems: true,
    }),
  },
  { title: 'Who can reply', additionalProperties: false },
)

/** The per-post choices. The gate and the quote belong to the first post of a thread. */
export const options = Type.Object(
  {
    langs: Type.Optional(
      Type.Array(Type.String({ minLength: 2, maxLength: 100 }), {
        title: 'Languages',
        description: 'The languages of the text, as BCP 47 tags such as en or pt-BR.',
        maxItems: 3,
        uniqueItems: true,
      }),
    ),
    labels: Type.Optional(
      Type.Array(Type.Union(labels.map((label) => Type.Literal(label, titles[label]))), {
        title: 'Content warnings',
        maxItems: labels.length,
        uniqueItems: true,
      }),
    ),
    thread_gate: Type.Optional(threadGate),
    quote: Type.Optional(
      Type.String({
        title: 'Quoted post',
        description: 'The address of a post in the Bluesky app, or its at:// address.',
        minLength: 1,
        maxLength: 1000,
      }),
    ),
    link_card: Type.Optional(
      Type.Boolean({
        title: 'Link card',
        description: 'Show the page behind the first link, where the post has no media.',
        default: true,
      }),
    ),
    thread: Type.Optional(ThreadOption),
  },
  { additionalProperties: false },
)

/** The strings of a list. */
export function readTexts(value: Json | undefined): string[] {
  return isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
