import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'microblog',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#2b3436',
    muted: '#5c6769',
    accent: '#41730a',
    edge: '#dde2dc',
  },
  dark: {
    background: '#1b1f20',
    text: '#eef2ea',
    muted: '#a3aca6',
    accent: '#a6d94f',
    edge: '#343b3a',
  },
  clamp: { lines: null, characters: null },
  media: 'grid',
  linkCard: 'small',
  actions: ['reply', 'repost', 'like'],
}
