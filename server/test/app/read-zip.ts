import { inflateRawSync } from 'node:zlib'

/** The files of a zip archive by name, in the order of its directory. It reads the directory, as programs do. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end === -1) throw new Error('The archive has no directory.')
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory of the archive is damaged.')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    )
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(start, start + bytes.readUInt32LE(at + 20))
    const file = bytes.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content)
    if (file.length !== bytes.readUInt32LE(at + 24))
      throw new Error(`${name} has another length than is said.`)
    files.set(name, file)
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}

/** The rows of a file with an object in each line. */
export function readLines(files: Map<string, Buffer>, name: string): Record<string, unknown>[] {
  const text = files.get(name)?.toString('utf8')
  if (text === undefined) throw new Error(`There is no ${name} in the archive.`)
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
}
