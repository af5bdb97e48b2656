import { Alert, Button, List, Paper, Stack, Text, TextInput, ThemeIcon } from '@mantine/core'
import { useForm } from '@mantine/form'
import IconCheck from '@tabler/icons-react/icons/IconCheck'
import IconX from '@tabler/icons-react/icons/IconX'
import { isWebAddress } from '../../../demo/host/lib/web-address.js'
import type { ActionResponse } from '../../api/action-types.js'
import { useActionMutation } from '../../api/use-action.js'
import { useMember } from '../../api/use-session.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { findCause } from '../../ui/failure-text.js'
import { Page } from '../../ui/page.js'
import { CampaignSelect } from '../campaign-select.js'
import { PartnerFrame } from '../partner-frame.js'

export const SelfTestPage = () => (
  <PartnerFrame>
    <SelfTest />
  </PartnerFrame>
)

const checkNames = [
  'campaign',
  'start_drama',
  'script',
  'page',
  'page_script',
  'page_element',
  'page_policy',
  'postback',
  'signature',
  'clock'
] as const

function SelfTest() {
  const text = useText('console-partner')
  const general = useText('console')
  const { role } = useMember()
  const form = useForm({
    initialValues: { lpid: '', page: '' },
    validate: {
      lpid: value => (value === '' ? text('errorChooseCampaign') : null),
      page: value => (value === '' || isWebAddress(value) ? null : text('errorAddress'))
    }
  })
  const test = useActionMutation('/partner/selftest')
  const submit = ({ lpid, page }: typeof form.values) => test.mutate({ lpid, ...(page !== '' && { page }) })
  return (
    <Page title={general('partnerSelfTest')} lead={text('selfTestLead')}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack maw={520}>
          <CampaignSelect
            hasAll={false}
            value={form.values.lpid || undefined}
            onChange={lpid => form.setFieldValue('lpid', lpid ?? '')}
            error={typeof form.errors.lpid === 'string' ? form.errors.lpid : undefined}
          />
          <TextInput
            label={text('landingPage')}
            description={text('landingPageHint')}
            type="text"
            inputMode="url"
            placeholder="https://"
            {...form.getInputProps('page')}
          />
          <ErrorAlert error={test.error} />
          {role === 'analyst' && <Text size="sm">{text('analystReadsOnly')}</Text>}
          <div>
            <Button type="submit" loading={test.isPending} disabled={role === 'analyst'}>
              {text('startTest')}
            </Button>
          </div>
        </Stack>
      </form>
      {test.data !== undefined && <SelfTestResult result={test.data} />}
    </Page>
  )
}

function SelfTestResult({ result }: { result: ActionResponse<'/partner/selftest'> }) {
  const text = useText('console-partner')
  const failed = result.checks.filter(({ ok }) => !ok).length
  return (
    <Stack>
      <Alert color={result.ok ? 'green' : 'red'} role="status">
        {result.ok ? text('testPassed') : text('testFailed', { count: failed })}
      </Alert>
      <Paper withBorder p="md">
        <List spacing="md" listStyleType="none" center={false}>
          {result.checks.map(({ name, ok, code, values, detail }) => {
            const known = checkNames.find(check => check === name)
            return (
              <List.Item
                key={`${name} ${detail}`}
                icon={
                  <ThemeIcon
                    color={ok ? 'green' : 'red'}
                    radius="xl"
                    size={24}
                    aria-label={text(ok ? 'passed' : 'notPassed')}
                    role="img"
                  >
                    {ok ? <IconCheck size={16} /> : <IconX size={16} />}
                  </ThemeIcon>
                }
              >
                <Text fw={600} size="sm">
                  {known === undefined ? name : text(`check_${known}`)}
                </Text>
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  <Explanation code={code} values={values} />
                </Text>
              </List.Item>
            )
          })}
        </List>
      </Paper>
    </Stack>
  )
}

type Check = ActionResponse<'/partner/selftest'>['checks'][number]

/** Says in words why a server could not be reached; the code itself is the title. */
function Explanation({ code, values }: Pick<Check, 'code' | 'values'>) {
  const explain = useText('console-self-test')
  const failures = useText('console-failures')
  const raw = code === 'page_unreachable' ? values.reason : code === 'postback_refused' ? values.answer : undefined
  if (raw === undefined) return explain(code, values)
  const cause = findCause(String(raw))
  if (cause === null) return explain(code, values)
  const said = failures(cause.key)
  return (
    <span title={String(raw)}>
      {code === 'page_unreachable'
        ? explain('page_unreachable_because', { ...values, reason: said })
        : explain(code, { ...values, answer: said })}
    </span>
  )
}
