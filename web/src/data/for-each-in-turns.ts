/** Calls at one time; each of them may take a lock on the server. */
const atOnce = 4

/** Calls a function for each item, a few at one time, each as soon as there is room. It must not throw. */
export async function forEachInTurns<Item>(
  items: readonly Item[],
  call: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await call(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
