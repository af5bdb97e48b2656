import { encodeQR } from 'qr'
import { useMemo } from 'react'

/** Quiet zone around the pattern, in modules. QR readers need four. */
const QUIET_ZONE_MODULES = 4
const MIN_WIDTH_PX = 216

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(
    () => toPath(encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE_MODULES })),
    [text]
  )
  const width = size * Math.max(2, Math.ceil(MIN_WIDTH_PX / size))
  return (
    <svg
      className="account-qr"
      role="img"
      aria-label={label}
      width={width}
      height={width}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

function toPath(rows: boolean[][]): { size: number; path: string } {
  const strokes = rows.flatMap((row, y) =>
    [
      ...row
        .map(isDark => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g)
    ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
  )
  return { size: rows.length, path: strokes.join('') }
}
