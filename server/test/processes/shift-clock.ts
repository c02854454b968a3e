// Preloaded into a process whose clock is to be wrong: `--import …/shift-clock.ts?ms=3600000`, or `?ms=3600000&jumps=1`
// for one that jumps there and back again and again. Only the clock that can be set is shifted, as by an operator or NTP.
const asked = new URL(import.meta.url).searchParams
const shiftMs = Number(asked.get('ms'))
const jumps = asked.has('jumps')
const RightDate = Date

function shiftNow(): number {
  if (!jumps) return shiftMs
  // Ahead, right, behind, right: a second each.
  return [shiftMs, 0, -shiftMs, 0][Math.floor(performance.now() / 1_000) % 4] ?? 0
}

class WrongDate extends RightDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(WrongDate.now())
    else super(...(given as ConstructorParameters<typeof RightDate>))
  }
  static override now(): number {
    return RightDate.now() + shiftNow()
  }
}

globalThis.Date = WrongDate as unknown as DateConstructor
