import { useEffect, useMemo, useRef, useState } from 'react'
import { failureMessageKey } from '../../core/loading/error-message.js'
import { createStatementFile, type Month, monthsSince, type StatementFormat } from '../../core/wallet/statement.js'
import { printElement } from '../../dom/print-element.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import statementCss from './statement-sheet.css'
import { WalletIcon } from './wallet-icon.js'
import type { WalletSheetProps } from './wallet-sheet.js'

export const css = sheetCss + statementCss

const formats = ['csv', 'json'] as const

export default function StatementSheet({ page, onClose }: WalletSheetProps) {
  const { root } = useScope()
  const text = usePartText(page.texts)
  const [month, setMonth] = useState<Month>()
  const [format, setFormat] = useState<StatementFormat>('csv')
  const months = useMonths()
  const zone = useMemo(() => new Intl.DateTimeFormat().resolvedOptions().timeZone, [])
  const monthName = useMonthName()
  const renewController = useAbortController()
  return (
    <Sheet label={text('statement')} onClose={onClose}>
      <div className="statement">
        <h2>{text('statement')}</h2>
        <p className="statement-text">{text('statementWhat')}</p>
        <label className="statement-period">
          {text('period')}
          <select
            value={month?.name ?? ''}
            onChange={event => setMonth(months.find(({ name }) => name === event.currentTarget.value))}
          >
            <option value="">{text('wholeTime')}</option>
            {months.map(({ name, from }) => (
              <option key={name} value={name}>
                {monthName(from)}
              </option>
            ))}
          </select>
        </label>
        <fieldset className="statement-formats">
          <legend>{text('fileKind')}</legend>
          {formats.map(each => (
            <label key={each}>
              <input type="radio" name="format" checked={format === each} onChange={() => setFormat(each)} />
              <span>
                {text(each === 'csv' ? 'fileCsv' : 'fileJson')}
                <small>{text(each === 'csv' ? 'fileCsvHint' : 'fileJsonHint')}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="statement-text">
          {text('fileTimes', { zone })} {format === 'csv' && text('fileColumns')}
        </p>
        <SaveFile key={`${month?.name} ${format}`} page={page} month={month} format={format} zone={zone} />
        <hr />
        <p className="statement-text">{text('printWhat')}</p>
        <button
          type="button"
          className="button quiet"
          part="button"
          onClick={() => printElement(root, renewController().signal)}
        >
          <WalletIcon name="print" />
          {text('print')}
        </button>
      </div>
    </Sheet>
  )
}

function useMonths(): readonly Month[] {
  const { app } = useScope()
  const [months, setMonths] = useState<readonly Month[]>([])
  useEffect(() => {
    const lifetime = new AbortController()
    const { signal } = lifetime
    app.api.get('/wallet/statement', { page_size: 1 }, { isQuiet: true, signal }).then(
      ({ list: [first] }) => first && setMonths(monthsSince(first.created_at, app.environment.clock.now())),
      () => undefined
    )
    return () => lifetime.abort()
  }, [app])
  return months
}

function useMonthName(): (at: number) => string {
  const { language } = useTranslation()
  const form = useMemo(
    () => new Intl.DateTimeFormat(language.regionTag ?? language.tag, { year: 'numeric', month: 'long' }),
    [language]
  )
  return at => form.format(at)
}

interface SaveProps {
  page: WalletSheetProps['page']
  month: Month | undefined
  format: StatementFormat
  zone: string
}

type Saving = { state: 'idle' } | { state: 'busy' } | { state: 'empty' } | { state: 'saved'; name: string; url: string }

/** Clicks the download link. The link stays visible, because some browsers require a tap. */
function SaveFile({ page, month, format, zone }: SaveProps) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const link = useRef<HTMLAnchorElement>(null)
  const renewController = useAbortController()
  const url = saving.state === 'saved' ? saving.url : undefined
  useEffect(() => {
    if (!url) return
    link.current?.click()
    return () => URL.revokeObjectURL(url)
  }, [url])
  const save = async () => {
    const { signal } = renewController()
    setSaving({ state: 'busy' })
    try {
      const source = { api: app.api, clock: app.environment.clock, signal }
      const file = await createStatementFile(source, month, format, zone)
      if (signal.aborted) return
      if (!file) return setSaving({ state: 'empty' })
      const blob = new Blob([file.text], { type: `${file.type};charset=utf-8` })
      setSaving({ state: 'saved', name: file.name, url: URL.createObjectURL(blob) })
    } catch (error) {
      if (signal.aborted) return
      setSaving({ state: 'idle' })
      const messageKey = failureMessageKey(error)
      if (messageKey) app.toasts.showText(text(messageKey))
    }
  }
  return (
    <div className="statement-save">
      <button
        type="button"
        className="button primary"
        part="button"
        aria-disabled={saving.state === 'busy'}
        onClick={() => saving.state !== 'busy' && void save()}
      >
        <WalletIcon name="save" />
        {text(saving.state === 'busy' ? 'preparing' : 'saveFile')}
      </button>
      <p role="status">
        {saving.state === 'empty' && text('nothingMoved')}
        {saving.state === 'saved' && text('fileSaved', { name: saving.name })}
      </p>
      {saving.state === 'saved' && (
        <a className="button quiet" part="button" ref={link} href={saving.url} download={saving.name}>
          {text('fileAgain')}
        </a>
      )}
    </div>
  )
}

/** Returns a function that aborts the previous controller and creates a new one. Unmounting aborts the last. */
function useAbortController(): () => AbortController {
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  return () => {
    current.current?.abort()
    current.current = new AbortController()
    return current.current
  }
}
