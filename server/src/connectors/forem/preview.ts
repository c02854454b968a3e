import type { Preview } from '../connector.ts'

/** How an article looks here. */
export const preview: Preview = {
  icon: new URL('icon.svg', import.meta.url),
  family: 'article',
  avatar: 'circle',
  font: 'system-ui, sans-serif',
  light: { background: '#ffffff', text: '#17181b', muted: '#565b66', accent: '#3440c4', edge: '#d8dade' },
  dark: { background: '#15171a', text: '#f4f5f7', muted: '#a9afb8', accent: '#9aa4ff', edge: '#3a3e45' },
  clamp: { lines: null, characters: null },
  media: 'stack',
  linkCard: 'none',
  actions: ['like', 'reply', 'share'],
}
