export function Coin() {
  return (
    <svg className="coin" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="9.5" fill="currentColor" />
      <circle cx="12" cy="12" r="6.2" fill="none" stroke="rgb(0 0 0 / 45%)" strokeWidth="1.6" />
      <path d="m12 8.6 3.4 3.4-3.4 3.400L8.600 12z" fill="rgb(0 0 0 / 45%)" />
    </svg>
  )
}
