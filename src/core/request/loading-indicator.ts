/** What the wrapper shows loading with. */
export interface LoadingToast {
  showLoading(options: { title: string; mask: boolean }): void
  hideLoading(): void
}

/** One indicator for all requests that want one: the first shows it, the last one's end hides it. */
export interface LoadingIndicator {
  /** The answer ends it; more than once does no harm. */
  begin(text: string): () => void
}

export function createLoadingIndicator(view: LoadingToast): LoadingIndicator {
  let count = 0
  return {
    begin(title) {
      if (count++ === 0) view.showLoading({ title, mask: true })
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        if (--count === 0) view.hideLoading()
      }
    }
  }
}
