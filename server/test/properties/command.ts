import type fc from 'fast-check'
import type { Verdict } from './expect.ts'
import { look } from './look.ts'
import { livePosts, type Model, type ModelPost, type ModelResult } from './model.ts'
import type { Speaker, World } from './world.ts'

export type Command = fc.AsyncCommand<Model, World>

/** Something that people or the machine do: if it can be done now, it is done, and then everything is looked at. */
export function command(
  name: string,
  isPossible: (model: Model) => boolean,
  run: (model: Model, world: World) => Promise<void>,
): Command {
  return {
    check: (model) => isPossible(model),
    run: async (model, world) => {
      await run(model, world)
      await look(model, world)
    },
    toString: () => name,
  }
}

/** A request and its answer. */
export interface Asked {
  readonly what: string
  /** When it was sent, by this machine's clock, which the database reads too. */
  readonly sentAt: number
  /** 200 or the code of the refusal. */
  readonly verdict: Verdict
  readonly json: ReturnType<typeof JSON.parse>
}

export async function ask(
  _model: Model,
  world: World,
  method: string,
  path: string,
  body?: unknown,
  by: Speaker = 'operator',
): Promise<Asked> {
  const sentAt = Date.now()
  const { status, json } = await world.request(method, path, body, by)
  if (status >= 500) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`)
  return { what: `${method} ${path}`, sentAt, verdict: status === 200 ? 200 : json.code, json }
}

export function refresh(model: Model, world: World): Promise<void> {
  return look(model, world)
}

/** One of the posts; most often one of those with which something can be done, if there are any. */
export function pickPost(model: Model, pick: number, isWanted: (post: ModelPost) => boolean): ModelPost {
  const all = livePosts(model)
  const wanted = all.filter(isWanted)
  const posts = wanted.length > 0 && pick % 5 > 0 ? wanted : all
  const post = posts[pick % posts.length]
  if (!post) throw new Error('There is no post to pick.')
  return post
}

export interface Picked {
  readonly post: ModelPost
  readonly result: ModelResult
}

/** The results that the API shows now. */
export function shownResults(model: Model): Picked[] {
  return livePosts(model).flatMap((post) => post.results.map((result) => ({ post, result })))
}

/** One of them, of those with a status if there are any: few are chosen where nothing could be done. */
export function pickResult(model: Model, pick: number, status?: ModelResult['status']): Picked {
  const all = shownResults(model)
  const wanted = all.filter(({ result }) => result.status === status)
  const from = wanted.length > 0 && pick % 5 > 0 ? wanted : all
  const picked = from[pick % from.length]
  if (!picked) throw new Error('There is no result to pick.')
  return picked
}
