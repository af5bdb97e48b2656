/** Removes what the app keeps in this browser, so that the next start signs in a visitor nobody knows. */
export function forgetVisitor(): void {
  try {
    const keys = Object.keys(localStorage)
    for (const key of keys) if (key === 'firstui_m_token' || key.startsWith('drama_')) localStorage.removeItem(key)
  } catch {
    // Storage is blocked: the element kept nothing either.
  }
}
