import type { Preview } from '../connector.ts'

/** How a post looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'microblog',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: { background: '#ffffff', text: '#17191c', muted: '#5f6670', accent: '#1f63ad', edge: '#dcdfe3' },
  dark: { background: '#17181a', text: '#eceef1', muted: '#a3a9b2', accent: '#78aef0', edge: '#36393e' },
  clamp: { lines: null, characters: null },
  media: 'grid',
  linkCard: 'large',
  actions: ['like', 'reply', 'share'],
}
