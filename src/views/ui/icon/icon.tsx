/** Paths on a 24 px grid, drawn for this app: only icons of Home, of the tab bar and of failures. */
const shapes = {
  home: 'M4 11.2 12 4l8 7.2V19a1.5 1.5 0 0 1-1.5 1.5h-4V14h-5v6.5h-4A1.5 1.5 0 0 1 4 19z',
  discover: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm3.8 5.2-2.3 5.3-5.3 2.3 2.3-5.3z',
  library: 'M6.5 3.5h11A1.5 1.5 0 0 1 19 5v15.5l-7-4.2-7 4.2V5a1.5 1.5 0 0 1 1.5-1.5Z',
  profile: 'M12 12a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4Zm-8 8.4c.8-3.9 4-6 8-6s7.2 2.1 8 6',
  back: 'm14.5 5-7 7 7 7',
  play: 'M8 5.2v13.6L18.8 12z',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.200-5.300L19.5 9M19.5 4v5h-5',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.8 15.8 20 20',
  offline:
    'M3 9.5a13 13 0 0 1 5-3M21 9.5a13 13 0 0 0-9-3.600M6.5 13a8 8 0 0 1 3.5-2M12 19h.01M4 4l16 16M9.5 16a4 4 0 0 1 5 0'
} as const

export type IconName = keyof typeof shapes

export function Icon({ name, isFilled = false }: { name: IconName; isFilled?: boolean }) {
  return <Outline path={shapes[name]} isFilled={isFilled} />
}

export function Outline({ path, isFilled = false, width = 1.8 }: { path: string; isFilled?: boolean; width?: number }) {
  return (
    <svg className="icon" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={path}
        fill={isFilled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={width}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
