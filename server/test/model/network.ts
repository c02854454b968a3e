import { dropArtefacts, type Model } from './database.ts'
import { classOf } from './rules.ts'
import { type Target, targetOf, type Word, type World } from './world.ts'

/** A possible arrival of a request: its effect on the network, and the answer that is sent back. */
export interface Arrival {
  readonly what: string
  readonly answer: Word
  /** Nothing goes wrong. The proof that everything comes to an end counts on such arrivals alone. */
  readonly isUsual: boolean
  readonly effect: (world: World) => void
}

const nothing = () => undefined

/** Everything that a network of this class may do with the request it is sent. */
export function arrivals(model: Model, target: Target, index: number): Arrival[] {
  const fivehundred: Word = model.wrong.has('reads_5xx_as_failure') ? 'rejected' : 'unclear'
  const always: Arrival[] = [
    { what: 'the request is lost on its way', answer: 'unclear', isUsual: false, effect: nothing },
    {
      what: 'the network answers 500 and does nothing',
      answer: fivehundred,
      isUsual: false,
      effect: nothing,
    },
    { what: 'the network answers 429', answer: 'throttled', isUsual: false, effect: nothing },
  ]
  const known = knownAs(model, target)
  if (known) {
    return [
      ...always,
      {
        what: 'the network knows it already and answers the same',
        answer: known,
        isUsual: true,
        effect: nothing,
      },
      { what: 'the network refuses, having it already', answer: 'rejected', isUsual: false, effect: nothing },
    ]
  }
  const refuse = {
    what: 'the network refuses it for good',
    answer: 'rejected',
    isUsual: false,
    effect: (world: World) => spoil(targetOf(world, index)),
  } as const
  if (isSpoiled(model, target)) return [...always, { ...refuse, isUsual: true, effect: nothing }]
  const publishes = (world: World) => publish(model, world, index)
  const accepts = (world: World) => accept(model, targetOf(world, index))
  return [
    ...always,
    refuse,
    { what: 'the network publishes it and says so', answer: 'ok', isUsual: true, effect: publishes },
    {
      what: 'the network publishes it, but its answer is lost',
      answer: 'unclear',
      isUsual: false,
      effect: publishes,
    },
    {
      what: 'the network publishes it and answers 502',
      answer: fivehundred,
      isUsual: false,
      effect: publishes,
    },
    { what: 'the network accepts it and says so', answer: 'accepted', isUsual: false, effect: accepts },
    {
      what: 'the network accepts it, but its answer is lost',
      answer: 'unclear',
      isUsual: false,
      effect: accepts,
    },
  ]
}

/** The answer of a network that knows a request again, by its key or its container; null where it does not. */
function knownAs(model: Model, target: Target): Word | null {
  const remembers = {
    key: target.posts > 0 || target.processing === 'yes',
    expiring_key: target.keyKnown,
    two_phase: target.container === 'published' || target.container === 'working',
    list: false,
    blind: false,
  }[model.rules.network]
  if (!remembers) return null
  return target.processing === 'yes' ? 'accepted' : target.posts > 0 ? 'ok' : 'rejected'
}

function isSpoiled(model: Model, target: Target): boolean {
  return model.rules.network === 'two_phase' && target.container !== 'finished'
}

function spoil(target: Target): void {
  if (target.container === 'finished') target.container = 'error'
}

/** The ground truth: one more post is public. */
export function publish(model: Model, world: World, index: number): void {
  const target = targetOf(world, index)
  if (target.time === 'before' && !target.wronged) world.broken ??= 'I4: it was public before its time'
  target.posts = Math.min(2, target.posts + 1)
  target.keyKnown = model.rules.network === 'expiring_key'
  if (target.processing === 'yes') target.processing = 'no'
  if (target.container !== 'none') target.container = 'published'
}

function accept(model: Model, target: Target): void {
  target.processing = 'yes'
  target.keyKnown = holdsFromArrival(model)
  if (target.container === 'finished') target.container = 'working'
}

