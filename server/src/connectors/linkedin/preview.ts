import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'page_card',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#1c1c1c',
    muted: '#5a5a5a',
    accent: '#0a59a8',
    edge: '#dcdad6',
  },
  dark: {
    background: '#1b1f23',
    text: '#ececec',
    muted: '#aab2b9',
    accent: '#71b7fb',
    edge: '#38434f',
  },
  clamp: { lines: 3, characters: 210 },
  media: 'grid',
  linkCard: 'large',
  actions: ['like', 'reply', 'repost', 'share'],
}
