import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'microblog',
  avatar: 'rounded',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#1f1b2b',
    muted: '#5b5670',
    accent: '#5043c4',
    edge: '#d9d6e6',
  },
  dark: {
    background: '#191b22',
    text: '#f3f1fb',
    muted: '#a6a3b8',
    accent: '#a9a0ff',
    edge: '#31333f',
  },
  clamp: { lines: null, characters: null },
  media: 'grid',
  linkCard: 'large',
  actions: ['reply', 'repost', 'like', 'save'],
}
