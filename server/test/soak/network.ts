import { setTimeout as pause } from 'node:timers/promises'
import { hostileTexts, nested } from '../hostile/change-json.ts'
import { drawFault, type Fault, type FaultRates, noFaults } from './network-faults.ts'
import { type Chance, chanceOf } from './random.ts'

export const classNames = ['key', 'expiring_key', 'two_phase', 'list', 'blind'] as const
/** Besides, a network that stores a key once the post is made: Crier takes it for a list. */
export const soakClassNames = [...classNames, 'late_key'] as const
export type ClassName = (typeof soakClassNames)[number]

/** One commit as the network saw it. Times are milliseconds of this machine's clock, which PostgreSQL reads too. */
export interface Arrival {
  readonly profile: string
  readonly text: string
  readonly key: string | null
  readonly container: string | null
  readonly at: number
  /** When the answer was given or the connection broken; null while it is still worked on. */
  answeredAt: number | null
  fault: Fault
  /** The post that this very arrival made public. */
  effect: string | null
  /** The status that was answered; 0 for a connection that was broken. */
  answer: number | null
}

export interface PublicPost {
  readonly id: string
  readonly profile: string
  readonly text: string
  readonly key: string | null
  readonly at: number
  /** Its profile's lists show it from then on. */
  readonly listedAt: number
}

/** Everything that ever happened, to be compared with what Crier says. */
export interface NetworkLog {
  readonly arrivals: readonly Arrival[]
  readonly posts: readonly PublicPost[]
}

export interface NetworkOptions {
  readonly seed: number
  /** How long an expiring key keeps a second post away. */
  readonly keyLifetimeMs: number
  /** From a send to the last look at what became of it: a network that works on takes up to three times as long. */
  readonly scheduleMs: number
}

interface Container {
  readonly text: string
  readonly readyAt: number
  readonly expiresAt: number
  post: string | null
  isRefused: boolean
}

interface Profile {
  readonly name: string
  readonly networkClass: ClassName
  readonly containers: Map<string, Container>
  /** Keys that are held because a request of them is being worked on. */
  readonly locks: Set<string>
  forced: Fault[]
}

/** The request of a commit. */
export interface Asked {
  /** When the first of it arrived. */
  readonly at: number
  readonly text: string
  readonly key: string | null
  readonly container: string | null
}

export type Answer = { readonly status: number; readonly body: object } | 'broken'

/** How long a 429 keeps a profile waiting, and the longest a network is slow or hides a new post from its lists. */
export const limitedForMs = 1_000
const slowestMs = 1_200
const hiddenForMs = 300

/** The networks of the proofs, of all five classes, and the truth about what arrived and what is public. */
export class Network {
  readonly log: { arrivals: Arrival[]; posts: PublicPost[] } = { arrivals: [], posts: [] }
  rates: FaultRates = noFaults
  readonly #options: NetworkOptions
  readonly #profiles = new Map<string, Profile>()
  readonly #tries = new Map<string, number>()
  readonly #reading: Chance
  readonly #meaning: Chance
  #made = 0
  #atWork = 0

  constructor(options: NetworkOptions) {
    this.#options = options
    this.#reading = chanceOf('reading', options.seed)
    this.#meaning = chanceOf('hostile', options.seed)
  }

  open(name: string, networkClass: ClassName): void {
    if (this.#profiles.has(name)) return
    this.#profiles.set(name, { name, networkClass, containers: new Map(), locks: new Set(), forced: [] })
  }

  /** The next commits of a profile meet these faults, whatever the rates are. */
  force(name: string, faults: readonly Fault[]): void {
    this.#profile(name).forced.push(...faults)
  }

  /** How many requests are being worked on, also those that nobody waits for any more. */
  get atWork(): number {
    return this.#atWork
  }

  get isMoody(): boolean {
    return this.#reading.is(this.rates.read_fails / 100)
  }

  /** How many answers held hostile texts. */
  hostileAnswers = 0

  /** An answer as it goes out: some say more than they should, in texts that are made to harm, and some nest too deep to be read. */
  spoil(body: object): object {
    if (!this.#meaning.is(this.rates.hostile / 100)) return body
    this.hostileAnswers += 1
    const said = this.#meaning.oneOf(hostileTexts)
    const depth = this.#meaning.oneOf([150, 150, 500])
    return { ...body, said, [said.slice(0, 1_000)]: nested(said.slice(0, 10), depth) }
  }

  makeContainer(name: string, text: string): string {
    const id = this.#newId('container')
    const chance = chanceOf('container', this.#options.seed, text, this.#made)
    const now = Date.now()
    this.#profile(name).containers.set(id, {
      text,
      readyAt: now + chance.between(0, 120),
      // A few are gone before they are published, as those of a day ago are elsewhere.
      expiresAt: now + (this.rates !== noFaults && chance.is(0.05) ? 1_500 : 3_600_000),
      post: null,
      isRefused: false,
    })
    return id
  }

  containerStatus(name: string, id: string): { status: string; post: string | null } | null {
    const container = this.#profile(name).containers.get(id)
    if (!container) return null
    const { post } = container
    if (post) return { status: 'PUBLISHED', post }
    if (container.isRefused) return { status: 'ERROR', post }
    if (Date.now() > container.expiresAt) return { status: 'EXPIRED', post }
    return { status: Date.now() < container.readyAt ? 'IN_PROGRESS' : 'FINISHED', post }
  }

  byKey(name: string, key: string): PublicPost | null {
    return this.log.posts.find((post) => post.profile === name && post.key === key) ?? null
  }

  since(name: string, at: number): PublicPost[] {
    const now = Date.now()
    return this.log.posts.filter((post) => post.profile === name && post.at >= at && post.listedAt <= now)
  }

  post(name: string, id: string): PublicPost | null {
    return this.log.posts.find((post) => post.profile === name && post.id === id) ?? null
  }

  /** The one call that makes something public. Every step of it goes on even if its client has died meanwhile. */
  async commit(name: string, asked: Asked): Promise<Answer> {
    const profile = this.#profile(name)
    const fault = this.#faultOf(profile, asked.text)
    const arrival: Arrival = {
      profile: name,
      ...asked,
      answeredAt: null,
      fault,
      effect: null,
      answer: null,
    }
    this.log.arrivals.push(arrival)
    const deciding = this.#decide(profile, asked, arrival)
    // The client hears nothing more, and the network works on.
    const answer = fault === 'works_on' ? 'broken' : await deciding
    arrival.answer = answer === 'broken' ? 0 : answer.status
    arrival.answeredAt = Date.now()
    return answer
  }

  async #decide(profile: Profile, asked: Asked, arrival: Arrival): Promise<Answer> {
    const { fault } = arrival
    if (fault === 'lost_before') return 'broken'
    if (fault === 'broken_before') return { status: 500, body: { error: 'internal' } }
    if (fault === 'limited') return { status: 429, body: { error: 'limited' } }
    if (fault === 'refused') return this.#refuse(profile, asked)
    const { networkClass, locks } = profile
    const lock = networkClass === 'expiring_key' ? asked.key : null
    if (lock !== null && locks.has(lock)) return { status: 503, body: { error: 'busy' } }
    if (lock !== null) locks.add(lock)
    this.#atWork += 1
    try {
      return await this.#work(profile, asked, arrival)
    } finally {
      this.#atWork -= 1
      if (lock !== null) locks.delete(lock)
    }
  }

