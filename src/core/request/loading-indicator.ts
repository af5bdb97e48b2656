export interface LoadingToast {
  showLoading(options: { title: string; mask: boolean }): void
  hideLoading(): void
}

export interface LoadingIndicator {
  begin(text: string): () => void
}

export function createLoadingIndicator(toast: LoadingToast): LoadingIndicator {
  let count = 0
  return {
    begin(title) {
      if (count++ === 0) toast.showLoading({ title, mask: true })
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        if (--count === 0) toast.hideLoading()
      }
    }
  }
}
