import { useState } from 'react'
import type { Brand } from '../../core/ui/brand.js'
import markCss from './brand-logo.css'

export const css = markCss

export function BrandLogo({ name = 'Drama', logo }: Brand) {
  const [failedLogo, setFailedLogo] = useState<string>()
  return (
    <span className="brand">
      {logo && logo !== failedLogo ? <img src={logo} alt={name} onError={() => setFailedLogo(logo)} /> : name}
    </span>
  )
}
