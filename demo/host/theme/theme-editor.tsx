import { useId } from 'react'
import { ColourField } from './colour-field.js'
import {
  checkContrast,
  DEFAULT_CORNER_RADIUS_PX,
  defaultColours,
  emptyTheme,
  fonts,
  type Preset,
  presets,
  shownColours,
  type Theme,
  type ThemeColour
} from './theme.js'

interface ThemeEditorProps {
  theme: Theme
  mode: 'dark' | 'light'
  hasLight: boolean
  onPreset(preset: Preset): void
  onChange(change: Partial<Theme>): void
}

const colours: readonly { name: ThemeColour; label: string }[] = [
  { name: 'accent', label: 'Accent' },
  { name: 'surface', label: 'Ground' },
  { name: 'raised', label: 'Cards' },
  { name: 'text', label: 'Text' }
]

export function ThemeEditor({ theme, mode, hasLight, onPreset, onChange }: ThemeEditorProps) {
  const isLight = mode === 'light'
  const defaults = defaultColours[mode]
  return (
    <div className="theme-editor">
      <Presets
        shown={presets.filter(preset => hasLight || preset.mode === 'dark')}
        theme={theme}
        mode={mode}
        onPreset={onPreset}
      />
      {colours.map(
        ({ name, label }) =>
          (hasLight || name !== 'text') && (
            <ColourField
              key={name}
              label={label}
              variable={`--drama-${name}`}
              value={theme[name]}
              fallback={defaults[name]}
              onChange={value => onChange({ [name]: value })}
            />
          )
      )}
      <Shape theme={theme} onChange={onChange} />
      <ul className="findings" aria-label="Can it be read?">
        {checkContrast(theme, isLight).map(({ isGood, text }) => (
          <li key={text.split(':')[0]} data-good={isGood}>
            {text}
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="quiet"
        disabled={Object.values(theme).every(value => value === '')}
        onClick={() => onChange(emptyTheme)}
      >
        Back to the app’s own
      </button>
    </div>
  )
}

interface PresetsProps extends Pick<ThemeEditorProps, 'theme' | 'mode' | 'onPreset'> {
  shown: readonly Preset[]
}

function Presets({ shown, theme, mode, onPreset }: PresetsProps) {
  return (
    <fieldset className="presets">
      <legend>Presets</legend>
      {shown.map(preset => {
        const { accent, surface, raised, text } = shownColours(preset.theme, preset.mode === 'light')
        const isChosen = mode === preset.mode && JSON.stringify(theme) === JSON.stringify(preset.theme)
        return (
          <button key={preset.name} type="button" aria-pressed={isChosen} onClick={() => onPreset(preset)}>
            <span className="preset-look" style={{ background: surface }} aria-hidden="true">
              <i style={{ background: raised, color: text }}>Aa</i>
              <b style={{ background: accent }} />
            </span>
            {preset.name}
          </button>
        )
      })}
    </fieldset>
  )
}

function Shape({ theme, onChange }: Pick<ThemeEditorProps, 'theme' | 'onChange'>) {
  const radius = useId()
  const font = useId()
  const shown = theme.radius === '' ? DEFAULT_CORNER_RADIUS_PX : Number(theme.radius)
  return (
    <>
      <div className="field">
        <label htmlFor={radius}>
          Corners <code>--drama-radius: {shown}px</code>
        </label>
        <input
          id={radius}
          type="range"
          min={0}
          max={28}
          value={shown}
          onChange={event =>
            onChange({ radius: event.target.value === `${DEFAULT_CORNER_RADIUS_PX}` ? '' : event.target.value })
          }
        />
      </div>
      <div className="field">
        <label htmlFor={font}>
          Font <code>--drama-font</code>
        </label>
        <select id={font} value={theme.font} onChange={event => onChange({ font: event.target.value })}>
          {fonts.map(({ name, value }) => (
            <option key={name} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}
