import { expect, test } from 'vitest'
import type { FittedImage } from '../../connector.ts'
import { fitUpload } from './fit-upload.ts'

/** A network that takes less than it says, and a picture of so many bytes that can be made to fit anything. */
async function upload(mostBytes: number, takes: number, pictureBytes: number) {
  const asked: number[] = []
  const sent: number[] = []
  const { answer, fitted } = await fitUpload({
    mostBytes,
    shrink: async (maxBytes): Promise<FittedImage> => {
      asked.push(maxBytes)
      const bytes = new Uint8Array(Math.min(maxBytes, pictureBytes))
      return { bytes, mimeType: 'image/jpeg', width: 1, height: 1 }
    },
    send: async ({ bytes }) => {
      sent.push(bytes.length)
      const status = bytes.length > takes ? 413 : 200
      return { status, headers: {}, bytes: new Uint8Array(), text: '', json: null }
    },
    isTooLarge: ({ status }) => status === 413,
  })
  return { asked, sent, status: answer.status, size: fitted.bytes.length }
}

test('a picture that fits is sent once', async () => {
  expect(await upload(2_000_000, 2_000_000, 3_000_000)).toEqual({
    asked: [2_000_000],
    sent: [2_000_000],
    status: 200,
    size: 2_000_000,
  })
})

test('a picture that is too large after all gets smaller until it is taken', async () => {
  const { asked, status, size } = await upload(2_000_000, 600_000, 3_000_000)
  expect({ asked, status, size }).toEqual({
    asked: [2_000_000, 1_000_000, 500_000],
    status: 200,
    size: 500_000,
  })
})

test('no file is sent twice: the next one is half of what was too large', async () => {
  expect((await upload(16_000_000, 600_000, 1_000_000)).sent).toEqual([1_000_000, 500_000])
})

test('a picture is not made so small that nobody can see it', async () => {
  const { sent, status } = await upload(1_000_000, 0, 3_000_000)
  expect({ sent, status }).toEqual({ sent: [1_000_000, 500_000, 250_000, 125_000], status: 413 })
  expect((await upload(1_000_000, 0, 10)).status).toBe(413)
})
