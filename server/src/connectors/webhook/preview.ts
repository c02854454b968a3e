import type { Preview } from '../connector.ts'

/** How a post looks here: nobody knows what a receiver makes of it, so it is an article without marks. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'article',
  avatar: 'rounded',
  font: 'system-ui, sans-serif',
  light: { background: '#ffffff', text: '#1c2024', muted: '#5b6470', accent: '#2a5db0', edge: '#d9dde2' },
  dark: { background: '#1a1d21', text: '#eef0f2', muted: '#a3abb5', accent: '#8db7f5', edge: '#373d45' },
  clamp: { lines: null, characters: null },
  media: 'stack',
  linkCard: 'none',
  actions: [],
}
