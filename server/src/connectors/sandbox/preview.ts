import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'microblog',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: {
    background: '#faf7f1',
    text: '#1e1c18',
    muted: '#5e594f',
    accent: '#0f5e63',
    edge: '#ddd6c8',
  },
  dark: {
    background: '#1a1917',
    text: '#f2eee6',
    muted: '#aca596',
    accent: '#6cc3c8',
    edge: '#3a372f',
  },
  clamp: { lines: null, characters: null },
  media: 'stack',
  linkCard: 'none',
  actions: [],
}
