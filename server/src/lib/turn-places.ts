/** Work that comes in large amounts, such as the chunks of uploads, waits for the next turn of the event loop after so much. */
export interface TurnPlaces {
  /** A place in this turn, or in a later one; those who wait get theirs in the order in which they came. */
  take(): Promise<void> | null
}

/** @param atOnce the places of each turn; requests are answered between two turns */
export function createTurnPlaces(atOnce: number): TurnPlaces {
  const waiting: (() => void)[] = []
  let left = atOnce
  let isTurning = false

  function turn(): void {
    isTurning = false
    left = atOnce
    for (const enter of waiting.splice(0, left)) {
      left -= 1
      enter()
    }
    if (left < atOnce) turnLater()
  }
  function turnLater(): void {
    if (isTurning) return
    isTurning = true
    setImmediate(turn)
  }

  return {
    take: () => {
      turnLater()
      if (left > 0) {
        left -= 1
        return null
      }
      return new Promise((resolve) => {
        waiting.push(resolve)
      })
    },
  }
}
