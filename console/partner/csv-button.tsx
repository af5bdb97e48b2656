import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import IconDownload from '@tabler/icons-react/icons/IconDownload'
import { useState } from 'react'
import type { QueryPath } from '../api/action-types.js'
import { toFileAddress } from '../api/send-action.js'
import { useText } from '../i18n/use-text.js'

interface CsvButtonProps {
  path: QueryPath
  request: Readonly<Record<string, unknown>>
  fileName: string
}

/** Saves all rows that `path` has for `request`, not only those on screen. */
export function CsvButton({ path, request, fileName }: CsvButtonProps) {
  const text = useText('console-partner')
  const [isLoading, setLoading] = useState(false)
  const save = async () => {
    setLoading(true)
    try {
      saveText(await loadCsv(path, request), `${fileName}.csv`)
    } catch {
      notifications.show({ color: 'red', message: text('csvFailed') })
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={18} />} loading={isLoading} onClick={() => void save()}>
      CSV
    </Button>
  )
}

/** Each page begins with the same line of names, which the file has once. */
async function loadCsv(path: QueryPath, request: CsvButtonProps['request']): Promise<string> {
  let whole = ''
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const response = await fetch(toFileAddress(path, { ...request, format: 'csv', cursor }))
    const isCsv = response.headers.get('Content-Type')?.startsWith('text/csv') ?? false
    if (!response.ok || !isCsv) throw new Error(`no CSV: ${response.status}`)
    const page = await response.text()
    whole += whole === '' ? page : page.slice(page.indexOf('\n') + 1)
    cursor = response.headers.get('X-Next-Cursor')
  }
  return whole
}

function saveText(text: string, name: string): void {
  // The mark makes spreadsheets read the file as UTF-8.
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