  async #work(profile: Profile, asked: Asked, arrival: Arrival): Promise<Answer> {
    const { fault } = arrival
    const chance = chanceOf('pause', this.#options.seed, asked.text)
    const slowMs = chance.between(200, slowestMs)
    const workMs = chance.between(0, 3 * this.#options.scheduleMs)
    const usualMs = chance.between(0, 40)
    // Both look for the key first and store it with the post; only the one that locks it keeps a second request away.
    const looksFirst = profile.networkClass === 'expiring_key' || profile.networkClass === 'late_key'
    const isKnown = looksFirst ? this.#known(profile, asked) : null
    await pause(fault === 'works_on' ? workMs : fault === 'slow_before' ? slowMs : usualMs)
    const done = isKnown ?? this.#publish(profile, asked, arrival)
    if (done === null) return { status: 422, body: { error: 'container_gone' } }
    if (fault === 'slow_after') await pause(slowMs)
    if (fault === 'lost_after') return 'broken'
    if (fault === 'broken_after') return { status: 500, body: { error: 'internal' } }
    return fault === 'accepted'
      ? { status: 202, body: { submission: done.id } }
      : { status: 201, body: { id: done.id } }
  }

  #refuse(profile: Profile, { container }: Asked): Answer {
    const made = container === null ? undefined : profile.containers.get(container)
    if (made && made.post === null) made.isRefused = true
    return { status: 422, body: { error: 'refused' } }
  }

  #publish(profile: Profile, asked: Asked, arrival: Arrival): PublicPost | null {
    if (profile.networkClass === 'two_phase') return this.#publishContainer(profile, asked, arrival)
    return (
      (profile.networkClass === 'key' && this.#known(profile, asked)) || this.#store(profile, asked, arrival)
    )
  }

  #publishContainer(profile: Profile, asked: Asked, arrival: Arrival): PublicPost | null {
    const id = asked.container ?? ''
    const container = profile.containers.get(id)
    const status = this.containerStatus(profile.name, id)
    if (container && status?.post) return this.post(profile.name, status.post)
    if (!container || status?.status !== 'FINISHED') return null
    const made = this.#store(profile, asked, arrival)
    container.post = made.id
    return made
  }

  #store({ name }: Profile, { text, key }: Asked, arrival: Arrival): PublicPost {
    const at = Date.now()
    const hidden = chanceOf('hidden', this.#options.seed, text).between(0, hiddenForMs)
    const post: PublicPost = { id: this.#newId('post'), profile: name, text, key, at, listedAt: at + hidden }
    this.log.posts.push(post)
    arrival.effect = post.id
    return post
  }

  #known({ name, networkClass }: Profile, { key }: Asked): PublicPost | null {
    const known = key === null ? null : this.byKey(name, key)
    const isOver =
      networkClass !== 'key' && known !== null && Date.now() > known.at + this.#options.keyLifetimeMs
    return isOver ? null : known
  }

  #faultOf(profile: Profile, text: string): Fault {
    const forced = profile.forced.shift()
    if (forced) return forced
    const tried = this.#tries.get(text) ?? 0
    this.#tries.set(text, tried + 1)
    return drawFault(this.rates, this.#options.seed, profile.name, text, tried)
  }

  /** The text of a container, for the arrival that publishes it. */
  containerText(name: string, id: string): string {
    return this.#profile(name).containers.get(id)?.text ?? ''
  }

  #profile(name: string): Profile {
    const profile = this.#profiles.get(name)
    if (!profile) throw new Error(`Nobody opened the profile ${name}.`)
    return profile
  }

  #newId(kind: string): string {
    this.#made += 1
    return `${kind}-${this.#made}`
  }
}
