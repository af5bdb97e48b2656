import { useState } from 'react'
import type { Brand } from '../../core/ui/brand.js'
import markCss from './brand-mark.css'

export const css = markCss

export function BrandLogo({ name = 'Drama', logo }: Brand) {
  const [lost, setLost] = useState<string>()
  return (
    <span className="brand">
      {logo && logo !== lost ? <img src={logo} alt={name} onError={() => setLost(logo)} /> : name}
    </span>
  )
}
