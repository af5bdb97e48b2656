import { Component, type ReactNode } from 'react'

interface Props {
  /** Told what a view threw. */
  onError(error: unknown): void
  /** What stands in the place of a view that threw; `retry` draws it anew. */
  fallback(retry: () => void): ReactNode
  children: ReactNode
}

/** A view that throws takes its own page with it, not the app. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return this.props.fallback(() => this.setState({ hasFailed: false }))
  }
}
