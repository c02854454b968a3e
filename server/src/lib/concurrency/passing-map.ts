/** The keys without a value that are kept at most. */
const mostGone = 100

/**
 * A map whose entries come and go with each request. A `Map` makes a new table when it has shrunk, and its old table keeps a link to
 * the new one, and what was in it. Tables that are linked so become old garbage together, with every request that they name. So
 * a key that went stays here without a value, and now and then those that are left move to a new map, which nothing links to.
 */
export class PassingMap<Key, Value extends object | number> {
  #entries = new Map<Key, Value | undefined>()
  #gone = 0

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  set(key: Key, value: Value): void {
    if (this.#gone > 0 && this.#isGone(key)) this.#gone -= 1
    this.#entries.set(key, value)
  }

  delete(key: Key): void {
    if (this.#entries.get(key) === undefined) return
    this.#entries.set(key, undefined)
    this.#gone += 1
    if (this.#gone > mostGone) this.#clearUp()
  }

  /** The keys that have a value. */
  get size(): number {
    return this.#entries.size - this.#gone
  }

  #isGone(key: Key): boolean {
    return this.#entries.has(key) && this.#entries.get(key) === undefined
  }

  #clearUp(): void {
    this.#entries = new Map([...this.#entries].filter(([, value]) => value !== undefined))
    this.#gone = 0
  }
}
