/** Outlines of what the viewer can do beside watching, on a 24 px grid. */
const shapes = {
  share: 'M14 5.5 21 12l-7 6.5v-4c-5 0-8.500 1.500-11 4.500 .8-5.500 4-9.500 11-9.500z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  hide: 'M4 4l16 16M9.9 5.8A9.6 9.6 0 0 1 12 5.500c5 0 8.200 3.800 9.500 6.500-.6 1.200-1.500 2.600-2.800 3.800M6.300 7.800C4.400 9 3.200 10.700 2.500 12c1.300 2.700 4.500 6.500 9.500 6.500 1.700 0 3.200-.4 4.400-1.100',
  keyboard:
    'M4 6.500h16A1.500 1.500 0 0 1 21.500 8v8a1.500 1.500 0 0 1-1.500 1.500H4A1.500 1.500 0 0 1 2.500 16V8A1.500 1.500 0 0 1 4 6.500ZM6 10h.01M9 10h.01M12 10h.01M15 10h.01M18 10h.01M8 14h8',
  copy: 'M9 9h9.500A1.500 1.500 0 0 1 20 10.500v9a1.500 1.500 0 0 1-1.500 1.500H10A1.500 1.500 0 0 1 8.500 19.500v-9A1.500 1.500 0 0 1 10 9ZM5.500 15A1.500 1.500 0 0 1 4 13.500v-9A1.500 1.500 0 0 1 5.500 3H14a1.500 1.500 0 0 1 1.500 1.500',
  message:
    'M12 3.500a8.300 8.300 0 0 0-7.100 12.600L3.800 20.300l4.300-1.100A8.300 8.300 0 1 0 12 3.500ZM8.800 8.600c.2 3 3.200 6 6.400 6.500',
  people:
    'M13.500 20.500v-7.300h2.600l.5-3h-3.100V8.400c0-.9.4-1.600 1.700-1.600h1.500V4.200c-3.500-.7-6 .5-6 3.700v2.300H8v3h2.700v7.300',
  plane: 'M21 4 3 11l6 2.200L11.500 20l3-4 4 3zM9 13.200 21 4',
  again: 'M4.500 12a7.500 7.500 0 1 0 2.200-5.300L4.500 9M4.500 4v5h5'
} as const

export type RailIconName = keyof typeof shapes

export function RailIcon({ name }: { name: RailIconName }) {
  return (
    <svg className="icon" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={shapes[name]}
        fill={name === 'share' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={name === 'more' ? 3.2 : 1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
