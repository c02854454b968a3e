import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'chat',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#ffffff',
    text: '#2b2d31',
    muted: '#5b616b',
    accent: '#3b53c4',
    edge: '#dfe1e6',
  },
  dark: {
    background: '#2d2f36',
    text: '#eceef1',
    muted: '#a9aeb8',
    accent: '#9fb1ff',
    edge: '#40434b',
  },
  clamp: { lines: null, characters: null },
  media: 'grid',
  linkCard: 'large',
  actions: ['reply', 'like'],
}
