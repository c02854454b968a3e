import type { ListMediaQuery, Media } from '@crier/sdk'
import { answer, type Command } from '../command/command.ts'
import { changeOptions } from '../command/global-options.ts'
import { sizeOf, takeMedium } from '../media/gather-media.ts'
import { alignFacts } from '../output/table.ts'
import { clockTime, fullTime } from '../output/times.ts'
import { idOf, idPositional } from './id-argument.ts'
import { listOptions, printList, readFilters } from './list.ts'

const list: Command = {
  words: ['media'],
  summary: 'Lists the media of the workspace, the newest first.',
  options: {
    type: {
      value: 'KIND',
      about: 'Media of this kind (image, gif, video, document) or type (image/png).',
      isMany: true,
    },
    status: {
      value: 'STATUS',
      about: 'Media that are waiting, ready or rejected.',
      isMany: true,
      choices: ['waiting', 'ready', 'rejected'],
    },
    name: { value: 'TEXT', about: 'Media whose name contains this.' },
    tag: { value: 'TAG', about: 'Media with this tag.', isMany: true },
    post: { value: 'ID', about: 'Media that this post uses.', isMany: true },
    unused: { value: null, about: 'Media that no post uses.' },
    ...listOptions,
  },
  run: async (input) => {
    const { given } = input
    const session = await input.open()
    const name = given.text('name')
    const query: ListMediaQuery = {
      ...readFilters(given, ['type', 'status', 'tag']),
      ...(given.texts('post').length === 0 ? {} : { post_id: given.texts('post') }),
      ...(name === null ? {} : { name }),
      ...(given.flag('unused') ? { unused: true } : {}),
    }
    return printList(
      input,
      (page) => session.client.media.list({ ...query, ...page }, session.reading),
      async () => {
        const zone = await session.zone()
        return {
          heads: ['ID', 'KIND', 'SIZE', 'STATUS', 'CREATED', 'NAME'],
          row: (one) => [
            one.id,
            one.kind,
            sizeOf(one.size_bytes),
            one.status,
            clockTime(one.created_at, zone),
            one.name,
          ],
          foot: `Times are those of ${zone}.`,
        }
      },
    )
  },
}

const upload: Command = {
  words: ['media', 'upload'],
  summary: 'Uploads files, or lets the server fetch addresses, and prints their ids for --media.',
  positionals: [{ name: 'file', about: 'a file or an address', isMany: true }],
  options: {
    alt: {
      value: 'TEXT',
      about: 'Describes the medium for people who cannot see it; the first one the first file, and so on.',
      isMany: true,
    },
    keep: { value: null, about: 'Keeps media that no post uses; otherwise they are deleted after a day.' },
    ...changeOptions,
  },
  examples: ['crier media upload dawn.jpg --alt "Boats in the first light" --keep'],
  run: async ({ given, open, terminal }) => {
    const files = given.texts('file')
    const alts = given.texts('alt')
    const session = await open()
    const uploaded: Media[] = []
    for (const [index, file] of files.entries()) {
      const medium = await takeMedium(file, index, session, terminal)
      const alt = alts[index]
      const about = {
        ...(alt === undefined ? {} : { alt_text: alt }),
        ...(given.flag('keep') ? { keep: true } : {}),
      }
      const isTold = Object.keys(about).length > 0
      const told = isTold
        ? await session.change(
            (options) => session.client.media.update(medium.id, about, options),
            `${session.idempotencyKey}-${index}`,
          )
        : medium
      if (given.flag('json')) terminal.printJson(told)
      uploaded.push(told)
    }
    if (given.flag('json')) return {}
    return answer(uploaded, (clean) =>
      clean.map((one) => `${one.id}  ${one.name}  ${sizeOf(one.size_bytes)}`).join('\n'),
    )
  },
}

const show: Command = {
  words: ['media', 'show'],
  summary: 'Shows a medium and the posts that use it.',
  positionals: [idPositional('medium')],
  run: async ({ given, open }) => {
    const id = idOf(given)
    const session = await open()
    const medium = await session.client.media.get(id, session.reading)
    const zone = await session.zone()
    return answer(medium, (clean) =>
      alignFacts([
        ['Medium', clean.id],
        ['Name', clean.name],
        ['Status', clean.status],
        ['Type', `${clean.kind}, ${clean.mime_type}, ${sizeOf(clean.size_bytes)}`],
        ['Pixels', clean.width === null || clean.height === null ? null : `${clean.width} × ${clean.height}`],
        ['Length', clean.duration_ms === null ? null : `${(clean.duration_ms / 1000).toFixed(1)} s`],
        ['Alt text', clean.alt_text],
        ['Path', clean.media_id],
        ['Address', clean.url],
        ['Tags', clean.tags.join(', ')],
        ['Created', fullTime(clean.created_at, zone)],
      ]).join('\n'),
    )
  },
}

const remove: Command = {
  words: ['media', 'delete'],
  summary: 'Deletes a medium that no post needs any more.',
  positionals: [idPositional('medium')],
  options: changeOptions,
  run: async ({ given, open }) => {
    const id = idOf(given)
    const session = await open()
    const deleted = await session.change((options) => session.client.media.delete(id, options))
    return answer(deleted, (clean) => `Medium ${clean.id} is deleted.`)
  },
}

/** The commands about media. */
export const media: readonly Command[] = [list, upload, show, remove]
