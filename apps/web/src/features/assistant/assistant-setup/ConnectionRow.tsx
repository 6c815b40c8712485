import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { AssistantSetupRow } from './AssistantSetupRow.tsx'
import { setupScope, useShowSetup } from './use-assistant-setup.ts'

/**
 * A row with a button that tests the connection: it sends a harmless sentence to the endpoint, after saving pending changes. The row shows the
 * result.
 */
export function ConnectionRow({ setup: { check } }: { setup: AssistantSetup }) {
  const { t } = useTranslation('assistantSetup')
  const locale = useLocale()
  const show = useShowSetup()
  const test = useMutation({
    scope: setupScope,
    mutationFn: () => api.assistantSetup.test({}),
    onSuccess: ({ setup }) => show(setup),
  })
  const missing = test.data?.missing ?? []
  const when = check && momentInSentence(check.at, locale)
  const stateOfCheck = () => {
    if (test.isError) return t('connection.failed')
    if (missing.length > 0) return t('missingFirst', { parts: missing.map((part) => t(`part.${part}`)).join(', ') })
    if (!check) return t('connection.hint')
    if (check.result !== 'ok') return `${t('connection.checked', { when })}\n${t(`result.${check.result}`)}`
    return t('connection.worked', { when, milliseconds: check.milliseconds.toLocaleString(locale.language) })
  }
  return (
    <AssistantSetupRow name={t('connection.name')} state={<span role="status">{stateOfCheck()}</span>}>
      {check && (
        <StatusBadge
          icon={check.result === 'ok' ? IconCircleCheck : IconAlertTriangle}
          tone={check.result === 'ok' ? 'success' : 'danger'}
        >
          {t(check.result === 'ok' ? 'connection.reachable' : 'connection.failing')}
        </StatusBadge>
      )}
      <Button
        variant="default"
        loading={test.isPending}
        leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
        onClick={() => test.mutate()}
      >
        {t('connection.check')}
      </Button>
    </AssistantSetupRow>
  )
}
