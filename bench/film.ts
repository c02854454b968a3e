const megabyte = 1024 * 1024

/** A film that is never whole in memory. */
export interface Film {
  readonly size: number
  readonly chunks: () => Iterable<Buffer> | AsyncIterable<Buffer>
}

/** Makes a film of this many bytes: one of two frames, then an empty `free` box up to the size. */
export function filmOf(size: number): Film {
  const filler = Buffer.alloc(megabyte)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size - twoFrames.length)
  head.write('free', 4, 'latin1')
  return {
    size,
    chunks: function* () {
      yield Buffer.concat([twoFrames, head])
      for (let left = size - twoFrames.length - 8; left > 0; left -= megabyte) yield filler.subarray(0, left)
    },
  }
}

/** An MP4 with two frames of VP9, written by mediabunny. Its pictures are noise. */
const twoFrames = Buffer.from(
  'AAAAGGZ0eXBpc29tAAACAGlzb21tcDQxAAAAOG1kYXQAAAAAAAAAEIJJg0IAE/AO8EVFdvvEUITRGlijgkmDQgAT8A7wxfgU' +
    '7p/o3AJzMPEAAAJxbW9vdgAAAGxtdmhkAAAAAOcpMPbnKTD2AADhAAAALQAAAQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAA' +
    'AAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAf10cmFrAAAAXHRraGQAAAAD' +
    '5ykw9ucpMPYAAAABAAAAAAAALQAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAA' +
    'AUAAAADwAAAAAAGZbWRpYQAAACBtZGhkAAAAAOcpMPbnKTD2AAAACgAAAAJVxAAAAAAAN2hkbHIAAAAAbWhscnZpZGUAAAAA' +
    'AAAAAAAAAABNZWRpYWJ1bm55VmlkZW9IYW5kbGVyAAAAATptaW5mAAAAFHZtaGQAAAABAAAAAAAAAAAAAAAkZGluZgAAABxk' +
    'cmVmAAAAAAAAAAEAAAAMdXJsIAAAAAEAAAD6c3RibAAAAI5zdHNkAAAAAAAAAAEAAAB+dnAwOQAAAAAAAAABAAAAAAAAAAAA' +
    'AAAAAAAAAAFAAPAASAAAAEgAAAAAAAAAARJNZWRpYWJ1bm55IHYxLjYxLjAAAAAAAAAAAAAAAAAAABj//wAAABR2cGNDAQAA' +
    'AAAKggEBAQAAAAAAFGJ0cnQAAAAAAAABQAAABkAAAAAYc3R0cwAAAAAAAAABAAAAAgAAAAEAAAAcc3RzYwAAAAAAAAABAAAA' +
    'AQAAAAIAAAABAAAAHHN0c3oAAAAAAAAAAAAAAAIAAAAUAAAAFAAAABRzdGNvAAAAAAAAAAEAAAAo',
  'base64',
)
