import { Refusal } from './fake-answer.ts'

/** One part of a form. */
export interface FormPart {
  name: string | null
  type: string | null
  bytes: Buffer
}

/** The parts of a form by name; refuses one that is broken off. */
export function readMultipart(type: string, body: Buffer): Map<string, FormPart> {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(type)?.[1]
  if (boundary === undefined) throw new Refusal(422, "Validation failed: File can't be blank")
  const text = body.toString('latin1')
  if (!text.endsWith(`\r\n--${boundary}--\r\n`)) throw new Refusal(400, 'The form is broken off')
  const parts = new Map<string, FormPart>()
  for (const piece of text.split(`--${boundary}\r\n`).slice(1)) {
    const headEnd = piece.indexOf('\r\n\r\n')
    const head = piece.slice(0, headEnd)
    const content = piece.slice(headEnd + 4).replace(new RegExp(`\\r\\n(--${boundary}--\\r\\n)?$`), '')
    parts.set(/name="([^"]+)"/.exec(head)?.[1] ?? '', {
      name: /filename="([^"]+)"/.exec(head)?.[1] ?? null,
      type: /content-type: (\S+)/.exec(head)?.[1] ?? null,
      bytes: Buffer.from(content, 'latin1'),
    })
  }
  return parts
}

/** Width times height of a JPEG or PNG, by its own header; nothing for other types. */
export function pixelsOf(bytes: Buffer): number {
  if (bytes.subarray(1, 4).toString() === 'PNG') return bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc3) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
  }
  return 0
}
