import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'microblog',
  avatar: 'rounded',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#1b1b1f',
    muted: '#5f6670',
    accent: '#006b9c',
    edge: '#dcdfe3',
  },
  dark: {
    background: '#14202f',
    text: '#f2f4f7',
    muted: '#a6b0bd',
    accent: '#6fc3f5',
    edge: '#34465a',
  },
  clamp: { lines: null, characters: null },
  media: 'stack',
  linkCard: 'large',
  actions: ['reply', 'repost', 'like', 'share'],
}
