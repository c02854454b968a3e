import { Children, Component, type ReactNode } from 'react'
import { Trouble } from './trouble.tsx'

interface Props {
  readonly children: ReactNode
  /** Another one is another page, which has nothing to do with what broke on the one before. */
  readonly place?: string | undefined
  /** Told of the error, where nothing is to stand in place of the part. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** Keeps a part of a page that breaks from taking the rest along. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error)
  }

  override componentDidUpdate({ place }: Props): void {
    if (this.state.error === null) return
    // A part that was closed is tried again when it is opened.
    const isClosed = Children.toArray(this.props.children).length === 0
    if (isClosed || place !== this.props.place) this.setState({ error: null })
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    if (this.props.onError !== undefined) return null
    const isPage = this.props.place !== undefined
    return <Trouble error={this.state.error} onRetry={() => this.setState({ error: null })} isPage={isPage} />
  }
}
