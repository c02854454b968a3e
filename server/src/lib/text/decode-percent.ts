const mostDecodings = 5

/** Decodes the percent-encoded ASCII of a text, for as long as there is some. Secrets are ASCII, so nothing else matters. */
export function decodePercent(text: string): string {
  let plain = text
  for (let round = 0; round < mostDecodings && plain.includes('%'); round += 1)
    plain = plain.replace(/%([0-7][0-9a-f])/gi, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return plain
}
