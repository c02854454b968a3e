import { isObject } from '../../lib/json/json.ts'
import type { ChoicesPower } from '../connector.ts'
import { callFor, textOf, tokenOf } from './api.ts'

/** The channels of a profile, asked of the simulated network. */
export const channelChoices: ChoicesPower = {
  power: 'choices',
  options: ['channel'],
  list: async ({ query, credentials }, io) => {
    const path = `/channels?query=${encodeURIComponent(query.toWellFormed())}`
    const { channels } = await callFor(io, tokenOf(credentials), 'GET', path)
    const found = Array.isArray(channels) ? channels.filter(isObject) : []
    return found.map((channel) => ({
      value: textOf(channel, 'id'),
      label: textOf(channel, 'name'),
      detail: textOf(channel, 'about'),
    }))
  },
}
