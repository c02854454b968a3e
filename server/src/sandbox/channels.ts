/** A channel that a post may go to. */
export interface Channel {
  readonly id: string
  readonly name: string
  readonly about: string
}

// Every profile has these. The teams make the list long enough to be searched.
const channels: readonly Channel[] = [
  { id: 'news', name: 'News', about: 'News of the day.' },
  { id: 'pictures', name: 'Pictures', about: 'Photographs and drawings.' },
  { id: 'questions', name: 'Questions', about: 'Ask, and others answer.' },
  ...Array.from({ length: 40 }, (_, index) => ({
    id: `team-${index + 1}`,
    name: `Team ${index + 1}`,
    about: 'Among ourselves.',
  })),
]

const most = 25

/** At most 25 channels whose names contain the query, whatever its case. */
export function findChannels(query: string): readonly Channel[] {
  const wanted = query.trim().toLowerCase()
  return channels.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, most)
}

export function channelOf(id: string): Channel | undefined {
  return channels.find((channel) => channel.id === id)
}
