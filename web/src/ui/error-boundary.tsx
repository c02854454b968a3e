import { Component, type ReactNode } from 'react'
import { Trouble } from './trouble.tsx'

interface Props {
  readonly children: ReactNode
}

/** Keeps a part of a page that breaks from taking the rest along. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return <Trouble error={this.state.error} onRetry={() => this.setState({ error: null })} />
  }
}
