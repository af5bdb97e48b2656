import { Group, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useActionList } from '../../api/use-action.js'
import { useText } from '../../i18n/use-text.js'
import { Page } from '../../ui/page.js'
import { IngestJobsTable } from './ingest-jobs-table.js'

const filters = ['all', 'running', 'failed', 'done'] as const

/** The jobs of all dramas. */
export function IngestJobsPage() {
  const text = useText('console-uploads')
  const [state, setState] = useState<(typeof filters)[number]>('all')
  const list = useActionList('/operator/ingest_list', state === 'all' ? {} : { state })
  return (
    <Page title={text('jobs')} lead={text('jobsLead')}>
      <Group>
        <SegmentedControl
          aria-label={text('state')}
          data={filters.map(value => ({ value, label: value === 'all' ? text('all') : text(`jobState_${value}`) }))}
          value={state}
          onChange={value => setState(filters.find(name => name === value) ?? 'all')}
        />
      </Group>
      <IngestJobsTable label={text('jobs')} list={list} hasDramas />
    </Page>
  )
}