/** The server knows a request under its key while it is still at work on it. */
export function holdsFromArrival({ rules }: Model): boolean {
  return rules.network === 'expiring_key' && rules.keyHolds === 'from_arrival'
}

/** A late request has reached its server, which holds the key from now on and is at work. */
export function arrive(model: Model, target: Target): void {
  accept(model, target)
}

/**
 * A person was warned that there may be two posts, and had it sent. Earlier requests are not followed any further: their
 * outcome breaks no promise from here on, and how it looks is explored where people answer wrongly.
 */
export function bearRiskOfTwo(target: Target): void {
  Object.assign(target, { risked: true, wronged: true, late: 0, strays: 0 })
  if (target.processing === 'yes') target.processing = 'no'
  if (target.container === 'working') target.container = 'error'
}

/** The network refuses a post that it had accepted. */
export function refuseLate(target: Target): void {
  target.processing = target.commit === 'none' || target.commit === 'ok' ? 'no' : 'refused'
  target.keyKnown = false
  if (target.container === 'working') target.container = 'error'
}

/** W2 and W3: everything invisible is prepared. A container that is used up is made anew. */
export function prepareContainer(model: Model, world: World, index: number): void {
  const target = targetOf(world, index)
  if (model.rules.network !== 'two_phase') return
  if (target.container === 'expired' || target.container === 'error') dropArtefacts(world, index)
  if (target.container === 'none') target.container = 'finished'
}

/**
 * An answer on record settles a commit that was sent once. For a commit that was sent more often, the network's own view
 * goes first where it shows several posts or no end yet.
 */
export function wordsOf(model: Model, world: World, index: number): Word[] {
  const { evidence, sends } = targetOf(world, index)
  if (evidence && sends === 1) return ['published']
  const seen = reads(model, world, index)
  if (!evidence) return seen
  return seen.map((word) =>
    word === 'several' || word === 'pending' || word === 'a_day_over' ? word : 'published',
  )
}

/** The possible answers of a connector's `settle`, by the state of the network. */
function reads(model: Model, world: World, index: number): Word[] {
  const target = targetOf(world, index)
  if (!world.connected) return ['unreachable', 'a_day_over']
  const seen = target.commit === 'accepted' ? byReference(target) : byFacility(model, world, target, index)
  return seen.includes('pending') ? [...seen, 'a_day_over'] : seen
}

function byReference(target: Target): Word[] {
  if (target.posts > 0) return ['published']
  return target.processing === 'refused' ? ['refused'] : ['pending']
}

function byFacility(model: Model, world: World, target: Target, index: number): Word[] {
  const isStale = model.rules.list === 'stale'
  switch (classOf(model.rules, model.wrong)) {
    case 'key':
      return target.posts === 0 ? ['repeat'] : isStale ? ['published', 'repeat'] : ['published']
    case 'expiring_key':
      return target.posts === 0 ? ['repeat'] : isStale ? [listed(target), 'repeat'] : [listed(target)]
    case 'two_phase':
      return [byContainer(target)]
    case 'list':
      return byList(model, world, target, index)
    case 'blind':
      return ['not_found']
  }
}

function byContainer({ container }: Target): Word {
  switch (container) {
    case 'published':
      return 'published'
    case 'finished':
      return 'repeat'
    case 'working':
      return 'pending'
    case 'expired':
      return 'absent'
    case 'error':
      return 'refused'
    case 'none':
      return 'not_found'
  }
}

function byList(model: Model, world: World, target: Target, index: number): Word[] {
  const other = world.targets.some(({ posts }, each) => each !== index && posts > 0)
  if (other && model.wrong.has('newest_is_ours')) return ['other_post']
  if (target.posts === 0) return ['not_found']
  return model.rules.list === 'stale' ? [listed(target), 'not_found'] : [listed(target)]
}

function listed(target: Target): Word {
  return target.posts > 1 ? 'several' : 'published'
}
